import * as z from "zod";
import { type Counts, quantile, sumOf } from "#domain/traffic/counts";
import { traffic } from "#domain/traffic/store/traffic";
import { endpoint } from "#http/endpoint";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Length of the steps of a period, in ms, and their number. */
const periods = { hour: { step: MINUTE, steps: 60 }, day: { step: HOUR, steps: 24 } };

const Figures = z.object({
  requests: z.int(),
  /** Requests that were refused or failed: with a status of 400 or above. */
  errors: z.int(),
  /** Time within which half of the requests were answered, in ms; omitted without requests. */
  p50: z.number().optional(),
  p99: z.number().optional(),
  /** Attempts to deliver a webhook. */
  deliveries: z.int(),
  failedDeliveries: z.int(),
  mails: z.int(),
});

export default endpoint({
  path: "/v2/workspace/usage/get",
  auth: "apiKey",
  kind: "read",
  summary:
    "Read how much the API key was used in the last hour, by minute, or in the last day, by hour. Other processes of the server report their counts once a minute. The cloud keeps no counts: see Cloud Monitoring instead.",
  input: z.object({ period: z.enum(["hour", "day"]).default("hour") }),
  output: z.object({
    /** Whether this server counts usage. */
    isKept: z.boolean(),
    total: Figures,
    /** People who called with a token in the period; for the last hour, since the start of the previous clock hour. */
    activePeople: z.int(),
    /** The steps of the period, oldest first, including steps without requests. */
    points: z.array(
      Figures.extend({
        /** Start of the step, in ms since 1970. */
        time: z.number(),
      }),
    ),
  }),
  cost: { reads: 1, writes: 0, trips: 1 },
  example: { period: "day" },
  async handle(call, { period }) {
    const { step, steps } = periods[period];
    const hours = await traffic(call).read(call.store, call.apiKey.apiKeyId);
    const now = call.now();
    const first = now - (now % step) - (steps - 1) * step;
    const byStep = new Map<number, Counts[]>();
    for (const { minutes } of hours)
      for (const [minute, counts] of minutes) {
        const time = minute - (minute % step);
        if (time >= first) byStep.set(time, [...(byStep.get(time) ?? []), counts]);
      }
    const recent = hours.filter(({ hour }) => hour + HOUR > first);
    const points = Array.from({ length: steps }, (_, i) => first + i * step);
    return {
      message: "Usage retrieved successfully.",
      data: {
        isKept: call.settings.countsUsage !== false,
        total: figuresOf([...byStep.values()].flat()),
        activePeople: new Set(recent.flatMap(({ people }) => [...people])).size,
        points: points.map((time) => ({ time, ...figuresOf(byStep.get(time) ?? []) })),
      },
    };
  },
});

function figuresOf(parts: readonly Counts[]): z.input<typeof Figures> {
  const sum = sumOf(parts);
  const { times: _, ...counts } = sum;
  const [p50, p99] = [quantile(sum, 0.5), quantile(sum, 0.99)];
  return { ...counts, ...(p50 !== undefined && p99 !== undefined && { p50, p99 }) };
}

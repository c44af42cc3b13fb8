import { fanOut } from "@atrium/functions/domain/events/jobs";
import { Fleet } from "../fleet.ts";
import { makeTenant } from "../traffic.ts";
import type { Outcome } from "./outcome.ts";

/** An outage of Cloud Tasks: events per second while it lasts, and its length in s. */
const EVENTS = 1000;
const OUTAGE = 600;
/** Number of its events that are simulated. */
const SAMPLE = 20_000;
const INSTANCES = 4;
/** Events stored in one commit. */
const BATCH = 100;
/** Interval of the scheduled sweep, in ms, and the maximum number of sweeps here. */
const SCHEDULE = 300_000;
const SWEEPS = 12;

/**
 * How long it takes after an outage until the tasks of its events are created: they are stored, but Cloud Tasks does
 * not know them. Only a sample is swept; the rest would take as long per task.
 */
export async function outage(): Promise<Outcome> {
  const fleet = new Fleet(INSTANCES);
  const { apiKeyId } = await makeTenant(fleet, 0);
  const { context, queue } = fleet.instance("schedules tasks");
  for (let i = 0; i < SAMPLE; i += BATCH) {
    const tasks = Array.from({ length: BATCH }, () =>
      fanOut.task({ id: context.newId("evt") }, { apiKeyId, events: "[]" }),
    );
    await fleet.time.until(
      context.store.transact(async (tx) => {
        for (const task of tasks) queue.add(tx, task);
      }),
    );
  }
  await fleet.time.pass(OUTAGE * 1000);
  const begun = fleet.time.now();
  let swept = 0;
  for (let run = 1; ; run++) {
    const from = fleet.time.now();
    swept += await fleet.time.until(queue.sweep());
    if (swept >= SAMPLE || run === SWEEPS) break;
    await fleet.time.pass(SCHEDULE - (fleet.time.now() - from));
  }
  const perSecond = swept / ((fleet.time.now() - begun) / 1000);
  const minutes = (EVENTS * OUTAGE) / perSecond / 60;
  fleet.usage.isOn = true;
  fleet.usage.report("recovery", "after 10 minutes without Cloud Tasks", minutes);
  return {
    figures: [
      ["overdue tasks", (EVENTS * OUTAGE).toLocaleString("en")],
      ["of which were simulated", swept.toLocaleString("en")],
      ["tasks created again/s", perSecond.toFixed(perSecond < 10 ? 1 : 0)],
      ["minutes until all are created", Math.round(minutes).toLocaleString("en")],
    ],
    findings: fleet.usage.findings(1),
  };
}

import type { StoredDelivery } from "@atrium/functions/domain/webhooks/store/messages";
import { price } from "../../../scripts/gen/monthly-sums.ts";
import { Fleet } from "../fleet.ts";
import { makeTenant, Traffic } from "../traffic.ts";
import type { Outcome } from "./outcome.ts";

/** Requests per second of the tenant at its peak. */
const RATE = 10_000;
/** Its webhook endpoints. Each event goes to three or four, which makes 10,000 deliveries a second. */
const ENDPOINTS = 72;
/** Instances of each function: enough for 80 requests at once each. */
const INSTANCES = 4;
/** Warm-up in seconds, after which ranges have keys to be split at and caches are filled. */
const WARM_UP = 2;
/** A month's use in seconds of peak: a third of each day. */
const SECONDS_A_MONTH = 30 * 86_400 * 0.33;
/** Costs that are not simulated: CPU time of a request, billed in steps, and stored data. */
const CPU_SECONDS = 0.02;
const GIBIBYTES = 200;

/** The tenant's peak with all of its requests: only its length is a sample. */
export async function peak(seconds: number): Promise<Outcome> {
  const fleet = new Fleet(INSTANCES);
  const tenant = await makeTenant(fleet, ENDPOINTS);
  const traffic = new Traffic(fleet, tenant);
  await traffic.send(RATE, WARM_UP);
  const { usage } = fleet;
  usage.isOn = true;
  const { reads, writes, deletes, tasks, conflicts } = usage;
  const { webhooks } = fleet;
  await traffic.send(RATE, seconds);
  const per = (now: number, before: number) => (now - before) / seconds;
  const rates = {
    reads: per(usage.reads, reads),
    writes: per(usage.writes, writes),
    deletes: per(usage.deletes, deletes),
    tasks: per(usage.tasks, tasks),
  };
  usage.report("waiting", "webhooks", oldestWaiting(fleet));
  return {
    figures: [
      ["requests/s, sent", show(RATE)],
      ["documents read/s", show(rates.reads)],
      ["documents written/s", show(rates.writes)],
      ["documents deleted/s", show(rates.deletes)],
      ["tasks created/s", show(rates.tasks)],
      ["webhooks delivered/s", show(per(fleet.webhooks, webhooks))],
      ["transactions retried/s", show(per(usage.conflicts, conflicts))],
      ["a month of this, eight hours a day, at list prices", dollars(monthly(rates))],
    ],
    findings: usage.findings(seconds),
  };
}

/** How long the oldest pending delivery has waited, in s. */
function oldestWaiting({ store, time }: Fleet): number {
  const due = store.docs
    .below("deliveries")
    .map(({ data }) => data as StoredDelivery)
    .filter(({ status }) => status === "pending")
    .map(({ createdAt }) => createdAt);
  return due.length === 0 ? 0 : (time.now() - due.reduce((a, b) => Math.min(a, b))) / 1000;
}

function monthly({ reads, writes, deletes, tasks }: { reads: number; writes: number; deletes: number; tasks: number }) {
  const firestore = reads * price.read + writes * price.write + deletes * price.deletion;
  const invocations = RATE + tasks;
  const run = invocations * (price.request + CPU_SECONDS * (price.vcpuSecond + 0.25 * price.gibibyteSecond));
  return (firestore + run + tasks * price.taskOperation) * SECONDS_A_MONTH + GIBIBYTES * price.gibibyteMonth;
}

const show = (value: number) => Math.round(value).toLocaleString("en");
const dollars = (value: number) => `$${Number(value.toPrecision(2)).toLocaleString("en")}`;

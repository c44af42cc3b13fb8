import type { CallEndpoint } from "@atrium/functions/http/endpoint";

/** List prices of `us-central1` in US dollars, from Google's price lists of 2025; free quotas are not deducted. */
export const price = {
  read: 0.03 / 100_000,
  write: 0.09 / 100_000,
  deletion: 0.01 / 100_000,
  gibibyteMonth: 0.15,
  request: 0.4 / 1_000_000,
  vcpuSecond: 0.000024,
  gibibyteSecond: 0.0000025,
  taskOperation: 0.4 / 1_000_000,
};
/** Price of an instance-second: one processor and 256 MiB, billed in steps of 100 ms. */
const second = price.vcpuSecond + 0.25 * price.gibibyteSecond;
/** Operations caused by one delivered webhook message, including its task and its record. */
const delivery = { reads: 6, writes: 6, deletions: 3, tasks: 2, invocations: 2 };

/** An installation whose monthly bill is estimated. */
interface Size {
  name: string;
  /** Number per month. */
  requests: number;
  /** Billed instance-seconds per request: 0.1 if it runs alone, less if a busy instance answers several at once. */
  seconds: number;
  gibibytes: number;
}

const sizes: Size[] = [
  { name: "a team: 300,000 requests, 1 GiB", requests: 300_000, seconds: 0.1, gibibytes: 1 },
  { name: "a product: 30 million requests, 50 GiB", requests: 30_000_000, seconds: 0.05, gibibytes: 50 },
  { name: "a large one: 1,000 million requests, 2,000 GiB", requests: 1_000_000_000, seconds: 0.02, gibibytes: 2000 },
];

/** The table of monthly sums: 70 % of requests read, 30 % write, and 10 % cause a webhook message. */
export function renderMonthlySums(endpoints: readonly Pick<CallEndpoint, "kind" | "cost">[]): string {
  const reads = mean(endpoints.filter(({ kind }) => kind === "read"));
  const writes = mean(endpoints.filter(({ kind }) => kind === "write"));
  const rows = sizes.map(({ name, requests, seconds, gibibytes }) => {
    const perRequest =
      (0.7 * reads.reads + 0.3 * writes.reads + 0.1 * delivery.reads) * price.read +
      (0.3 * writes.writes + 0.1 * delivery.writes) * price.write +
      0.1 * delivery.deletions * price.deletion;
    const firestore = requests * perRequest + gibibytes * price.gibibyteMonth;
    const invocations = requests * (1 + 0.1 * delivery.invocations);
    const run = invocations * (price.request + seconds * second);
    const tasks = requests * 0.1 * delivery.tasks * price.taskOperation;
    return `| ${[name, ...[firestore, run, tasks, firestore + run + tasks].map(dollars)].join(" | ")} |\n`;
  });
  return `| a month of | Firestore | Cloud Run | Cloud Tasks | together |
|---|---|---|---|---|
${rows.join("")}`;
}

function mean(endpoints: readonly Pick<CallEndpoint, "cost">[]): { reads: number; writes: number } {
  const sum = (of: "reads" | "writes") => endpoints.reduce((total, { cost }) => total + (cost?.[of] ?? 0), 0);
  return { reads: sum("reads") / endpoints.length, writes: sum("writes") / endpoints.length };
}

/** Two significant digits, because the inputs are no more precise. */
const dollars = (value: number) => `$${Number(value.toPrecision(2)).toLocaleString("en")}`;

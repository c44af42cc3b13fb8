// `node functions/testing/suites/cost/table.ts` prints the cost of each endpoint: measured, declared and lower bound.
import type { CallEndpoint, DeclaredCost } from "#http/endpoint";
import { callEndpoints } from "#src/endpoints";
import type { Cost } from "#store/metered";
import { exampleWorld } from "#testing/harness/example-world";
import { doorOf } from "#testing/suites/conformance/door";

/** The counts of a declared cost, without its reasons. */
export function countsOf({ reads, writes, trips }: DeclaredCost): Cost {
  return { reads, writes, trips };
}

/** The lower bound for answering the example, judged by hand. */
export function leastOf({ reads, leastReads = reads, writes, trips }: DeclaredCost): Cost {
  return { reads: leastReads, writes, trips };
}

/** Runs the endpoint's example once, with cached credentials. @throws when the example fails. */
export async function measureCost(endpoint: CallEndpoint): Promise<Cost> {
  const { w, send } = doorOf(await exampleWorld(), endpoint);
  await send({ raw: "" });
  const { status, body } = await send();
  if (status !== 200) throw new Error(`${endpoint.path} answered ${JSON.stringify(body)}`);
  const line = w.logged.findLast(({ message }) => message === "request");
  if (!line) throw new Error("the request was not logged");
  await w.drain();
  const { reads, writes, trips } = line.fields as unknown as Cost;
  return { reads, writes, trips };
}

/** A line of the table for reading; `*` where the endpoint costs more than the least. */
function costLine({ path, cost }: CallEndpoint, measured: Cost, width: number): string {
  const least = leastOf(cost);
  const cells = (["reads", "writes", "trips"] as const).map((name) =>
    `${measured[name]}${measured[name] > least[name] ? "*" : " "} ${cost[name]} ${least[name]}`.padStart(13),
  );
  return [path.padEnd(width), ...cells, ...(cost.note ? [`  ${cost.note}`] : [])].join("");
}

async function main(): Promise<void> {
  const width = Math.max(...callEndpoints.map(({ path }) => path.length));
  process.stdout.write(`${"measured, declared, least".padEnd(width)}        reads       writes        trips\n`);
  for (const endpoint of callEndpoints)
    process.stdout.write(`${costLine(endpoint, await measureCost(endpoint), width)}\n`);
}

if (import.meta.main) void main();

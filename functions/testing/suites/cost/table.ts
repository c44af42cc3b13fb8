// `node functions/testing/suites/cost/table.ts` prints what each endpoint costs; `--write` records what is measured.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Endpoint } from "#http/endpoint";
import { endpoints } from "#src/endpoints";
import type { Cost } from "#store/metered";
import { exampleWorld } from "#testing/harness/example-world";
import { doorOf } from "#testing/suites/conformance/door";

/** What one endpoint's example costs, and the least that answering it can cost, judged by hand. */
export interface CostRecord extends Cost {
  least: Cost;
  /** Why it costs more than the least. */
  note?: string;
}
export type CostTable = Record<string, CostRecord>;

const file = fileURLToPath(new URL("costs.json", import.meta.url));

/** The recorded table, `costs.json`. */
export function recordedCosts(): CostTable {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Runs the endpoint's example once, its credentials already looked up. @throws when the example fails. */
export async function measureCost(endpoint: Endpoint): Promise<Cost> {
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

/** Measures every endpoint. What is judged by hand is kept; a new endpoint's least is first taken to be what it costs. */
export async function measureAll(recorded: CostTable): Promise<CostTable> {
  const table: CostTable = {};
  for (const endpoint of endpoints as Endpoint[]) {
    const cost = await measureCost(endpoint);
    table[endpoint.path] = { ...recorded[endpoint.path], ...cost, least: recorded[endpoint.path]?.least ?? cost };
  }
  return table;
}

/** The table for reading: measured beside least, `*` where it costs more than the least. */
export function printCosts(table: CostTable): string {
  const width = Math.max(...Object.keys(table).map((path) => path.length));
  const cell = (has: number, least: number) => `${has}${has > least ? "*" : " "} ${least}`.padStart(10);
  const rows = Object.entries(table).map(
    ([path, { reads, writes, trips, least, note = "" }]) =>
      path.padEnd(width) +
      cell(reads, least.reads) +
      cell(writes, least.writes) +
      cell(trips, least.trips) +
      (note && `  ${note}`),
  );
  const head = `${"each: measured, least".padEnd(width)}     reads    writes     trips`;
  return `${[head, ...rows].join("\n")}\n`;
}

if (import.meta.main) {
  const table = await measureAll(recordedCosts());
  if (process.argv.includes("--write")) writeFileSync(file, `${JSON.stringify(table, null, 2)}\n`);
  process.stdout.write(printCosts(table));
}

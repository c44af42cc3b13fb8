import { commonEndpoints } from "@atrium/functions/testing/fixtures/common-endpoints";
import type { Costs } from "./costs.ts";
import type { Amount, Result, Throughput, Times } from "./figure.ts";

/** The figures, one per row; the first row is the header. */
export function figureRows(results: Result[]): string[][] {
  const rows = results.map(({ title, product, floor, ratio, target, met }) => [
    title,
    show(product),
    floor ? show(floor) : "",
    ratio?.toFixed(2) ?? "",
    target,
    met ? "yes" : "no",
  ]);
  return [["figure", "Atrium", "floor", "ratio", "target", "met"], ...rows];
}

/** The cost of each endpoint with its lower bound: documents read, documents written, sequential round trips. */
export function costRows(costs: Costs): string[][] {
  const rows = Object.entries(costs).map(([path, { reads, writes, trips, least }]) => [
    path,
    `${reads} (${least.reads})`,
    `${writes} (${least.writes})`,
    `${trips} (${least.trips})`,
  ]);
  return [["endpoint", "reads (least)", "writes (least)", "trips (least)"], ...rows];
}

/** The Firestore cost of a thousand calls of the most common endpoints, and the round trips of each call. */
export function commonCostRows(costs: Costs): string[][] {
  const cells = commonEndpoints.map((path) => {
    const { reads, writes, trips } = costs[path] ?? { reads: Number.NaN, writes: Number.NaN, trips: Number.NaN };
    return [path, `${reads * 1000}`, `${writes * 1000}`, `${trips}`];
  });
  const head = ["1,000 calls of", "reads", "writes", "round trips of each"];
  // Two entries per row, to keep the table short.
  const half = Math.ceil(cells.length / 2);
  return [
    [...head, ...head],
    ...cells.slice(0, half).map((row, i) => [...row, ...(cells[half + i] ?? ["", "", "", ""])]),
  ];
}

function show(measured: Throughput | Amount | Times): string {
  if ("unit" in measured) return `${measured.value.toFixed(measured.value < 10 ? 2 : 0)} ${measured.unit}`;
  if (!("requestsPerSecond" in measured)) return `p50 ${measured.p50.toFixed(1)} ms, p99 ${measured.p99.toFixed(1)} ms`;
  const { requestsPerSecond, p50, p99, cpu, loadCpu } = measured;
  const times = p50 === undefined || p99 === undefined ? "" : `, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  const load = loadCpu === undefined ? "" : ` (clients ${Math.round(loadCpu)} µs)`;
  return `${Math.round(requestsPerSecond)}/s${times}${cpu === undefined ? "" : `, CPU ${Math.round(cpu)} µs${load}`}`;
}

/** Rows for a terminal, columns aligned. */
export function toText(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => "-".repeat(width)).join("  "));
  return lines.join("\n");
}

/** Rows as a table of Markdown. */
export function toMarkdown(rows: string[][]): string {
  const lines = rows.map((row) => `| ${row.join(" | ")} |`);
  lines.splice(1, 0, `|${"---|".repeat(rows[0]?.length ?? 0)}`);
  return lines.join("\n");
}

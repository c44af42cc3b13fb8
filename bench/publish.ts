import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Costs } from "./costs.ts";
import type { Options, Result } from "./figure.ts";
import { commonCostRows, figureRows, toMarkdown } from "./report.ts";
import { root } from "./server-process.ts";

const BEGIN = "<!-- figures: written by npm run bench -->";
const END = "<!-- /figures -->";
const COSTS_BEGIN = "<!-- costs: written by npm run bench -->";
const COSTS_END = "<!-- /costs -->";

/** Writes the results of a whole run into `bench/results.json` and `docs/performance.md`. */
export function publish(options: Options, figures: Result[], costs: Costs): void {
  const cores = availableParallelism();
  const content = { machine: { cores }, options, figures, costs };
  writeFileSync(join(root, "bench", "results.json"), `${JSON.stringify(content, null, 2)}\n`);
  const page = join(root, "docs/performance.md");
  writeFileSync(page, withCosts(withFigures(readFileSync(page, "utf8"), cores, figures), costs));
}

/** The page with the table between its marks. @throws Error if the marks are missing. */
export function withFigures(page: string, cores: number, figures: Result[]): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`The page has lost its marks ${BEGIN} and ${END}.`);
  const words = `One process beside its load on ${cores} cores, 64 connections; the floor ran alternately in the same run.`;
  return `${before}${BEGIN}\n${words}\n\n${toMarkdown(figureRows(figures))}\n${END}${after}`;
}

/** The page with the costs of the most common endpoints between its marks; unchanged if it has no such marks. */
export function withCosts(page: string, costs: Costs): string {
  const [before, rest] = page.split(COSTS_BEGIN);
  const after = rest?.split(COSTS_END)[1];
  if (after === undefined) return page;
  return `${before}${COSTS_BEGIN}\n${toMarkdown(commonCostRows(costs))}\n${COSTS_END}${after}`;
}

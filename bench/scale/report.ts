import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toMarkdown } from "../report.ts";
import { excess, type Finding, limits } from "./model/usage.ts";
import type { Outcome } from "./scenarios/outcome.ts";

const BEGIN = "<!-- report: written by npm run bench:scale -->";
const END = "<!-- /report -->";
/** Number of findings of a scenario that are listed besides those above their limit. */
const NEXT = 6;

/** Whether a finding is above its limit. */
export const exceedsLimit = (finding: Finding) => excess(finding) > 1;

/** The outcomes as Markdown. */
export function render(outcomes: Readonly<Record<string, Outcome>>): string {
  return Object.entries(outcomes)
    .map(([title, { figures, findings }]) => {
      const above = findings.filter(exceedsLimit);
      const listed = [...above, ...findings.filter((one) => !exceedsLimit(one) && excess(one) > 0).slice(0, NEXT)];
      const rows = listed.map((one) => {
        const { limit, unit } = limits[one.kind];
        return [
          `\`${one.where.replace("|", " of ")}\``,
          unit,
          round(one.value),
          `${limit}`,
          exceedsLimit(one) ? "**bends**" : "holds",
        ];
      });
      const tables = [toMarkdown([["figure", "value"], ...figures])];
      if (rows.length > 0) tables.push(toMarkdown([["where", "what", "seen", "limit", ""], ...rows]));
      return `### ${title}\n\n${tables.join("\n\n")}\n`;
    })
    .join("\n");
}

const round = (value: number) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("en"));

/** Writes the report into `docs/scale.md`, between its marks. @throws Error if the marks are missing. */
export function publish(text: string): void {
  const file = join(import.meta.dirname, "..", "..", "docs/scale.md");
  const [before, rest] = readFileSync(file, "utf8").split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`docs/scale.md has lost its marks ${BEGIN} and ${END}.`);
  writeFileSync(file, `${before}${BEGIN}\n${text}${END}${after}`);
}

import type { Area } from "../contract/operations.ts";
import type { Guide } from "../guides.ts";
import { type Html, html } from "./html.ts";

/** The pages and assets that every page links to. */
export interface Site {
  areas: readonly Area[];
  guides: readonly Guide[];
  /** Guides for operators. */
  operatorGuides: readonly Guide[];
  /** Paths of the files that all pages load; each contains a hash of the file's content. */
  assets: { script: string; style: string; icon: string; search: string };
}

/** The sidebar: guides, then the operations of each area by their summaries, then the guides for operators. */
export function navigation({ areas, guides, operatorGuides }: Site, current: string): Html {
  const groups = [...new Set(areas.map(({ group }) => group))];
  return html`<h2>Guides</h2><ul>${guides.map(({ page, title }) => entry(page, title, current))}</ul>${groups.map(
    (group) =>
      html`<h2>${groupTitle(group)}</h2>${areas
        .filter((area) => area.group === group)
        .map(
          ({ name, operations }) =>
            html`<details${operations.some(({ page }) => page === current) && html` open`}><summary>${name}</summary><ul>${operations.map(
              (operation) => entry(operation.page, shortSummary(operation.summary), current),
            )}</ul></details>`,
        )}`,
  )}<h2>Run a server</h2><ul>${operatorGuides.map(({ page, title }) => entry(page, title, current))}</ul>`;
}

/** Shortens a summary to a line of the sidebar: the part after the first comma is an explanation. */
function shortSummary(summary: string): string {
  const [first = summary] = summary.split(/[,;] /);
  return first.length > 60 ? `${first.slice(0, first.lastIndexOf(" ", 58))} …` : first;
}

function groupTitle(group: string): string {
  return { Webhooks: "Events", "Version 2": "Endpoints", "Version 1": "Earlier version (v1)" }[group] ?? group;
}

function entry(page: string, text: string, current: string): Html {
  return html`<li><a href="${page}"${page === current && html` aria-current="page"`}>${text}</a></li>`;
}

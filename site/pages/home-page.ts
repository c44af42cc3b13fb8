import type { OpenApi } from "../contract/openapi.ts";
import type { Guide } from "../guides.ts";
import { type Html, html } from "./html.ts";
import type { Page } from "./layout.ts";
import { markdown } from "./markdown.ts";
import type { Site } from "./navigation.ts";

/** The page at `/docs`. */
export function homePage({ info }: OpenApi, { guides, operatorGuides, areas }: Site): Page {
  // The introduction comes first; the description of how all calls work comes after the guides.
  const [what = "", ...how] = info.description.split("\n\n");
  const current = areas.filter(({ group }) => group === "Version 2");
  return {
    path: "/docs",
    title: "Atrium – documentation",
    description: "Guides, every endpoint and every event of Atrium, with calls to try.",
    body: html`<h1>${info.title}</h1>${markdown(what).body}
<p id="demo-notice" role="status"></p>
<h2 id="guides">Guides</h2>${cards(guides)}
<h2 id="calls">All calls</h2>${markdown(how.join("\n\n")).body}
<h2 id="endpoints">Endpoints</h2>${current.map(
      ({ name, description, operations }) =>
        html`<h3>${name}</h3><p>${description}</p><ul class="operations">${operations.map(
          ({ page, summary, call }) => html`<li><a href="${page}">${summary}</a> <code>${call.path}</code></li>`,
        )}</ul>`,
    )}
<h2 id="operating">Run a server</h2>${cards(operatorGuides)}`,
  };
}

function cards(guides: readonly Guide[]): Html {
  return html`<ul class="cards">${guides.map(
    ({ page, title, summary }) => html`<li><a href="${page}">${title}</a><p>${summary}</p></li>`,
  )}</ul>`;
}

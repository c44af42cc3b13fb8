import type { Guide } from "../guides.ts";
import { html } from "./html.ts";
import type { Page } from "./layout.ts";
import { type Links, markdown } from "./markdown.ts";

/** The page of a guide. */
export function guidePage({ page, title, summary, text }: Guide, links: Links): Page {
  const { body, headings } = markdown(text, links);
  const parts = headings.filter(({ depth }) => depth === 2);
  return {
    path: page,
    title: `${title} – Atrium`,
    description: summary,
    body: html`<p class="area">Guide</p>${body}`,
    kind: "guide",
    aside: html`<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${parts.map(
      ({ id, text: name }) => html`<li><a href="#${id}">${name}</a></li>`,
    )}</ul></nav>`,
  };
}

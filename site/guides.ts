import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A text of `docs/guides`. */
export interface Guide {
  /** Path of its page. */
  page: string;
  title: string;
  /** Its first paragraph. */
  summary: string;
  /** The whole text as Markdown. */
  text: string;
}

/** The guides in the order in which a reader needs them. */
const names = [
  "authentication",
  "user-tokens",
  "permissions",
  "webhooks",
  "streams",
  "editing",
  "pagination",
  "idempotency",
  "errors",
  "migration",
  "console",
];

/** Reads the guides. */
export function readGuides(): Guide[] {
  return names.map((name) => {
    const text = readFileSync(join(import.meta.dirname, "..", "docs", "guides", `${name}.md`), "utf8");
    const [, title = name, summary = ""] = /^# (.*)\n+([^\n]+(?:\n[^\n]+)*)/.exec(text) ?? [];
    return { page: `/docs/guides/${name}`, title, summary: plainText(summary), text };
  });
}

/** A paragraph of Markdown without its marks: of a link, the text. */
function plainText(paragraph: string): string {
  return paragraph
    .replaceAll("\n", " ")
    .replaceAll("`", "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A text in `docs` that becomes a page of the site. */
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
  "comments",
  "webhooks",
  "streams",
  "editing",
  "pagination",
  "idempotency",
  "errors",
  "migration",
  "console",
];

/** The texts in `docs` for operators, in the order in which they need them. */
const operatorNames = ["operations", "settings", "backup", "metrics"];

/** Reads the guides. */
export function readGuides(): Guide[] {
  return names.map((name) => read(`guides/${name}.md`, `/docs/guides/${name}`));
}

/** Reads the texts for operators. Their samples are not programs but commands for the reader's own machine. */
export function readOperatorGuides(): Guide[] {
  return operatorNames.map((name) => read(`${name}.md`, `/docs/operating/${name}`));
}

/** The page, with anchor, for a link to a text's file; undefined if the text is not a page of the site. */
export function pageOfFile(link: string): string | undefined {
  const [, name = "", part = ""] = /^(?:\.\.\/)?([\w-]+)\.md(#.*)?$/.exec(link) ?? [];
  if (names.includes(name)) return `/docs/guides/${name}${part}`;
  return operatorNames.includes(name) ? `/docs/operating/${name}${part}` : undefined;
}

function read(file: string, page: string): Guide {
  const text = readFileSync(join(import.meta.dirname, "..", "docs", file), "utf8");
  const [, title = file, summary = ""] = /^# (.*)\n+([^\n]+(?:\n[^\n]+)*)/.exec(text) ?? [];
  return { page, title, summary: plainText(summary), text };
}

/** A Markdown paragraph as plain text; of a link, only its text remains. */
function plainText(paragraph: string): string {
  return paragraph
    .replaceAll("\n", " ")
    .replaceAll("`", "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}

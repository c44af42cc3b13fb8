import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A text of `docs` that is a page of the site. */
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

/** The texts of `docs` for whoever runs a server, in the order in which they need them. */
const operatorNames = ["operations", "settings", "backup", "metrics"];

/** Reads the guides. */
export function readGuides(): Guide[] {
  return names.map((name) => read(`guides/${name}.md`, `/docs/guides/${name}`));
}

/** Reads the texts for whoever runs a server. Their samples are no programs: they are commands for a machine of the reader's. */
export function readOperatorGuides(): Guide[] {
  return operatorNames.map((name) => read(`${name}.md`, `/docs/operating/${name}`));
}

/** The page of a text that another text links to by its file, with the part that it names; undefined where it has none. */
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

/** A paragraph of Markdown without its marks: of a link, the text. */
function plainText(paragraph: string): string {
  return paragraph
    .replaceAll("\n", " ")
    .replaceAll("`", "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}

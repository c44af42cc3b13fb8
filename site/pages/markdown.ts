import { Marked, type Tokens } from "marked";
import { pageOfFile } from "../guides.ts";
import { codeBlock, codeTabs } from "./code.ts";
import { escapeHtml, Html } from "./html.ts";

/** A heading of a page, and its anchor. */
export interface Heading {
  id: string;
  text: string;
  depth: number;
}

/** Pages by the names of endpoints and events. A name that appears as code in a text becomes a link. */
export type Links = ReadonlyMap<string, string>;

/** Renders a whole text. Consecutive samples in several languages become tabs. */
export function markdown(text: string, links: Links = new Map()): { body: Html; headings: Heading[]; plain: string } {
  const headings: Heading[] = [];
  const marked = create(headings, links);
  const tokens = marked.lexer(text);
  const blocks: string[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const samples = samplesFrom(tokens, i);
    if (samples.length > 1) {
      blocks.push(codeTabs(samples).text);
      i = lastOf(tokens, i, samples.length);
    } else blocks.push(marked.parser([tokens[i] as Tokens.Generic]));
  }
  const plain = text.replace(/```[\s\S]*?```/g, " ").replace(/[#*`|]|\]\([^)]*\)|\[/g, " ");
  return { body: new Html(blocks.join("")), headings, plain };
}

/** Renders the description of a field, which is one paragraph. */
export function inlineMarkdown(text: string): Html {
  return new Html(create([], new Map()).parseInline(text, { async: false }));
}

/** The anchor of a heading. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

function create(headings: Heading[], links: Links): Marked {
  return new Marked({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      code: ({ text, lang }) => codeBlock(text, lang ?? "").text,
      codespan({ text }) {
        const code = `<code>${escapeHtml(text)}</code>`;
        const page = links.get(text);
        return page ? `<a href="${page}">${code}</a>` : code;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = pageOfFile(href) ?? href;
        // Links to files of the repository have no target on the site.
        return /^(https?:|[/#])/.test(target) ? `<a href="${escapeHtml(target)}">${text}</a>` : text;
      },
      table({ header, rows }) {
        const titles = header.map(({ tokens }) => `<th>${this.parser.parseInline(tokens)}</th>`);
        // On a phone each cell shows the title of its column.
        const cells = (row: readonly Tokens.TableCell[]) =>
          row.map(
            ({ tokens }, i) =>
              `<td data-title="${escapeHtml(header[i]?.text ?? "")}">${this.parser.parseInline(tokens)}</td>`,
          );
        const tableRows = rows.map((row) => `<tr>${cells(row).join("")}</tr>`).join("");
        return `<div class="table"><table><thead><tr>${titles.join("")}</tr></thead><tbody>${tableRows}</tbody></table></div>`;
      },
      heading({ tokens, text, depth }) {
        const id = anchorOf(text);
        headings.push({ id, text, depth });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>`;
      },
    },
  });
}

/** The consecutive samples from a position on, each in a different language. */
function samplesFrom(tokens: readonly Tokens.Generic[], start: number) {
  const samples: { language: string; text: string }[] = [];
  for (const { type, lang, text } of tokens.slice(start)) {
    if (type === "space" && samples.length > 0) continue;
    if (type !== "code" || !["ts", "sh", "py"].includes(lang)) break;
    if (samples.some(({ language }) => language === lang)) break;
    samples.push({ language: lang, text });
  }
  return samples;
}

/** Index of the last of `count` samples. */
function lastOf(tokens: readonly Tokens.Generic[], start: number, count: number): number {
  let remainingCount = count;
  for (let i = start; i < tokens.length; i++) if (tokens[i]?.type === "code" && --remainingCount === 0) return i;
  return tokens.length;
}

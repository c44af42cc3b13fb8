import { partsOf } from "../snippets/highlight.ts";

/** A program with syntax colours. */
export function colour(text: string, language: string): Node[] {
  return partsOf(text, language).map(({ kind, text: part }) => {
    if (kind === "plain") return document.createTextNode(part);
    const span = document.createElement("span");
    span.className = kind;
    span.textContent = part;
    return span;
  });
}

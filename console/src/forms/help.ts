import { createElement, Fragment, type ReactNode } from "react";

/** Replaces `null`, which nobody can type in a field; English like the sentence around it. */
const EMPTIED = "an empty field";

/**
 * Turns a field's description in the contract into help, which is English in every language of the page: names are set
 * as code, and `null` becomes "an empty field". A single sentence loses its full stop, since more of the hint may
 * follow in the same row.
 */
export function helpOf(description: string): ReactNode {
  const text = description.includes(". ") ? description : description.replace(/\.$/, "");
  const parts = text.split("`").map((part, i) => {
    if (i % 2 === 0) return part;
    return part === "null" ? EMPTIED : createElement("code", undefined, part);
  });
  return createElement("span", { lang: "en" }, ...parts);
}

/** The parts of a hint in a row; undefined if there are none. */
export function inRow(parts: readonly ReactNode[]): ReactNode {
  const present = parts.filter(Boolean);
  if (present.length === 0) return undefined;
  return inOne(present.flatMap((part, i) => (i === 0 ? [part] : [" · ", part])));
}

/** Joins parts that never change places, and so need no keys. */
function inOne(parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, undefined, ...parts);
}

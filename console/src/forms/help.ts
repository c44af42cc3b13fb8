import { createElement, Fragment, type ReactNode } from "react";

/** What stands for `null`, which nobody can type: in English as the sentence around it. */
const EMPTIED = "an empty field";

/**
 * What the contract says of a field as help, in English whatever the language of the page: names stand in the type of code, and
 * `null` is said as what stands for it. A single sentence has no full stop, since more of the hint may follow in its row.
 */
export function helpOf(description: string): ReactNode {
  const text = description.includes(". ") ? description : description.replace(/\.$/, "");
  const parts = text.split("`").map((part, i) => {
    if (i % 2 === 0) return part;
    return part === "null" ? EMPTIED : createElement("code", undefined, part);
  });
  return createElement("span", { lang: "en" }, ...parts);
}

/** Parts of a hint in a row; undefined where there is none. */
export function inRow(parts: readonly ReactNode[]): ReactNode {
  const present = parts.filter(Boolean);
  if (present.length === 0) return undefined;
  return inOne(present.flatMap((part, i) => (i === 0 ? [part] : [" · ", part])));
}

/** Parts that never change their places, and so need no keys. */
function inOne(parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, undefined, ...parts);
}

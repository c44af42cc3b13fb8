import { createElement, Fragment, type ReactNode } from "react";

/**
 * A sentence of the contract as help at a field: names stand in the type of code, and `null`, which nobody can type there, is said
 * as what stands for it.
 */
export function helpOf(description: string, emptied: string): ReactNode {
  const parts = description.split("`").map((text, i) => {
    if (i % 2 === 0) return text;
    return text === "null" ? emptied : createElement("code", undefined, text);
  });
  return inOne(parts);
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

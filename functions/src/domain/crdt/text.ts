import type * as Y from "yjs";

/** Changes a shared text into `next` by replacing the one range that differs; never splits a surrogate pair. */
export function replaceText(text: Y.Text, next: string): void {
  const before = text.toString();
  let { start, end } = commonEnds(before.length, next.length, (i, j) => before.charCodeAt(i) === next.charCodeAt(j));
  if (start > 0 && isHighSurrogate(next.charCodeAt(start - 1))) start--;
  if (end > 0 && isLowSurrogate(next.charCodeAt(next.length - end))) end--;
  const removed = before.length - start - end;
  if (removed > 0) text.delete(start, removed);
  const added = next.slice(start, next.length - end);
  if (added !== "") text.insert(start, added);
}

/** Counts the items that two sequences share at their start and, among the rest, at their end. */
export function commonEnds(
  before: number,
  after: number,
  isSame: (indexBefore: number, indexAfter: number) => boolean,
): { start: number; end: number } {
  const shorter = Math.min(before, after);
  let start = 0;
  while (start < shorter && isSame(start, start)) start++;
  let end = 0;
  while (end < shorter - start && isSame(before - end - 1, after - end - 1)) end++;
  return { start, end };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

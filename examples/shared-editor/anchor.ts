// Finds the place of a thread in the text. Relative positions of Yjs stay with their letters, whatever others insert
// before them.
import type { CommentAnnotation } from "@atrium/client";
import {
  createAbsolutePositionFromRelativePosition,
  createRelativePositionFromJSON,
  createRelativePositionFromTypeIndex,
  type Doc,
  relativePositionToJSON,
  type Text,
} from "yjs";
import type { Range } from "./editor.ts";

/** Number of letters on each side of a selection that count as its surroundings. */
const AROUND = 24;

/** The place of a thread, as stored in its `context`. */
export interface Anchor {
  editorId: string;
  /** The text that was selected, with the text before and after it. */
  quote: string;
  prefix: string;
  suffix: string;
  from: unknown;
  to: unknown;
}

/** The anchor of a selection. */
export function anchorOf(editorId: string, text: Text, { from, to }: Range): Anchor {
  const position = (index: number, side: number) =>
    relativePositionToJSON(createRelativePositionFromTypeIndex(text, index, side));
  const whole = text.toString();
  return {
    editorId,
    quote: whole.slice(from, to),
    prefix: whole.slice(Math.max(0, from - AROUND), from),
    suffix: whole.slice(to, to + AROUND),
    from: position(from, 0),
    to: position(to, -1),
  };
}

/**
 * The anchor that this page wrote into a thread; undefined for threads of other programs, which have a `context` of
 * their own.
 */
export function anchorIn({ context }: CommentAnnotation): Anchor | undefined {
  const anchor = context as Partial<Anchor> | undefined;
  const isOurs = [anchor?.quote, anchor?.prefix, anchor?.suffix].every((words) => typeof words === "string");
  return isOurs ? (anchor as Anchor) : undefined;
}

/** The text before and after a range, in the same line, so that readers can tell equal words apart. */
export function around(text: Text, { from, to }: Range): { before: string; after: string } {
  const whole = text.toString();
  const [before = ""] = whole.slice(0, from).split("\n").slice(-1);
  const [after = ""] = whole.slice(to).split("\n");
  return {
    before: before.length > AROUND ? before.slice(-AROUND).replace(/^\S*/, "…") : before,
    after: after.length > AROUND ? after.slice(0, AROUND).replace(/\S*$/, "…") : after,
  };
}

/**
 * The current range of an anchor; undefined if its text is gone. Undoing a deletion brings the words back as new
 * letters: then they are searched for between their old surroundings or, if other lines have changed, within their old
 * line. If only some letters are new, the range includes the remaining ones.
 */
export function rangeOf({ from, to, quote, prefix, suffix }: Anchor, text: Text): Range | undefined {
  const { doc } = text;
  if (!doc) return undefined;
  const [start = 0, end = 0] = [from, to].map((json) => indexOf(json, doc));
  const remainingRange = start < end ? { from: start, to: end } : undefined;
  if (remainingRange && text.toString().slice(start, end) === quote) return remainingRange;
  const [line = ""] = prefix.split("\n").slice(-1);
  const [restOfLine = ""] = suffix.split("\n");
  const again = placeBetween(prefix, quote, suffix, text) ?? placeBetween(line, quote, restOfLine, text);
  const whole = again === undefined ? undefined : { from: again, to: again + quote.length };
  const isElsewhere = remainingRange && whole && (whole.from > remainingRange.to || whole.to < remainingRange.from);
  return isElsewhere ? remainingRange : (whole ?? remainingRange);
}

/** The current index of a relative position; undefined if it is unknown or the JSON is not a position. */
function indexOf(json: unknown, doc: Doc): number | undefined {
  try {
    // Only the window that undid a deletion knows which letters replace the deleted ones, so no window uses that
    // knowledge.
    return createAbsolutePositionFromRelativePosition(createRelativePositionFromJSON(json), doc, false)?.index;
  } catch {
    return undefined;
  }
}

/** The index of a quote between two other texts; undefined if there is no such place, or more than one. */
function placeBetween(before: string, quote: string, after: string, text: Text): number | undefined {
  const whole = text.toString();
  const words = before + quote + after;
  const at = whole.indexOf(words);
  return at >= 0 && at === whole.lastIndexOf(words) ? at + before.length : undefined;
}

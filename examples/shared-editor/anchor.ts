// Where a thread stands in the text. Yjs' relative positions stay with their letters, whatever others insert before them.
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

/** Letters on each side of a part of the text that count as its surroundings. */
const AROUND = 24;

/** What a thread keeps of its place, in its `context`. */
export interface Anchor {
  editorId: string;
  /** The text that was selected, and what stood before and after it. */
  quote: string;
  prefix: string;
  suffix: string;
  from: unknown;
  to: unknown;
}

/** The anchor of a part of the text. */
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

/** The anchor that this page has written into a thread. Other programs write threads too, with a `context` of their own. */
export function anchorIn({ context }: CommentAnnotation): Anchor | undefined {
  const anchor = context as Partial<Anchor> | undefined;
  const isOurs = [anchor?.quote, anchor?.prefix, anchor?.suffix].every((words) => typeof words === "string");
  return isOurs ? (anchor as Anchor) : undefined;
}

/** What stands before and after a part of the text, in its line: by it people tell equal words apart. */
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
 * Where an anchor stands now. Undefined when its text is gone. A deletion that was undone brings the same words back as new
 * letters: then they are looked for between their old surroundings, or, where other lines have changed, in their old line.
 * Where only some of them were new letters, the whole is at the place of the others.
 */
export function rangeOf({ from, to, quote, prefix, suffix }: Anchor, text: Text): Range | undefined {
  const { doc } = text;
  if (!doc) return undefined;
  const [start = 0, end = 0] = [from, to].map((json) => indexOf(json, doc));
  const left = start < end ? { from: start, to: end } : undefined;
  if (left && text.toString().slice(start, end) === quote) return left;
  const [line = ""] = prefix.split("\n").slice(-1);
  const [restOfLine = ""] = suffix.split("\n");
  const again = placeBetween(prefix, quote, suffix, text) ?? placeBetween(line, quote, restOfLine, text);
  const whole = again === undefined ? undefined : { from: again, to: again + quote.length };
  const isElsewhere = left && whole && (whole.from > left.to || whole.to < left.from);
  return isElsewhere ? left : (whole ?? left);
}

/** Where a relative position stands now; undefined where that is unknown, also for JSON that is none. */
function indexOf(json: unknown, doc: Doc): number | undefined {
  try {
    // Only the window that has undone a deletion knows which letters came in place of others, so nobody goes by that.
    return createAbsolutePositionFromRelativePosition(createRelativePositionFromJSON(json), doc, false)?.index;
  } catch {
    return undefined;
  }
}

/** Where a quote stands between two others. Undefined where that is so nowhere, or at several places. */
function placeBetween(before: string, quote: string, after: string, text: Text): number | undefined {
  const whole = text.toString();
  const words = before + quote + after;
  const at = whole.indexOf(words);
  return at >= 0 && at === whole.lastIndexOf(words) ? at + before.length : undefined;
}

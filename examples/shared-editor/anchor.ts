// Where a thread stands in the text. Yjs' relative positions stay with their letters, whatever others insert before them.
import type { CommentAnnotation } from "@atrium/client";
import {
  createAbsolutePositionFromRelativePosition,
  createRelativePositionFromJSON,
  createRelativePositionFromTypeIndex,
  relativePositionToJSON,
  type Text,
} from "yjs";
import type { Range } from "./editor.ts";

/** What a thread keeps of its place, in its `context`. */
export interface Anchor {
  editorId: string;
  /** The text that was selected. */
  quote: string;
  from: unknown;
  to: unknown;
}

/** The anchor of a part of the text. */
export function anchorOf(editorId: string, text: Text, { from, to }: Range): Anchor {
  const position = (index: number, side: number) =>
    relativePositionToJSON(createRelativePositionFromTypeIndex(text, index, side));
  return { editorId, quote: text.toString().slice(from, to), from: position(from, 0), to: position(to, -1) };
}

/** The anchor that this page has written into a thread. */
export function anchorIn({ context }: CommentAnnotation): Anchor | undefined {
  return context && "quote" in context ? (context as unknown as Anchor) : undefined;
}

/** Letters that are shown on each side of a part of the text. */
const AROUND = 24;

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

/** Where an anchor stands now. Undefined when its text is gone. */
export function rangeOf({ from, to }: Anchor, { doc }: Text): Range | undefined {
  if (!doc) return undefined;
  const [start, end] = [from, to].map(
    (json) => createAbsolutePositionFromRelativePosition(createRelativePositionFromJSON(json), doc)?.index,
  );
  return start !== undefined && end !== undefined && start < end ? { from: start, to: end } : undefined;
}

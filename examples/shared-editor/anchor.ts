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

/** Where an anchor stands now. Undefined when its text is gone. */
export function rangeOf({ from, to }: Anchor, ydoc: Doc): Range | undefined {
  const [start, end] = [from, to].map(
    (json) => createAbsolutePositionFromRelativePosition(createRelativePositionFromJSON(json), ydoc)?.index,
  );
  return start !== undefined && end !== undefined && start < end ? { from: start, to: end } : undefined;
}

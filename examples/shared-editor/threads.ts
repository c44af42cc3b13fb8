// Comments on parts of the text.
import type { CommentAnnotation } from "@atrium/client";
import type { Doc } from "yjs";
import { type Anchor, anchorIn, rangeOf } from "./anchor.ts";
import type { Range } from "./editor.ts";
import { element, item, onSubmit, shortened } from "./elements.ts";

/** What the panel needs of the page. */
interface ThreadsParts {
  editorId: string;
  ydoc: Doc;
  /** Marks the parts of the text that have comments. */
  mark(ranges: readonly Range[]): void;
  /** Shows a part of the text. */
  show(range: Range): void;
  /** Sends a reply. */
  reply(thread: CommentAnnotation, anchor: Anchor, commentText: string): Promise<void>;
}

/** Shows the threads of a text, the newest first, and their places in it. */
export function createThreads(parts: ThreadsParts) {
  const threads = new Map<string, CommentAnnotation>();

  function show(): void {
    const ours = [...threads.values()].flatMap((thread) => {
      const anchor = anchorIn(thread);
      return anchor?.editorId === parts.editorId ? [{ thread, anchor }] : [];
    });
    ours.sort((a, b) => b.thread.createdAt - a.thread.createdAt);
    element("no-threads").hidden = ours.length > 0;
    element("threads").replaceChildren(...ours.map(({ thread, anchor }) => threadItem(thread, anchor)));
    parts.mark(ours.flatMap(({ anchor }) => rangeOf(anchor, parts.ydoc) ?? []));
  }

  function threadItem(thread: CommentAnnotation, anchor: Anchor): HTMLElement {
    const quote = item(shortened(anchor.quote), "button");
    quote.className = "quote";
    quote.addEventListener("click", () => {
      const range = rangeOf(anchor, parts.ydoc);
      if (range) parts.show(range);
    });
    const comments = thread.comments.map(({ from, commentText }) => {
      const line = item("", "p");
      line.append(item(String(from.name ?? from.userId), "b"), ` ${commentText ?? ""}`);
      return line;
    });
    const entry = item("");
    entry.append(
      quote,
      ...comments,
      replyForm((text) => parts.reply(thread, anchor, text)),
    );
    return entry;
  }

  return {
    show,
    set(thread: CommentAnnotation): void {
      threads.set(thread.annotationId, thread);
      show();
    },
    delete(annotationId: string): void {
      threads.delete(annotationId);
      show();
    },
    /** Forgets all others. */
    keep(annotationIds: readonly string[]): void {
      for (const id of threads.keys()) if (!annotationIds.includes(id)) threads.delete(id);
      show();
    },
  };
}

function replyForm(send: (text: string) => Promise<void>): HTMLFormElement {
  const form = document.createElement("form");
  const input = Object.assign(document.createElement("input"), { name: "text", placeholder: "Reply", required: true });
  input.autocomplete = "off";
  input.setAttribute("aria-label", "Reply");
  form.append(input, item("Reply", "button"));
  onSubmit(form, send);
  return form;
}

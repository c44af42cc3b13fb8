// Comments on parts of the text.
import type { CommentAnnotation } from "@atrium/client";
import type { Text } from "yjs";
import { type Anchor, anchorIn, around, rangeOf } from "./anchor.ts";
import type { Range } from "./editor.ts";
import { element, item, onSubmit, shortened } from "./elements.ts";
import { offerMentions, textOf } from "./mentions.ts";
import type { Person } from "./session.ts";

/** What the threads panel needs from the page. */
interface ThreadsParts {
  editorId: string;
  text: Text;
  /** The people whom a reply may mention. */
  others: readonly Person[];
  /** Marks the ranges of the text that have comments. */
  mark(ranges: readonly Range[]): void;
  /** Shows a range of the text. */
  show(range: Range): void;
  /** Sends a reply. */
  reply(annotationId: string, anchor: Anchor, commentText: string): Promise<void>;
}

/** A thread on the page. */
interface Entry {
  element: HTMLElement;
  quote: HTMLElement;
  comments: HTMLElement;
  /** The current range of its words; undefined while they are deleted. */
  range?: Range | undefined;
}

/** Shows the threads of a text, newest first, and marks their ranges in the text. */
export function createThreads(parts: ThreadsParts) {
  const threads = new Map<string, CommentAnnotation>();
  const entries = new Map<string, Entry>();

  function show(): void {
    const ours = [...threads.values()].flatMap((thread) => {
      const anchor = anchorIn(thread);
      return anchor?.editorId === parts.editorId ? [{ thread, anchor }] : [];
    });
    ours.sort((a, b) => b.thread.createdAt - a.thread.createdAt);
    element("no-threads").hidden = ours.length > 0;
    const list = element("threads");
    for (const [id, entry] of entries)
      if (!threads.has(id)) {
        entry.element.remove();
        entries.delete(id);
      }
    // Entries that stay are not moved in the DOM: somebody may be writing a reply in them.
    for (const [i, { thread, anchor }] of ours.entries()) {
      const entry = entries.get(thread.annotationId) ?? newEntry(thread.annotationId, anchor);
      entry.range = rangeOf(anchor, parts.text);
      entry.quote.replaceChildren(...quoteOf(anchor, entry.range));
      entry.comments.replaceChildren(...thread.comments.map(commentLine));
      if (list.children[i] !== entry.element) list.insertBefore(entry.element, list.children[i] ?? null);
    }
    parts.mark([...entries.values()].flatMap(({ range }) => range ?? []));
  }

  /** The words that were selected, with the words that surround them now. */
  function quoteOf(anchor: Anchor, range: Range | undefined): (Node | string)[] {
    const quote = item(shortened(anchor.quote), "mark");
    if (!range) return [quote, item(" (deleted)", "small")];
    const { before, after } = around(parts.text, range);
    return [item(before, "small"), quote, item(after, "small")];
  }

  function newEntry(annotationId: string, anchor: Anchor): Entry {
    const quote = item("", "button");
    quote.className = "quote";
    const entry: Entry = { element: item(""), quote, comments: item("", "div") };
    quote.addEventListener("click", () => {
      const range = rangeOf(anchor, parts.text);
      if (range) parts.show(range);
    });
    const reply = replyForm(parts.others, (text) => parts.reply(annotationId, anchor, text));
    entry.element.append(quote, entry.comments, reply);
    entries.set(annotationId, entry);
    return entry;
  }

  /** Highlights one thread; undefined: none. */
  function setApart(currentEntry: Entry | undefined): void {
    for (const entry of entries.values()) entry.element.classList.toggle("current", entry === currentEntry);
  }

  return {
    show,
    /** Shows a thread, unless it has been deleted. */
    open(annotationId: unknown): void {
      const entry = entries.get(String(annotationId));
      if (!entry) return;
      setApart(entry);
      entry.element.scrollIntoView({ block: "nearest" });
      entry.quote.focus();
    },
    /** Highlights the thread about the words at a position, and scrolls to it if the threads are beside the text. */
    visit(position: number): void {
      const entry = [...entries.values()].find(({ range }) => range && range.from <= position && position <= range.to);
      setApart(entry);
      if (matchMedia("(width >= 52rem)").matches) entry?.element.scrollIntoView({ block: "nearest" });
    },
    set(thread: CommentAnnotation): void {
      threads.set(thread.annotationId, thread);
      show();
    },
    delete(annotationId: string): void {
      threads.delete(annotationId);
      show();
    },
    /** Removes all others. */
    keep(annotationIds: readonly string[]): void {
      for (const id of threads.keys()) if (!annotationIds.includes(id)) threads.delete(id);
      show();
    },
  };
}

function commentLine(comment: CommentAnnotation["comments"][number]): HTMLElement {
  const { from } = comment;
  const line = item("", "p");
  line.append(item(String(from.name ?? from.userId), "b"), " ", ...textOf(comment));
  return line;
}

function replyForm(others: readonly Person[], send: (text: string) => Promise<void>): HTMLFormElement {
  const form = document.createElement("form");
  const fields = { name: "text", placeholder: "Reply", required: true, rows: 1, maxLength: 1000 };
  const input = Object.assign(document.createElement("textarea"), fields);
  input.setAttribute("aria-label", "Reply");
  form.append(input, item("Reply", "button"));
  offerMentions(input, others);
  onSubmit(form, send);
  return form;
}

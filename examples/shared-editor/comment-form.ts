// The form for a comment on the selected words.
import type { Text } from "yjs";
import { type Anchor, anchorOf, rangeOf } from "./anchor.ts";
import type { createEditor } from "./editor.ts";
import { element, onSubmit, shortened } from "./elements.ts";
import { offerMentions } from "./mentions.ts";
import type { Person } from "./session.ts";

interface CommentFormParts {
  editorId: string;
  text: Text;
  editor: Pick<ReturnType<typeof createEditor>, "selection" | "unselect">;
  /** The people whom a comment may mention. */
  others: readonly Person[];
  /** Begins a thread about the selected words. */
  begin(anchor: Anchor, commentText: string): Promise<void>;
}

/** Offers to comment on the selected words. @returns a function that shows the form for the current selection. */
export function createCommentForm({ editorId, text, editor, others, begin }: CommentFormParts): () => void {
  const form = element("comment") as HTMLFormElement;
  const draft = form.elements.namedItem("text") as HTMLTextAreaElement;

  /** Shows the form while words are selected. A draft is kept, even if others delete the words. */
  function show(): void {
    const range = editor.selection();
    form.hidden = !range && draft.value === "";
    element("quote").textContent = range ? shortened(text.toString().slice(range.from, range.to)) : "…";
  }

  // The form is reset after the event.
  form.addEventListener("reset", () => queueMicrotask(show));
  offerMentions(draft, others);
  onSubmit(form, async (commentText) => {
    const range = editor.selection();
    if (!range) throw new Error("No words are selected any more. Select the words to comment on.");
    const anchor = anchorOf(editorId, text, range);
    await begin(anchor, commentText);
    // In the meantime somebody may have written text before it, or this user may have selected something else.
    const [selected, commented] = [editor.selection(), rangeOf(anchor, text)];
    if (selected?.from === commented?.from && selected?.to === commented?.to) editor.unselect();
  });
  return show;
}

// The text: CodeMirror with the standard binding to Yjs, which draws the cursors of others.
import { defaultKeymap } from "@codemirror/commands";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap } from "@codemirror/view";
import { yCollab, yUndoManagerKeymap } from "y-codemirror.next";
import type { Awareness } from "y-protocols/awareness";
import type { Text } from "yjs";

/** A part of the text. */
export interface Range {
  from: number;
  to: number;
}

const setMarks = StateEffect.define<readonly Range[]>();
const mark = Decoration.mark({ class: "thread-mark" });

/** The ranges of the text that have comments. Edits move them along. */
const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    let after = before.map(transaction.changes);
    for (const effect of transaction.effects)
      if (effect.is(setMarks))
        after = Decoration.set(
          effect.value.map(({ from, to }) => mark.range(from, to)),
          true,
        );
    return after;
  },
  provide: (field) => EditorView.decorations.from(field),
});

interface EditorParts {
  text: Text;
  awareness: Awareness;
  /** Called when the user's selection has changed or ended, and when the text has changed. */
  selected(): void;
  /** Called when the user has placed the caret somewhere. */
  visited(position: number): void;
}

/** Shows a shared text in an element. */
export function createEditor(parent: HTMLElement, { text, awareness, selected, visited }: EditorParts) {
  const mayEdit = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text.toString(),
      extensions: [
        keymap.of([...yUndoManagerKeymap, ...defaultKeymap]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": "Shared text" }),
        EditorView.updateListener.of(({ selectionSet, docChanged, state }) => {
          if (selectionSet || docChanged) selected();
          const { main } = state.selection;
          if (selectionSet && !docChanged && main.empty) visited(main.head);
        }),
        mayEdit.of([]),
        marks,
        yCollab(text, awareness),
      ],
    }),
  });
  return {
    /** The range that the user has selected. */
    selection: () => selectionOf(view.state),
    /** Ends the selection and lets the user continue writing. */
    unselect(): void {
      view.dispatch({ selection: { anchor: view.state.selection.main.to } });
      view.focus();
    },
    /** Makes the text read-only. It can still be copied. */
    lock(): void {
      view.dispatch({ effects: mayEdit.reconfigure(EditorState.readOnly.of(true)) });
    },
    /** Marks the ranges that have comments. */
    mark(ranges: readonly Range[]): void {
      const { length } = view.state.doc;
      view.dispatch({ effects: setMarks.of(ranges.filter(({ from, to }) => from < to && to <= length)) });
    },
    /** Selects a range and scrolls to it. */
    show({ from, to }: Range): void {
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
      view.focus();
    },
  };
}

/** The selected range; undefined if it contains no words. */
function selectionOf({ selection, doc }: EditorState): Range | undefined {
  const { from, to } = selection.main;
  return doc.sliceString(from, to).trim() === "" ? undefined : { from, to };
}

import type { AwarenessState } from "#domain/crdt/awareness";
import { processPart } from "#src/context";

type Listener = (states: readonly AwarenessState[]) => void;

/** Passes on what clients of this process say of themselves, by the path of their editor. Nothing of it is stored. */
class AwarenessHub {
  readonly #listeners = new Map<string, Set<Listener>>();

  /** @returns ends it. */
  listen(editor: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(editor) ?? new Set();
    this.#listeners.set(editor, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(editor) === listeners) this.#listeners.delete(editor);
    };
  }

  tell(editor: string, states: readonly AwarenessState[]): void {
    for (const listener of this.#listeners.get(editor) ?? []) listener(states);
  }
}

export const awarenessHub = processPart(() => new AwarenessHub());

import type { AuthoredAwareness } from "#domain/crdt/awareness";
import { RemoteAwareness } from "#domain/crdt/remote-awareness";
import { processPart } from "#src/context";

type Listener = (states: readonly AuthoredAwareness[]) => void;

/** An editor that has listeners in this process. */
interface HubEntry {
  listeners: Set<Listener>;
  awareness: RemoteAwareness;
}

/** Passes on awareness states of WebSocket clients, by the path of their editor. Nothing is stored. */
class AwarenessHub {
  readonly #monotonic: () => number;
  readonly #entries = new Map<string, HubEntry>();
  readonly #sources = new Set<(editor: string) => void>();

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** @param source called when an editor gets its first listener, to publish the states that are known already. */
  addSource(source: (editor: string) => void): void {
    this.#sources.add(source);
  }

  /** Calls `listener` with the current states and with all later ones. @returns a function that stops it. */
  listen(editor: string, listener: Listener): () => void {
    const entry = this.#entries.get(editor) ?? this.#open(editor);
    entry.listeners.add(listener);
    const { states } = entry.awareness;
    if (states.length > 0) listener(states);
    return () => {
      entry.listeners.delete(listener);
      if (entry.listeners.size === 0 && this.#entries.get(editor) === entry) this.#entries.delete(editor);
    };
  }

  publish(editor: string, states: readonly AuthoredAwareness[]): void {
    const entry = this.#entries.get(editor);
    const newStates = entry?.awareness.take(states) ?? [];
    if (newStates.length > 0) for (const listener of entry?.listeners ?? []) listener(newStates);
  }

  #open(editor: string): HubEntry {
    const entry: HubEntry = { listeners: new Set(), awareness: new RemoteAwareness(this.#monotonic) };
    this.#entries.set(editor, entry);
    for (const publishKnown of this.#sources) publishKnown(editor);
    return entry;
  }
}

export const awarenessHub = processPart(({ monotonic }) => new AwarenessHub(monotonic));

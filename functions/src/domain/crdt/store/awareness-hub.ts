import type { AuthoredAwareness } from "#domain/crdt/awareness";
import { RemoteAwareness } from "#domain/crdt/remote-awareness";
import { processPart } from "#src/context";

type Listener = (states: readonly AuthoredAwareness[]) => void;

/** An editor that has listeners in this process. */
interface Line {
  listeners: Set<Listener>;
  heard: RemoteAwareness;
}

/** Passes on awareness states of WebSocket clients, by the path of their editor. Nothing is stored. */
class AwarenessHub {
  readonly #monotonic: () => number;
  readonly #lines = new Map<string, Line>();
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
    const line = this.#lines.get(editor) ?? this.#open(editor);
    line.listeners.add(listener);
    const { states } = line.heard;
    if (states.length > 0) listener(states);
    return () => {
      line.listeners.delete(listener);
      if (line.listeners.size === 0 && this.#lines.get(editor) === line) this.#lines.delete(editor);
    };
  }

  publish(editor: string, states: readonly AuthoredAwareness[]): void {
    const line = this.#lines.get(editor);
    const news = line?.heard.take(states) ?? [];
    if (news.length > 0) for (const listener of line?.listeners ?? []) listener(news);
  }

  #open(editor: string): Line {
    const line: Line = { listeners: new Set(), heard: new RemoteAwareness(this.#monotonic) };
    this.#lines.set(editor, line);
    for (const ask of this.#sources) ask(editor);
    return line;
  }
}

export const awarenessHub = processPart(({ monotonic }) => new AwarenessHub(monotonic));

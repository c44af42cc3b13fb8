import type { ChangeSet, Doc, DocChange, Listener, WatchQuery } from "./port.ts";

/** The same text for queries that watch the same: a date is no text, whatever it looks like. */
export function watchKey({ collection, where = [], orderBy = [] }: WatchQuery): string {
  // Loaded here, for a function that watches nothing starts without it.
  const { serialize } = process.getBuiltinModule("node:v8");
  return serialize([collection, where, orderBy]).toString("latin1");
}

/** One watched query: its documents as they were last read, and who is told. However many they are, it is read once. */
export class Feed {
  #docs = new Map<string, Doc>();
  /** Of the last reading; undefined before the first. */
  #version: string | undefined;
  readonly #subscribers = new Set<Subscriber>();
  readonly #onEmpty: () => void;

  /** @param onEmpty called when nobody is told any more. */
  constructor(onEmpty: () => void) {
    this.#onEmpty = onEmpty;
  }

  /** By path. */
  get docs(): ReadonlyMap<string, Doc> {
    return this.#docs;
  }

  /** Has it told from now on. @returns stops that. */
  add(listener: Listener): () => void {
    const subscriber = new Subscriber(listener, () => this.#remove(subscriber));
    this.#subscribers.add(subscriber);
    queueMicrotask(() => this.#start(subscriber));
    return () => subscriber.end();
  }

  /**
   * Tells what has changed.
   * @param present documents that are in the result; those it knows are passed over.
   * @param gone paths of documents that are not; those it does not know are passed over.
   */
  update(present: readonly Doc[], gone: Iterable<string>, version: string): void {
    const changes: DocChange[] = [];
    for (const path of gone) {
      const doc = this.#docs.get(path);
      if (doc && this.#docs.delete(path)) changes.push({ type: "removed", doc });
    }
    for (const doc of present) {
      const known = this.#docs.get(doc.path);
      if (known?.version === doc.version) continue;
      this.#docs.set(doc.path, doc);
      changes.push({ type: known ? "modified" : "added", doc });
    }
    this.#version = version;
    if (changes.length > 0) for (const subscriber of this.#subscribers) subscriber.offer({ changes, version });
    for (const subscriber of this.#subscribers) this.#start(subscriber);
  }

  /** Ends all watches. */
  fail(error: unknown): void {
    for (const subscriber of this.#subscribers) subscriber.fail(error);
  }

  #start(subscriber: Subscriber): void {
    if (this.#version !== undefined) subscriber.start(this.#docs, this.#version);
  }

  #remove(subscriber: Subscriber): void {
    if (this.#subscribers.delete(subscriber) && this.#subscribers.size === 0) this.#onEmpty();
  }
}

/** A listener with what it has not been told yet. */
class Subscriber {
  readonly #listener: Listener;
  readonly #onEnd: () => void;
  #state: "new" | "free" | "busy" | "over" = "new";
  /** By path: what has changed while it was busy. */
  #missed = new Map<string, DocChange>();
  #version = "";

  constructor(listener: Listener, onEnd: () => void) {
    this.#listener = listener;
    this.#onEnd = onEnd;
  }

  /** The first call. */
  start(docs: ReadonlyMap<string, Doc>, version: string): void {
    if (this.#state !== "new") return;
    this.#tell({ changes: Array.from(docs.values(), (doc) => ({ type: "added", doc })), version });
  }

  offer(told: ChangeSet): void {
    if (this.#state === "busy") {
      for (const change of told.changes) this.#miss(change);
      this.#version = told.version;
    }
    if (this.#state === "free") this.#tell(told);
  }

  fail(error: unknown): void {
    if (!this.end()) return;
    try {
      this.#listener.error(error);
    } catch (fault) {
      // A fault of ours that must show, but not at the cost of the other listeners.
      queueMicrotask(() => {
        throw fault;
      });
    }
  }

  /** @returns false when it had ended before. */
  end(): boolean {
    if (this.#state === "over") return false;
    this.#state = "over";
    this.#missed.clear();
    this.#onEnd();
    return true;
  }

  #tell(told: ChangeSet): void {
    this.#state = "busy";
    try {
      const settled = this.#listener.next(told);
      if (settled instanceof Promise)
        settled.then(
          () => this.#goOn(),
          (error) => this.fail(error),
        );
      else this.#goOn();
    } catch (error) {
      this.fail(error);
    }
  }

  #goOn(): void {
    if (this.#state !== "busy") return;
    this.#state = "free";
    if (this.#missed.size === 0) return;
    const changes = [...this.#missed.values()];
    this.#missed = new Map();
    this.#tell({ changes, version: this.#version });
  }

  /** Merges a change with an earlier one of the same document. */
  #miss({ type, doc }: DocChange): void {
    const before = this.#missed.get(doc.path)?.type;
    if (before === "added" && type === "removed") this.#missed.delete(doc.path);
    else if (before === "added") this.#missed.set(doc.path, { type: "added", doc });
    else this.#missed.set(doc.path, { type: before === "removed" ? "modified" : type, doc });
  }
}

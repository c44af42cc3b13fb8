import type { ChangeSet, Doc, DocChange, Listener, WatchQuery } from "./port.ts";

/** A key that is equal for equal queries; a date and a text that looks like it have different keys. */
export function watchKey({ collection, id, afterId, where = [], orderBy = [] }: WatchQuery): string {
  // Loaded lazily, since functions that watch nothing start faster without it.
  const { serialize } = process.getBuiltinModule("node:v8");
  return serialize([collection, id, afterId, where, orderBy]).toString("latin1");
}

/** The query alone, without what else its object may hold. */
export function toWatchQuery({ collection, id, afterId, where, orderBy }: WatchQuery): WatchQuery {
  return {
    collection,
    ...(id !== undefined && { id }),
    ...(afterId !== undefined && { afterId }),
    ...(where && { where }),
    ...(orderBy && { orderBy }),
  };
}

/** One watched query: its documents as last read, and its subscribers, who share each read. */
export class Feed {
  #docs = new Map<string, Doc>();
  /** Version of the last read; undefined before the first. */
  #version: string | undefined;
  readonly #subscribers = new Set<Subscriber>();
  readonly #onEmpty: () => void;

  /** @param onEmpty called when the last subscriber has left. */
  constructor(onEmpty: () => void) {
    this.#onEmpty = onEmpty;
  }

  /** The documents by path. */
  get docs(): ReadonlyMap<string, Doc> {
    return this.#docs;
  }

  /** Subscribes a listener. @returns a function that unsubscribes it. */
  add(listener: Listener): () => void {
    const subscriber = new Subscriber(listener, () => this.#remove(subscriber));
    this.#subscribers.add(subscriber);
    queueMicrotask(() => this.#start(subscriber));
    return () => subscriber.end();
  }

  /**
   * Delivers changes to all subscribers.
   * @param present documents in the result; documents at a known version are skipped.
   * @param gone paths of documents that are not in the result; unknown paths are skipped.
   */
  update(present: readonly Doc[], gone: Iterable<string>, version: string): void {
    const changes: DocChange[] = [];
    for (const path of gone) {
      const doc = this.#docs.get(path);
      if (doc && this.#docs.delete(path)) changes.push({ type: "removed", doc });
    }
    for (const doc of present) {
      const previous = this.#docs.get(doc.path);
      if (previous?.version === doc.version) continue;
      this.#docs.set(doc.path, doc);
      changes.push({ type: previous ? "modified" : "added", doc });
    }
    this.#version = version;
    if (changes.length > 0) for (const subscriber of this.#subscribers) subscriber.push({ changes, version });
    for (const subscriber of this.#subscribers) this.#start(subscriber);
  }

  /** Ends all watches with an error. */
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

/** A listener with the changes that it has not received yet. */
class Subscriber {
  readonly #listener: Listener;
  readonly #onEnd: () => void;
  #state: "new" | "free" | "busy" | "over" = "new";
  /** Changes that arrived while the listener was busy, by path. */
  #pending = new Map<string, DocChange>();
  #version = "";

  constructor(listener: Listener, onEnd: () => void) {
    this.#listener = listener;
    this.#onEnd = onEnd;
  }

  /** Delivers the first set of changes. */
  start(docs: ReadonlyMap<string, Doc>, version: string): void {
    if (this.#state !== "new") return;
    this.#deliver({ changes: Array.from(docs.values(), (doc) => ({ type: "added", doc })), version });
  }

  push(changeSet: ChangeSet): void {
    if (this.#state === "busy") {
      for (const change of changeSet.changes) this.#buffer(change);
      this.#version = changeSet.version;
    }
    if (this.#state === "free") this.#deliver(changeSet);
  }

  fail(error: unknown): void {
    if (!this.end()) return;
    try {
      this.#listener.error(error);
    } catch (fault) {
      // A programming error must surface, but must not keep the other listeners from their error.
      queueMicrotask(() => {
        throw fault;
      });
    }
  }

  /** Ends the subscription. @returns false when it had already ended. */
  end(): boolean {
    if (this.#state === "over") return false;
    this.#state = "over";
    this.#pending.clear();
    this.#onEnd();
    return true;
  }

  #deliver(changeSet: ChangeSet): void {
    this.#state = "busy";
    try {
      const settled = this.#listener.next(changeSet);
      if (settled instanceof Promise)
        settled.then(
          () => this.#resume(),
          (error) => this.fail(error),
        );
      else this.#resume();
    } catch (error) {
      this.fail(error);
    }
  }

  #resume(): void {
    if (this.#state !== "busy") return;
    this.#state = "free";
    if (this.#pending.size === 0) return;
    const changes = [...this.#pending.values()];
    this.#pending = new Map();
    this.#deliver({ changes, version: this.#version });
  }

  /** Merges a change with an earlier one of the same document. */
  #buffer({ type, doc }: DocChange): void {
    const before = this.#pending.get(doc.path)?.type;
    if (before === "added" && type === "removed") this.#pending.delete(doc.path);
    else if (before === "added") this.#pending.set(doc.path, { type: "added", doc });
    else this.#pending.set(doc.path, { type: before === "removed" ? "modified" : type, doc });
  }
}

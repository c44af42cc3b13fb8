import type { ReadableStore } from "#store/port";
import {
  isUnfolded,
  type NewEntry,
  readLog,
  readLogIds,
  type StoredLog,
  type StoredUpdate,
  updatesOf,
} from "./update-log.ts";

/** Who follows a log. */
export interface LogListener {
  /** An entry was added. It is told of once, except where it has become part of the base meanwhile. */
  appended(entry: NewEntry): void;
  /** An entry may be missed from now on. */
  failed(error: unknown): void;
}

/**
 * Follows the log of an editor, whichever process appends to it. Only what is not folded is watched: a watch compares all of its
 * documents when another process has committed, and the log keeps its entries for a while after they were folded.
 */
export class LogWatch {
  readonly #store: ReadableStore;
  readonly #editor: string;
  readonly #listener: LogListener;
  /** The log as it was when the watch began; undefined before its first entry. */
  #log: StoredLog | undefined;
  /** Ids of the entries that the listener knows and that are not folded. */
  readonly #known = new Set<string>();
  #stop: () => void;
  #isOver = false;

  /** @param editor path in the store. */
  constructor(store: ReadableStore, editor: string, log: StoredLog | undefined, listener: LogListener) {
    this.#store = store;
    this.#editor = editor;
    this.#log = log;
    this.#listener = listener;
    this.#stop = this.#watch();
  }

  /** The editor's document tells of the log as it is now. */
  async changed(log: StoredLog): Promise<void> {
    const before = this.#log;
    if (before?.foldedUpTo === log.foldedUpTo) return;
    this.#log = log;
    try {
      // What was folded just now may not have been told of, and the next watch leaves it out.
      await this.#tellMissed(before ?? { ...log, foldedUpTo: `${log.epoch}-` });
      if (this.#isOver) return;
      for (const id of this.#known) if (!isUnfolded(log, id)) this.#known.delete(id);
      const stop = this.#stop;
      this.#stop = this.#watch();
      stop();
    } catch (error) {
      this.#listener.failed(error);
    }
  }

  /** Passes on an entry that somebody says was added, where it is one of this log. */
  hear(entry: NewEntry): void {
    if (!this.#isOver && this.#log && isUnfolded(this.#log, entry.id)) this.#report(entry);
  }

  /** The listener knows this entry, which it has added itself. */
  know(id: string): void {
    this.#known.add(id);
  }

  stop(): void {
    this.#isOver = true;
    this.#stop();
  }

  /** Tells of all entries that are not part of the base of this log. */
  async #tellMissed(log: StoredLog): Promise<void> {
    const ids = await readLogIds(this.#store, this.#editor, log);
    if (this.#isOver || ids.every((id) => this.#known.has(id))) return;
    const entries = await readLog(this.#store, this.#editor, log);
    if (!this.#isOver) for (const { id, data } of entries) this.#report({ id, update: data.update });
  }

  #report(entry: NewEntry): void {
    if (this.#known.has(entry.id)) return;
    this.#known.add(entry.id);
    this.#listener.appended(entry);
  }

  #watch(): () => void {
    const log = this.#log;
    const query = { collection: updatesOf(this.#editor), ...(log && { afterId: log.foldedUpTo }) };
    return this.#store.watch<StoredUpdate>(query, {
      next: ({ changes }) => {
        for (const { type, doc } of changes)
          if (type === "added" && (!log || isUnfolded(log, doc.id)))
            this.#report({ id: doc.id, update: doc.data.update });
      },
      error: (error) => this.#listener.failed(error),
    });
  }
}

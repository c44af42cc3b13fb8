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

/** Receives the entries of a log. */
export interface LogListener {
  /** An entry was added. Called once for each, unless the entry has become part of the base meanwhile. */
  appended(entry: NewEntry): void;
  /** Entries may be missed from now on. */
  failed(error: unknown): void;
}

/**
 * Follows the log of an editor, whichever process appends to it. Watches only entries that are not folded: the log
 * keeps folded ones for a while, and a watch compares all of its documents after each commit of another process.
 */
export class LogWatch {
  readonly #store: ReadableStore;
  readonly #editor: string;
  readonly #listener: LogListener;
  /** The log as it was when the watch began; undefined before its first entry. */
  #log: StoredLog | undefined;
  /** Ids of the unfolded entries that the listener knows. */
  readonly #knownIds = new Set<string>();
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

  /** To be called with the current log when the editor's document has changed. */
  async changed(log: StoredLog): Promise<void> {
    const before = this.#log;
    if (before?.foldedUpTo === log.foldedUpTo) return;
    this.#log = log;
    try {
      // Entries that were just folded may not have been reported, and the next watch leaves them out.
      await this.#reportMissed(before ?? { ...log, foldedUpTo: `${log.epoch}-` });
      if (this.#isOver) return;
      for (const id of this.#knownIds) if (!isUnfolded(log, id)) this.#knownIds.delete(id);
      const stop = this.#stop;
      this.#stop = this.#watch();
      stop();
    } catch (error) {
      this.#listener.failed(error);
    }
  }

  /** Reports an entry that another process has announced, if it belongs to this log. */
  receiveEntry(entry: NewEntry): void {
    if (!this.#isOver && this.#log && isUnfolded(this.#log, entry.id)) this.#report(entry);
  }

  /** Marks an entry as known that the listener has added itself. */
  markKnown(id: string): void {
    this.#knownIds.add(id);
  }

  stop(): void {
    this.#isOver = true;
    this.#stop();
  }

  /** Reports all entries that are not part of the base of this log. */
  async #reportMissed(log: StoredLog): Promise<void> {
    const ids = await readLogIds(this.#store, this.#editor, log);
    if (this.#isOver || ids.every((id) => this.#knownIds.has(id))) return;
    const entries = await readLog(this.#store, this.#editor, log);
    if (!this.#isOver) for (const { id, data } of entries) this.#report({ id, update: data.update });
  }

  #report(entry: NewEntry): void {
    if (this.#knownIds.has(entry.id)) return;
    this.#knownIds.add(entry.id);
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

import { ForwardingStore } from "./forwarding-store.ts";
import type { Doc, DocData, RecentOptions, StoreReader } from "./port.ts";

/**
 * The store of one short call that only reads: each document is read once, however many parts of the call ask for it by
 * its path. Queries and counts are not remembered, and transactions bypass it.
 */
export class RememberingStore extends ForwardingStore {
  readonly #docs = new Map<string, Promise<Doc | undefined>>();

  override async get<T extends DocData>(path: string): Promise<Doc<T> | undefined> {
    const remembered = this.#docs.get(path);
    return (await (remembered ?? this.#remember(path, this.inner.get<T>(path)))) as Doc<T> | undefined;
  }

  override getMany<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return this.#getAll<T>(paths, (unread) => this.inner.getMany<T>(unread));
  }

  override getExisting<T extends DocData>(paths: string[]): Promise<(Doc<T> | undefined)[]> {
    return this.#getAll<T>(paths, (unread) => this.inner.getExisting<T>(unread));
  }

  async #getAll<T extends DocData>(
    paths: readonly string[],
    read: (unread: string[]) => Promise<(Doc<T> | undefined)[]>,
  ): Promise<(Doc<T> | undefined)[]> {
    const unread = [...new Set(paths)].filter((path) => !this.#docs.has(path));
    const reading = unread.length > 0 ? read(unread) : Promise.resolve([]);
    unread.forEach((path, i) => {
      this.#remember(
        path,
        reading.then((docs) => docs[i]),
      );
    });
    return Promise.all(paths.map((path) => this.#docs.get(path) as Promise<Doc<T> | undefined>));
  }

  override getRecent<T extends DocData>(path: string, options: RecentOptions<T>): Promise<Doc<T> | undefined> {
    return (this.#docs.get(path) as Promise<Doc<T> | undefined> | undefined) ?? this.inner.getRecent<T>(path, options);
  }

  /** Forgets documents, so that their next reads go to the store. */
  forget(paths: Iterable<string>): void {
    for (const path of paths) this.#docs.delete(path);
  }

  #remember<T extends DocData>(path: string, reading: Promise<Doc<T> | undefined>): Promise<Doc<T> | undefined> {
    this.#docs.set(path, reading);
    // A failed read is not remembered.
    reading.catch(() => this.#docs.get(path) === reading && this.#docs.delete(path));
    return reading;
  }
}

/** Makes a reader that remembers documents forget these. */
export function forgetDocs(reader: StoreReader, paths: Iterable<string>): void {
  if (reader instanceof RememberingStore) reader.forget(paths);
}

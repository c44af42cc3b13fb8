import { LRUCache } from "lru-cache";
import type { KeyCall } from "#src/call";
import { processPart } from "#src/context";
import type { Doc } from "#store/port";
import type { StoredCrdt } from "./editors.ts";
import type { OpenEditor } from "./open-editor.ts";
import type { NewEntry } from "./update-log.ts";

/** Most memory of all documents together, in bytes, as estimated. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Editors whose Yjs documents a process keeps. */
export interface EditorCache {
  /**
   * The document of an editor with all that was committed before the call.
   * @returns undefined for an editor without a log, and for one that is better opened in a thread.
   * @throws ApiError ABORTED when it keeps being replaced.
   */
  open(call: KeyCall, found: Doc<StoredCrdt>): Promise<OpenEditor | undefined>;
  /** The same if this process keeps it already. @returns undefined also where it has to be read anew. */
  kept(call: KeyCall, found: Doc<StoredCrdt>): Promise<OpenEditor | undefined>;
  /** Takes over an entry of the log that this process has committed. @param editor path in the store. */
  committed(editor: string, entry: NewEntry): void;
}

/**
 * The Yjs documents of editors that were used lately, so that a call need not make them anew. They hold what is committed and
 * nothing else: what a call adds enters when its commit is done.
 */
class OpenEditors implements EditorCache {
  readonly #editors = new LRUCache<string, OpenEditor>({ maxSize: MAX_BYTES, sizeCalculation: ({ memory }) => memory });
  /** Entries committed while an editor is being loaded, which may have been read before. */
  readonly #loading = new Map<string, { loads: number; entries: NewEntry[] }>();

  async open(call: KeyCall, found: Doc<StoredCrdt>): Promise<OpenEditor | undefined> {
    const { data } = found;
    if (!data.log || call.heavyWork.isHeavy(data.updateBytes)) return undefined;
    return (await this.kept(call, found)) ?? this.#load(call, found);
  }

  async kept({ store }: KeyCall, found: Doc<StoredCrdt>): Promise<OpenEditor | undefined> {
    const { path } = found;
    const editor = this.#editors.get(path);
    if (await editor?.catchUp(store, found)) return editor;
    if (this.#editors.peek(path) === editor) this.#editors.delete(path);
    return undefined;
  }

  committed(path: string, entry: NewEntry): void {
    this.#loading.get(path)?.entries.push(entry);
    const editor = this.#editors.peek(path);
    if (!editor) return;
    const before = editor.memory;
    editor.take(entry);
    if (!editor.isUsable) this.#editors.delete(path);
    else if (editor.memory !== before) this.#remember(path, editor);
  }

  async #load(call: KeyCall, found: Doc<StoredCrdt>): Promise<OpenEditor | undefined> {
    const { path } = found;
    const loading = this.#loading.get(path) ?? { loads: 0, entries: [] };
    loading.loads++;
    this.#loading.set(path, loading);
    try {
      // Every function of a deployment knows this cache, and only those of editors need Yjs.
      const [{ loadParts }, { OpenEditor }] = await Promise.all([import("./loading.ts"), import("./open-editor.ts")]);
      const foreign = call.store.lastForeignCommit();
      const parts = await loadParts(call.store, found, { content: false, update: true });
      const editor = parts && OpenEditor.of(parts, foreign);
      if (!editor || call.heavyWork.isHeavy(editor.bytes)) return undefined;
      for (const entry of loading.entries) editor.take(entry);
      this.#remember(path, editor);
      return editor;
    } finally {
      if (--loading.loads === 0) this.#loading.delete(path);
    }
  }

  /** The cache asks for the memory of an editor when it enters. */
  #remember(path: string, editor: OpenEditor): void {
    this.#editors.delete(path);
    this.#editors.set(path, editor);
  }
}

export const openEditors = processPart((): EditorCache => new OpenEditors());

/** The same for a call whose commits are done after it has ended: it makes its documents anew. */
export function withLateCommits(editors: EditorCache, defer: (effect: () => void) => void): EditorCache {
  return {
    open: async () => undefined,
    kept: async () => undefined,
    committed: (path, entry) => defer(() => editors.committed(path, entry)),
  };
}

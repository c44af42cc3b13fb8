import { LRUCache } from "lru-cache";
import type { OutlinedExchange } from "#domain/crdt/yjs-state";
import type { KeyCall } from "#src/call";
import { processPart } from "#src/context";
import type { Doc } from "#store/port";
import type { StoredCrdt } from "./editors.ts";
import type { LoadedParts } from "./loading.ts";
import type { OpenEditor } from "./open-editor.ts";
import { type NewEntry, updatesOf } from "./update-log.ts";

/** Maximum memory of all documents together, in bytes, as estimated. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Editors whose Yjs documents a process keeps. */
export interface EditorCache {
  /**
   * The document of an editor with all that was committed before the call.
   * @returns undefined for an editor without a log, and for one that is better opened in a worker thread.
   * @throws ApiError ABORTED if it keeps being replaced.
   */
  open(call: KeyCall, storedEditor: Doc<StoredCrdt>): Promise<OpenEditor | undefined>;
  /**
   * Like `open`, but only if this process already keeps the document.
   * @returns undefined also if it must be read again.
   */
  kept(call: KeyCall, storedEditor: Doc<StoredCrdt>): Promise<OpenEditor | undefined>;
  /**
   * Reads an editor for an exchange, and keeps the outline that `exchange` returns.
   * @param exchange receives undefined if the editor was deleted meanwhile.
   * @throws ApiError ABORTED if it keeps being replaced, and whatever `exchange` throws.
   */
  outline(
    call: KeyCall,
    storedEditor: Doc<StoredCrdt>,
    exchange: (parts: LoadedParts | undefined) => Promise<OutlinedExchange>,
  ): Promise<OutlinedExchange>;
  /** Adds an entry of the log that this process has committed. @param editor path in the store. */
  committed(editor: string, entry: NewEntry): void;
}

/**
 * The Yjs documents of recently used editors, and outlines of large ones, so that a call need not create them again.
 * They contain only what is committed: what a call adds enters after its commit.
 */
class OpenEditors implements EditorCache {
  readonly #editors = new LRUCache<string, OpenEditor>({ maxSize: MAX_BYTES, sizeCalculation: ({ memory }) => memory });
  /** Entries committed while an editor is being loaded, which the load may have missed. */
  readonly #loading = new Map<string, { loads: number; entries: NewEntry[] }>();

  async open(call: KeyCall, storedEditor: Doc<StoredCrdt>): Promise<OpenEditor | undefined> {
    const { data } = storedEditor;
    if (!data.log) return undefined;
    const isHeavy = call.heavyWork.isHeavy(data.updateBytes);
    const cachedEditor = await this.kept(call, storedEditor);
    if (isHeavy && cachedEditor && !cachedEditor.isOutline) {
      this.#editors.delete(storedEditor.path);
      return undefined;
    }
    return cachedEditor || isHeavy ? cachedEditor : this.#load(call, storedEditor);
  }

  outline: EditorCache["outline"] = (call, storedEditor, exchange) =>
    this.#whileLoading(call, storedEditor, async (parts, foreign, { OpenEditor }) => {
      const outlined = await exchange(parts);
      const isKept = this.#editors.peek(storedEditor.path)?.isUsable === true;
      const editor = parts && outlined.outline && !isKept ? OpenEditor.of(parts, foreign, outlined.outline) : undefined;
      return { editor, result: outlined };
    });

  async kept({ store }: KeyCall, storedEditor: Doc<StoredCrdt>): Promise<OpenEditor | undefined> {
    const { path } = storedEditor;
    const editor = this.#editors.get(path);
    if (await editor?.catchUp(store, storedEditor)) return editor;
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

  #load(call: KeyCall, storedEditor: Doc<StoredCrdt>): Promise<OpenEditor | undefined> {
    return this.#whileLoading(call, storedEditor, async (parts, foreign, { OpenEditor }) => {
      const candidate = parts && OpenEditor.of(parts, foreign);
      const editor = candidate && !call.heavyWork.isHeavy(candidate.bytes) ? candidate : undefined;
      return { editor, result: editor };
    });
  }

  /** Reads an editor, and remembers what `make` creates from it, with all that is committed meanwhile. */
  async #whileLoading<Result>(
    call: KeyCall,
    storedEditor: Doc<StoredCrdt>,
    make: (
      parts: LoadedParts | undefined,
      foreign: number | undefined,
      module: typeof import("./open-editor.ts"),
    ) => Promise<{ editor: OpenEditor | undefined; result: Result }>,
  ): Promise<Result> {
    const { path } = storedEditor;
    const loading = this.#loading.get(path) ?? { loads: 0, entries: [] };
    loading.loads++;
    this.#loading.set(path, loading);
    try {
      // Every function of a deployment loads this module, but only those of editors need Yjs.
      const [{ loadParts }, module] = await Promise.all([import("./loading.ts"), import("./open-editor.ts")]);
      const foreign = call.store.foreignWrites(updatesOf(path))?.upTo;
      const parts = await loadParts(call.store, storedEditor, { content: false, update: true });
      const { editor, result } = await make(parts, foreign, module);
      for (const entry of loading.entries) editor?.take(entry);
      if (editor?.isUsable) this.#remember(path, editor);
      return result;
    } finally {
      if (--loading.loads === 0) this.#loading.delete(path);
    }
  }

  /** Inserts the editor again, because the cache asks for its memory only then. */
  #remember(path: string, editor: OpenEditor): void {
    this.#editors.delete(path);
    this.#editors.set(path, editor);
  }
}

export const openEditors = processPart((): EditorCache => new OpenEditors());

/** A cache for a call whose commits happen after it has ended: such a call creates its documents anew. */
export function withLateCommits(editors: EditorCache, defer: (effect: () => void) => void): EditorCache {
  return {
    open: async () => undefined,
    kept: async () => undefined,
    outline: async ({ store }, storedEditor, exchange) => {
      const { loadParts } = await import("./loading.ts");
      return exchange(await loadParts(store, storedEditor, { content: false, update: true }));
    },
    committed: (path, entry) => defer(() => editors.committed(path, entry)),
  };
}

import { clientsOfStateVector, clientsOfUpdate } from "#domain/crdt/clients";
import type { LiveDocument } from "#domain/crdt/live-document";
import { mergeByAuthor, mergeUpdates } from "#domain/crdt/merged-updates";
import type { SlicedUpdate, SliceOrder } from "#domain/crdt/sliced-update";
import { fromBase64, noUpdate, SlowState, toBase64 } from "#domain/crdt/yjs-state";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { Turns } from "#platform/async/turns";
import { ApiError } from "#platform/error";
import { lengthOf } from "#platform/text/length-of";
import type { KeyCall, WriteCall } from "#src/call";
import { splitPath } from "#store/paths";
import { clientsOfDeleted, copyOfDeleted } from "./deleted-editors.ts";
import {
  changedMeanwhile,
  crdtNotFound,
  type EditorPlace,
  editorPath,
  readDocumentAndEditors,
  type StoredCrdt,
} from "./editors.ts";
import type { Author, EditorKind, LiveChange, LiveListener } from "./live-listener.ts";
import { loadParts } from "./loading.ts";
import { LogWatch } from "./log-watch.ts";
import { isLargeDocument, lackedOf, openDocument, takeSlices } from "./opening.ts";
import { type PendingUpdate, PendingUpdates } from "./pending-updates.ts";
import { storeUpdate } from "./storing.ts";
import { addsToStored, storeLarge } from "./sync.ts";
import { logText, type NewEntry, type StoredLog } from "./update-log.ts";

/** Maximum size of an editor's Yjs document, in bytes. */
const MAX_DOCUMENT_BYTES = 10.5 * 1024 * 1024;

/** Stands for `rewrites` of an editor that is not stored: creating it makes them 0. */
const NOT_STORED = -1;

/**
 * An editor that clients of this process edit live. Updates are passed on once they are stored. Updates of other
 * processes arrive through the store.
 */
export class LiveEditor {
  readonly #place: EditorPlace;
  readonly #kind: EditorKind;
  readonly #path: string;
  readonly #call: KeyCall;
  readonly #listener: LiveListener;
  readonly #logWatch: LogWatch;
  readonly #stopWatching: () => void;
  #document: LiveDocument;
  /** `deletedEditors` of the editor's document. */
  readonly #deletedEditors: ReadonlySet<number>;
  #log: StoredLog | undefined;
  /** `rewrites` of the stored editor whose base the document contains; `NOT_STORED` if there is none. */
  #rewrites: number;
  /** `client` of the stored editor, which tells it from another one with the same id; undefined if there is none. */
  #client: number | undefined;
  readonly #pending: PendingUpdates;
  /** Large updates of clients and of the store, which the document takes one after the other. */
  readonly #largeTurns = new Turns(1);
  #isOver = false;

  private constructor(
    call: KeyCall,
    { place, kind, listener }: { place: EditorPlace; kind: EditorKind; listener: LiveListener },
    document: LiveDocument,
    {
      storedEditor,
      deletedEditors = [],
    }: { storedEditor: StoredCrdt | undefined; deletedEditors?: number[] | undefined },
  ) {
    this.#deletedEditors = new Set(deletedEditors);
    this.#call = call;
    this.#place = place;
    this.#kind = kind;
    this.#path = editorPath(call, place);
    this.#listener = listener;
    this.#document = document;
    this.#log = storedEditor?.log;
    this.#client = storedEditor?.client;
    this.#rewrites = rewritesOf(storedEditor);
    this.#pending = new PendingUpdates({
      store: (batch) => this.#store(batch),
      stored: (change) => this.#announce(change),
      drained: () => this.#isOver || this.#listener.drained(),
      failed: (error) => this.#end(error),
    });
    this.#logWatch = new LogWatch(call.store, this.#path, storedEditor?.log, {
      appended: ({ update }) => void this.#appended(update),
      failed: (error) => this.#end(error),
    });
    this.#stopWatching = this.#watch(storedEditor !== undefined);
  }

  /**
   * Loads an editor, which need not exist yet, and follows it.
   * @param call reads on behalf of all clients of the editor.
   * @throws ApiError NOT_FOUND if its document does not exist.
   */
  static async open(
    call: KeyCall,
    parts: { place: EditorPlace; kind: EditorKind; listener: LiveListener },
  ): Promise<LiveEditor> {
    const paths = [editorPath(call, parts.place)];
    const { document, editors } = await readDocumentAndEditors(call.store, call, parts.place, paths);
    const [storedEditor] = editors;
    const snapshot = storedEditor && (await loadParts(call.store, storedEditor, { content: false, update: true }));
    const state = { base: snapshot?.update ?? [], log: logText(snapshot?.entries ?? []) };
    const { deletedEditors } = document.data;
    return new LiveEditor(call, parts, await openDocument(call.heavyWork, state), {
      storedEditor: snapshot?.editor.data,
      deletedEditors,
    });
  }

  /** Rises with each update that the editor takes. */
  get revision(): number {
    return this.#document.revision;
  }

  /** What the editor contains, as a Yjs state vector. */
  get stateVector(): Uint8Array {
    return this.#document.stateVector;
  }

  /** Whether clients should send no more until `drained`. */
  get isFull(): boolean {
    return this.#pending.isFull;
  }

  /**
   * Resolves when all that the editor has taken so far is stored, or it has ended; undefined if all is stored already.
   */
  get stored(): Promise<void> | undefined {
    return this.#pending.stored;
  }

  /** Whether the document is so large that encoding it as a whole would hold everybody up. */
  get isLarge(): boolean {
    return isLargeDocument(this.#document.bytes);
  }

  /**
   * The whole state as updates, as it is stored. It contains all that the editor has taken before the call.
   * @throws ApiError ABORTED if it keeps being replaced.
   */
  async storedUpdates(): Promise<Uint8Array[]> {
    await this.stored;
    const { store } = this.#call;
    const storedEditor = await store.get<StoredCrdt>(this.#path);
    const snapshot = storedEditor && (await loadParts(store, storedEditor, { content: false, update: true }));
    if (!snapshot) return [];
    const texts = [snapshot.update.join(""), ...snapshot.entries.map(({ data }) => data.update)];
    return texts.filter((text) => text !== "").map(fromBase64);
  }

  /**
   * The update that a client with this state vector lacks, which may not be `stored` yet.
   * @param hasDeletions as in `LiveDocument.missing`.
   * @throws Error if it is invalid.
   */
  missing(stateVector: Uint8Array, hasDeletions = false): Uint8Array {
    return this.#document.missing(stateVector, hasDeletions);
  }

  /**
   * Whether an update has changes or deletions that the editor lacks.
   * @throws ApiError INVALID_ARGUMENT if it is no update.
   */
  adds(update: Uint8Array): boolean {
    return this.#document.newOfClient(update) !== undefined;
  }

  /**
   * Refuses a client that has the copy of a deleted editor.
   * @param stateVector what the client has.
   * @throws ApiError NOT_FOUND
   */
  refuseCopyOfDeleted(stateVector: Uint8Array): void {
    if (this.#deletedEditors.size > 0) this.#refuseClientsOfDeleted(clientsOfStateVector(stateVector));
  }

  /**
   * Takes an update of a client; listeners receive it once it is stored.
   * @throws ApiError INVALID_ARGUMENT if it is no update or makes the document too large; NOT_FOUND if it is of a deleted
   *   editor; whatever `checkQuota` throws.
   */
  push(update: Uint8Array, author: Author): void {
    // A program may load its copy after it has said what it has.
    if (this.#deletedEditors.size > 0) this.#refuseClientsOfDeleted(clientsOfUpdate(update));
    if (this.#document.bytes + update.length > MAX_DOCUMENT_BYTES)
      throw new ApiError("INVALID_ARGUMENT", "The Yjs document of an editor must not be larger than 10 MiB.");
    // Waiting updates are not yet counted in the quota.
    const added = this.#applyNew(update, (bytes) => author.checkQuota?.(base64Size(this.#pending.bytes + bytes)));
    if (added && !this.#isOver) this.#pending.add({ ...author, update: added });
  }

  /**
   * Takes a large update of a client, which other threads examine and merge. Resolves when it is stored and listeners
   * have received it.
   * @throws ApiError as `push`, and ABORTED, DEADLINE_EXCEEDED.
   */
  async pushLarge(update: Uint8Array, { call, from, checkQuota }: Author): Promise<void> {
    // It may continue what the client has sent before.
    await this.stored;
    const first = { ...this.#kind, update: toBase64(update) };
    await this.#largeTurns.run(async () => {
      let rewrites = NOT_STORED;
      const check = (added: string, storedEditor: StoredCrdt | undefined) => {
        if (this.#client !== undefined && storedEditor?.client !== this.#client)
          // It may just have been created, or be deleted, which ends this editor.
          throw this.#isOver ? crdtNotFound() : changedMeanwhile();
        checkQuota?.(base64Size(this.#pending.bytes) + added.length);
        rewrites = rewritesOf(storedEditor);
      };
      const store = () => retryOnConflict(() => storeLarge(call, this.#place, first, check));
      const result = await call.heavyWork.inTurn(store);
      if (!result || this.#isOver) return;
      const { added, entry } = result;
      if (entry) this.#logWatch.markKnown(entry.id);
      const slicedUpdate = await this.#slice(added);
      await this.#takeSlices(slicedUpdate);
      if (!entry) this.#rewritten(rewrites);
      this.#announce({ update: slicedUpdate.update, parts: new Map([[from, slicedUpdate.update]]), entry });
    });
  }

  /** Whether a large update adds something to the editor. @throws ApiError INVALID_ARGUMENT if it is no update */
  async addsLarge(update: Uint8Array, call: WriteCall): Promise<boolean> {
    await this.stored;
    return call.heavyWork.inTurn(() => addsToStored(call, this.#place, toBase64(update)));
  }

  /** Takes an entry that another process says it has stored, before the store reports it. */
  receiveEntry(entry: NewEntry): void {
    this.#logWatch.receiveEntry(entry);
  }

  /** Ends without notifying the listener. Waiting updates are still stored. */
  close(): void {
    this.#isOver = true;
    this.#logWatch.stop();
    this.#stopWatching();
    this.#pending.afterwards(() => this.#document.close());
  }

  #refuseClientsOfDeleted(clients: Iterable<number>): void {
    const isOther = (client: number) => !this.#document.hasClient(client);
    if (clientsOfDeleted(this.#deletedEditors, clients).some(isOther)) throw copyOfDeleted();
  }

  async #store(batch: readonly PendingUpdate[]): Promise<LiveChange> {
    const parts = mergeByAuthor(batch);
    const update = mergeUpdates([...parts.values()]);
    const { call } = batch.at(-1) as PendingUpdate;
    const first = { ...this.#kind, update: toBase64(update) };
    let rewrites = NOT_STORED;
    const store = () =>
      storeUpdate(call, this.#place, first, async (storedEditor) => {
        rewrites = rewritesOf(storedEditor?.data);
        return first.update;
      });
    const entry = await retryOnConflict(store);
    if (entry) this.#logWatch.markKnown(entry.id);
    else this.#rewritten(rewrites);
    return { update, parts, entry };
  }

  /** Passes a stored change on to the listener, unless the editor has ended. */
  #announce(change: LiveChange): void {
    if (!this.#isOver) this.#listener.changed(change);
  }

  /** @param isThere whether the editor exists. @returns a function that stops the watch. */
  #watch(isThere: boolean): () => void {
    let wasThere = isThere;
    const { collection } = splitPath(this.#path);
    return this.#call.store.watch<StoredCrdt>(
      { collection, id: this.#place.editorId },
      {
        next: ({ changes }) => {
          for (const { type, doc } of changes) {
            if (type === "removed" && wasThere) this.#end(crdtNotFound());
            else if (type !== "removed") void this.#changed(doc.data);
            wasThere ||= type !== "removed";
          }
        },
        error: (error) => this.#end(error),
      },
    );
  }

  async #appended(update: string): Promise<void> {
    if (!this.#call.heavyWork.isHeavy(update.length)) return this.#applyStored(update);
    try {
      await this.#largeTurns.run(async () => this.#spreadSlices(await this.#slice(update)));
    } catch (error) {
      // Readers of the log leave out what Yjs cannot apply, too.
      if (!(error instanceof ApiError && error.code === "INVALID_ARGUMENT")) this.#end(error);
    }
  }

  /** Divides a stored update in base64 for the document. */
  #slice(update: string): Promise<SlicedUpdate> {
    const order: SliceOrder = { update: fromBase64(update), stateVector: this.stateVector };
    return this.#call.heavyWork.run<SlicedUpdate>("sliceUpdate", order);
  }

  /** Takes a stored update, and tells all clients. */
  async #spreadSlices(slicedUpdate: SlicedUpdate): Promise<void> {
    const isChanged = await this.#takeSlices(slicedUpdate);
    if (isChanged) this.#announce({ update: slicedUpdate.update, parts: new Map() });
  }

  /** @returns whether the document has changed. */
  #takeSlices(slicedUpdate: SlicedUpdate): Promise<boolean> {
    return takeSlices(this.#document, slicedUpdate, () => this.#isOver).catch((error) => {
      // The document is unusable.
      this.#end(error);
      throw error;
    });
  }

  /** Called when this process has changed the base. @param before `rewrites` of the base that it has read. */
  #rewritten(before: number): void {
    if (before === this.#rewrites) this.#rewrites++;
  }

  #applyStored(update: string): void {
    try {
      const added = update === "" ? undefined : this.#apply(fromBase64(update));
      if (added) this.#announce({ update: added, parts: new Map() });
    } catch (error) {
      // Readers of the log leave out what Yjs cannot apply, too.
      if (error instanceof SlowState) this.#end(error);
    }
  }

  /**
   * @returns what a stored update adds; undefined if that is nothing.
   * @throws ApiError INVALID_ARGUMENT if it is no update.
   */
  #apply(update: Uint8Array): Uint8Array | undefined {
    const added = this.#document.newIn(update);
    if (added && !this.#document.take(added)) throw noUpdate();
    return added;
  }

  /**
   * @param check receives the number of bytes that the update adds, and may throw to refuse them.
   * @returns what an update of a client adds; undefined if that is nothing.
   * @throws ApiError INVALID_ARGUMENT if it is no update, or takes too long to merge.
   */
  #applyNew(update: Uint8Array, check: (bytes: number) => void): Uint8Array | undefined {
    const added = this.#document.newOfClient(update);
    if (!added) return undefined;
    check(added.length);
    if (this.#document.takeNew(added)) return added;
    // The document is unusable. First this client learns why; then the others connect again and send what was not stored.
    queueMicrotask(() => this.#end(new ApiError("UNAVAILABLE", "The editor is loaded again.")));
    throw noUpdate();
  }

  /** Called when the editor's document has changed: its base may contain changes that are not in the log. */
  async #changed({ log, rewrites = 0, client }: StoredCrdt): Promise<void> {
    this.#client ??= client;
    const isOther = this.#log !== undefined && log?.epoch !== this.#log.epoch;
    if (isOther || client !== this.#client) return this.#end(crdtNotFound());
    this.#log ??= log;
    if (log) void this.#logWatch.changed(log);
    if (rewrites === this.#rewrites) return;
    try {
      await this.#largeTurns.run(() => this.#readAgain());
    } catch (error) {
      this.#end(error);
    }
  }

  /** Takes over what others have changed in the base. */
  async #readAgain(): Promise<void> {
    const { store, heavyWork } = this.#call;
    const storedEditor = await store.get<StoredCrdt>(this.#path);
    // It may be this process that has changed it.
    if (!storedEditor || rewritesOf(storedEditor.data) === this.#rewrites) return;
    const snapshot = await loadParts(store, storedEditor, { content: false, update: true });
    if (!snapshot || this.#isOver) return;
    if (heavyWork.isHeavy(lengthOf(snapshot.update)))
      await this.#spreadSlices(await lackedOf(heavyWork, { base: snapshot.update, log: "" }, this.stateVector));
    else this.#applyStored(snapshot.update.join(""));
    this.#rewrites = rewritesOf(snapshot.editor.data);
    if (!this.#isOver) this.#document.forgetRecent();
  }

  #end(error: unknown): void {
    if (this.#isOver) return;
    this.#pending.drop();
    this.close();
    this.#listener.ended(error);
  }
}

/** `rewrites` of an editor as stored. */
function rewritesOf(storedEditor: StoredCrdt | undefined): number {
  return storedEditor ? (storedEditor.rewrites ?? 0) : NOT_STORED;
}

/** Number of characters of this many bytes in base64. */
function base64Size(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

import { randomInt } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type CrdtContent, packContent, refuseOtherKind } from "#domain/crdt/content";
import { writeCrdt } from "#domain/crdt/writing";
import { writeContent } from "#domain/crdt/yjs-document";
import { MAX_PART_BYTES } from "#domain/events/shared-part";
import { type Emit, transactChange } from "#domain/events/store/change";
import { LargeJson } from "#platform/text/large-json";
import type { KeyCall, WriteCall } from "#src/call";
import { alreadyExists } from "#src/errors";
import { preparing } from "#store/journaled-store";
import type { Doc } from "#store/port";
import { claimPath, cut, trimTask, writeChunks } from "./chunks.ts";
import {
  busy,
  type EditorPlace,
  editorPath,
  loadCrdt,
  type NewCrdt,
  noCrdt,
  readEditorsForChange,
  type StoredCrdt,
  toInline,
  toStoredHeader,
} from "./editors.ts";

/** Time after which an unfinished write of chunks counts as dead, ms: 10 minutes. */
export const LONGEST_WRITE = 600_000;

/** Most bytes of content in an event, with room for the ids beside it. */
const MAX_EVENT_CONTENT = MAX_PART_BYTES - 2000;

/** Content that is replaced. */
export interface ReplacedCrdt {
  data: StoredCrdt;
  /** Its Yjs state in base64, in chunks. */
  update: readonly string[];
}

/** The decision of a write. It is pure because it can run several times. */
interface Decision {
  /** The event to emit when the Yjs document has changed. Missing: none. */
  event?: "crdt.add" | "crdt.update_data";
  /** @throws ApiError when the stored editor does not allow the write. */
  check(stored: StoredCrdt | undefined): void;
  /** @param stored the current content. */
  next(stored: ReplacedCrdt | undefined): NewCrdt | Promise<NewCrdt>;
}

/** Creates the content of an editor that has none. @throws ApiError ALREADY_EXISTS, NOT_FOUND, INVALID_ARGUMENT, ABORTED */
export function addCrdt(call: WriteCall, place: EditorPlace, content: CrdtContent): Promise<void> {
  return put(call, place, {
    event: "crdt.add",
    check(stored) {
      if (stored) throw alreadyExists("crdtData");
    },
    async next() {
      const { type, contentKey, data } = content;
      const next = await written(call, { type, contentKey, client: randomInt(2 ** 32) }, data);
      return { ...next, lastUpdatedBy: call.user?.userId };
    },
  });
}

/**
 * The stored form of content for an editor that has none.
 * @param client the Yjs client id of the service: a different one for each document, so that Yjs never confuses two documents.
 * @throws ApiError INVALID_ARGUMENT
 */
export function newCrdt(content: CrdtContent, client = randomInt(2 ** 32)): NewCrdt {
  const { type, contentKey, data } = content;
  const text = packContent(data);
  return { type, contentKey, client, content: text, update: toBase64(writeContent({ client }, content)) };
}

/**
 * Replaces an editor's content by operations on its Yjs document.
 * @throws ApiError NOT_FOUND, INVALID_ARGUMENT, ABORTED
 */
export function updateCrdt(
  call: WriteCall,
  place: EditorPlace,
  input: Pick<CrdtContent, "type" | "data"> & { contentKey?: string | undefined },
): Promise<void> {
  return put(call, place, {
    event: "crdt.update_data",
    check(stored) {
      if (!stored) throw noCrdt();
      refuseOtherKind(stored, input);
    },
    next: async (stored) => ({ ...(await changed(call, stored, input.data)), lastUpdatedBy: call.user?.userId }),
  });
}

/**
 * Replaces the content that was read of an editor by operations, like an update.
 * @throws ApiError ABORTED when the content has changed since, NOT_FOUND when its document is gone, INVALID_ARGUMENT
 */
export function replaceCrdt(call: WriteCall, place: EditorPlace, read: StoredCrdt, data: unknown): Promise<void> {
  return put(call, place, {
    check(stored) {
      if (!isDeepStrictEqual(stored, read)) throw busy();
    },
    next: (stored) => changed(call, stored, data),
  });
}

/**
 * Replaces the content of an editor with exported content, whatever it holds.
 * @throws ApiError NOT_FOUND when its document does not exist, INVALID_ARGUMENT, ABORTED
 */
export function restoreCrdt(call: WriteCall, place: EditorPlace, next: Decision["next"]): Promise<void> {
  return put(call, place, { check() {}, next });
}

async function changed(call: KeyCall, stored: ReplacedCrdt | undefined, data: unknown): Promise<NewCrdt> {
  if (!stored) throw noCrdt();
  const { type, contentKey, client } = stored.data;
  return written(call, { type, contentKey, client }, data, stored.update);
}

/** Content with its Yjs document, derived from the previous one; in a worker thread where that takes long. */
async function written(
  { heavyWork }: KeyCall,
  editor: Pick<NewCrdt, "type" | "contentKey" | "client">,
  data: unknown,
  before?: readonly string[],
): Promise<NewCrdt> {
  const content = data instanceof LargeJson ? data.text : packContent(data);
  const isHeavy = heavyWork.isHeavy(content.length + (before ? lengthOf(before) : 0));
  const update = isHeavy
    ? await heavyWork.run<string>("writeCrdt", { ...editor, text: content, ...(before && { before }) })
    : writeCrdt({ ...editor, text: content, before: before?.join("") });
  return { ...editor, content, update };
}

/** Writes small content in the transaction that read the previous content; concurrent callers are retried until each succeeds. */
async function put(call: WriteCall, place: EditorPlace, decision: Decision): Promise<void> {
  const path = editorPath(call, place);
  const large = await transactChange(call, async (tx, { emit }) => {
    const [found] = await readEditorsForChange(tx, call, place, [path]);
    decision.check(found?.data);
    if (found?.data.generation !== undefined) return { found };
    const next = await decision.next(found && { data: found.data, update: [found.data.update ?? ""] });
    const inline = toInline(call, next);
    const isOther = next.update !== found?.data.update;
    if (!inline) return { found, next, isOther };
    tx.set(path, inline);
    if (isOther) tell(emit, place, decision, inline, next);
    return undefined;
  });
  if (large) await putLarge(call, place, decision, large);
}

/** Replaces content where the old or the new content is stored in chunks. */
async function putLarge(
  call: WriteCall,
  place: EditorPlace,
  decision: Decision,
  { found, next, isOther = true }: { found: Doc<StoredCrdt> | undefined; next?: NewCrdt; isOther?: boolean },
): Promise<void> {
  if (next) return putChunks(call, place, decision, { found, next, isOther });
  const loaded = found && (await loadCrdt(call.store, found, { content: false, update: true }));
  decision.check(loaded?.editor.data);
  const replaced = await decision.next(loaded && { data: loaded.editor.data, update: loaded.update });
  const isReplaced = !loaded || !isJoinOf(loaded.update, replaced.update);
  return putChunks(call, place, decision, { found: loaded?.editor, next: replaced, isOther: isReplaced });
}

/**
 * Writes a generation of chunks, then makes it current in one transaction if the editor has not changed meanwhile.
 *
 * A claim and a trim task are committed together before the first chunk. The task runs whatever happens to this call: it
 * removes the claim first, without which this call can neither write chunks nor make them current, and then deletes every
 * generation that is not current, be it the replaced one or, after a failure, this one. So chunks are never left behind,
 * and those of a running call are never deleted. The task is due as soon as this call ends, or after the claim's timeout.
 */
async function putChunks(
  call: WriteCall,
  place: EditorPlace,
  decision: Decision,
  { found, next, isOther }: { found: Doc<StoredCrdt> | undefined; next: NewCrdt; isOther: boolean },
): Promise<void> {
  const path = editorPath(call, place);
  const generation = call.newId("gen");
  const claim = claimPath(path, generation);
  const inline = toInline(call, next);
  const parts = inline
    ? { content: [], update: [] }
    : { content: await cut(next.content), update: await cut(next.update) };
  const trim = trimTask(call, [path], generation);
  const store = preparing(call.store);
  await store.transact(async (tx) => {
    tx.create(claim, { startedAt: call.now() });
    call.queue.add(tx, { ...trim, dueAt: call.now() + LONGEST_WRITE });
  });
  try {
    if (!(await writeChunks(store, path, generation, parts))) throw busy();
    await transactChange(call, async (tx, { emit }) => {
      const [now, claimed] = await readEditorsForChange(tx, call, place, [path, claim]);
      decision.check(now?.data);
      if (!claimed || now?.version !== found?.version) throw busy();
      const counts = { contentChunks: parts.content.length, updateChunks: parts.update.length };
      const stored = inline ?? { ...toStoredHeader(call, next), generation, ...counts };
      tx.set(path, stored);
      tx.delete(claim);
      call.queue.add(tx, trim);
      if (isOther) tell(emit, place, decision, stored, next);
    });
  } catch (error) {
    // If this fails too, the task is due after the claim's timeout.
    await store.transact(async (tx) => call.queue.add(tx, trim)).catch(() => undefined);
    throw error;
  } finally {
    await call.queue.start(trim);
  }
}

/** Emits the event of a write, with the content unless it is large: crdt/get returns that. */
function tell(
  emit: Emit,
  { organizationId, documentId, editorId }: EditorPlace,
  { event }: Decision,
  { type, lastUpdate, lastUpdatedBy }: Pick<StoredCrdt, "type" | "lastUpdate" | "lastUpdatedBy">,
  { content }: NewCrdt,
): void {
  if (!event) return;
  const by = { lastUpdatedBy: lastUpdatedBy ?? null, lastUpdate: new Date(lastUpdate).toISOString(), sessionId: null };
  const make = () =>
    Buffer.byteLength(content) > MAX_EVENT_CONTENT
      ? { id: editorId, isTruncated: true, ...by }
      : { id: editorId, data: JSON.parse(content), ...by };
  emit({ type: event, organizationId, documentId, data: { editorId, type }, shared: { crdtData: { make } } });
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** Whether the chunks together are the text. */
function isJoinOf(chunks: readonly string[], text: string): boolean {
  let at = 0;
  return (
    lengthOf(chunks) === text.length &&
    chunks.every((chunk) => {
      at += chunk.length;
      return text.startsWith(chunk, at - chunk.length);
    })
  );
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

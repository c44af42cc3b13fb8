import { readBelowDocument } from "#domain/documents/store/places";
import { MAX_PART_BYTES } from "#domain/events/shared-part";
import { type Emit, transactChange } from "#domain/events/store/change";
import { lengthOf } from "#platform/text/length-of";
import type { WriteCall } from "#src/call";
import { preparing } from "#store/journaled-store";
import type { Doc, Transaction } from "#store/port";
import { claimPath, cut, trimTask, writeChunks } from "./chunks.ts";
import { withNames } from "./content-names.ts";
import {
  changedMeanwhile,
  type EditorPlace,
  editorPath,
  type NewCrdt,
  type RetainedFields,
  type StoredCrdt,
  toInline,
  toStoredHeader,
} from "./editors.ts";
import { type LoadedCrdt, loadCrdt } from "./loading.ts";
import { foldedLog, type StoredLog } from "./update-log.ts";

/** Time after which an unfinished write of chunks counts as dead, ms: 10 minutes. */
export const LONGEST_WRITE = 600_000;

/** Maximum bytes of content in an event, which leaves room for the ids beside it. */
const MAX_EVENT_CONTENT = MAX_PART_BYTES - 2000;

/** Content to be replaced. */
export interface ReplacedCrdt {
  data: StoredCrdt;
  /** Its Yjs state in base64, in chunks. */
  update: readonly string[];
}

/** The decision of a write. It is pure, because it may run several times. */
export interface Decision {
  /** The event to emit if the Yjs document has changed; omitted for none. */
  event?: "crdt.add" | "crdt.update_data";
  /** @throws ApiError if the stored editor does not allow the write. */
  check(editor: StoredCrdt | undefined): void;
  /** @param previous the current content. */
  next(previous: ReplacedCrdt | undefined): NewCrdt | Promise<NewCrdt>;
  /** Set if the write only folds the log into the base: whoever follows the log has all of it already. */
  isFold?: true;
}

/** Writes small content in the transaction that read the previous content; concurrent callers are retried until each succeeds. */
export async function put(call: WriteCall, place: EditorPlace, decision: Decision): Promise<void> {
  const path = editorPath(call, place);
  const large = await transactChange(call, async (tx, { emit }) => {
    const [editor] = await readBelowDocument(tx, call, place, [path]);
    decision.check(editor?.data);
    if (editor && (editor.data.generation !== undefined || editor.data.log)) return { found: editor };
    const decided = await decision.next(editor && { data: editor.data, update: [editor.data.update ?? ""] });
    const next = await withNames(call, decided);
    const isOther = next.update !== editor?.data.update;
    const inline = toInline(call, next, retainedFieldsOf(decision, editor?.data, isOther));
    if (!inline) return { found: editor, next, isOther };
    tx.set(path, inline);
    if (isOther) emitContent(emit, place, decision, inline, next);
    return undefined;
  });
  if (large) await putLarge(call, place, decision, large);
}

/** Replaces content if the old or the new content is stored in chunks, or if there is a log. */
async function putLarge(
  call: WriteCall,
  place: EditorPlace,
  decision: Decision,
  { found, next, isOther = true }: { found: Doc<StoredCrdt> | undefined; next?: NewCrdt; isOther?: boolean },
): Promise<void> {
  if (next) return putNext(call, place, decision, { loaded: found && { editor: found, entries: [] }, next, isOther });
  const snapshot = found && (await loadCrdt(call, found, { content: false, update: true }));
  return putLoaded(call, place, decision, snapshot);
}

/** Replaces content that was loaded. @throws ApiError ABORTED if its base has changed since. */
export async function putLoaded(
  call: WriteCall,
  place: EditorPlace,
  decision: Decision,
  snapshot: LoadedCrdt | undefined,
): Promise<void> {
  decision.check(snapshot?.editor.data);
  const next = await decision.next(snapshot && { data: snapshot.editor.data, update: snapshot.update });
  const isOther = !snapshot || !isJoinOf(snapshot.update, next.update);
  return putNext(call, place, decision, { loaded: snapshot, next, isOther });
}

/** What is written, and what it replaces. */
interface Replacement {
  loaded: Pick<LoadedCrdt, "editor" | "entries"> | undefined;
  next: NewCrdt;
  /** Whether the Yjs document has changed. */
  isOther: boolean;
}

/** Writes content in one transaction if neither the old nor the new content needs chunks, otherwise in chunks. */
export async function putNext(
  call: WriteCall,
  place: EditorPlace,
  decision: Decision,
  replacement: Replacement,
): Promise<void> {
  const { loaded, isOther } = replacement;
  const next = await withNames(call, replacement.next);
  const retainedFields = retainedFieldsOf(decision, loaded?.editor.data, isOther);
  const inline = toInline(call, next, retainedFields);
  if (!inline || loaded?.editor.data.generation !== undefined)
    return putChunks(call, place, decision, { ...replacement, next, kept: retainedFields, inline });
  await transactChange(call, async (tx, { emit }) => {
    const { log } = await readReplaced(tx, call, place, decision, replacement);
    tx.set(editorPath(call, place), { ...inline, ...(log && { log }) });
    if (isOther) emitContent(emit, place, decision, inline, next);
  });
}

/** What is kept of the stored editor. */
function retainedFieldsOf({ isFold }: Decision, editor: StoredCrdt | undefined, isOther: boolean): RetainedFields {
  if (!editor) return {};
  const { log, rewrites = 0, firstClient } = editor;
  const changes = isOther && !isFold ? rewrites + 1 : rewrites;
  const first = firstClient !== undefined && { firstClient };
  return { ...(log && { log }), ...(changes > 0 && { rewrites: changes }), ...first };
}

/**
 * Reads the editor in the transaction that replaces it, and checks that it is still as loaded.
 * @returns the log once the entries that the new content includes are folded.
 * @throws ApiError ABORTED if the base has changed, or there is an unread entry among those that were read.
 */
async function readReplaced(
  tx: Transaction,
  call: WriteCall,
  place: EditorPlace,
  decision: Decision,
  { loaded }: Replacement,
): Promise<{ log: StoredLog | undefined }> {
  const path = editorPath(call, place);
  const [now] = await readBelowDocument(tx, call, place, [path]);
  decision.check(now?.data);
  if (now?.version !== loaded?.editor.version) throw changedMeanwhile();
  if (!now?.data.log) return { log: undefined };
  const log = await foldedLog(tx, call, { editor: path, log: now.data.log }, loaded?.entries ?? []);
  if (!log) throw changedMeanwhile();
  return { log };
}

/**
 * Writes a generation of chunks, then makes it current in one transaction if the editor has not changed meanwhile.
 *
 * A claim and a trim task are committed together before the first chunk. Whatever happens to this call, the task runs:
 * it first removes the claim, without which this call can neither write chunks nor make them current. Then it deletes
 * every generation that is not current: the replaced one or, after a failure, this one. So chunks are never left
 * behind, and those of a running call are never deleted. The task is due as soon as this call ends, or after the
 * claim's timeout.
 */
async function putChunks(
  call: WriteCall,
  place: EditorPlace,
  decision: Decision,
  replacement: Replacement & { kept: RetainedFields; inline: StoredCrdt | undefined },
): Promise<void> {
  const { next, isOther, kept, inline } = replacement;
  const path = editorPath(call, place);
  const generation = call.newId("gen");
  const claim = claimPath(path, generation);
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
    if (!(await writeChunks(store, path, generation, parts))) throw changedMeanwhile();
    await transactChange(call, async (tx, { emit }) => {
      const [{ log }, claimed] = await Promise.all([
        readReplaced(tx, call, place, decision, replacement),
        tx.get(claim),
      ]);
      if (!claimed) throw changedMeanwhile();
      const counts = { contentChunks: parts.content.length, updateChunks: parts.update.length };
      const editor = inline ?? {
        ...toStoredHeader(call, next),
        ...kept,
        generation,
        ...counts,
      };
      tx.set(path, { ...editor, ...(log && { log }) });
      tx.delete(claim);
      call.queue.add(tx, trim);
      if (isOther) emitContent(emit, place, decision, editor, next);
    });
  } catch (error) {
    // If this fails too, the task is due after the claim's timeout.
    await store.transact(async (tx) => call.queue.add(tx, trim)).catch(() => undefined);
    throw error;
  } finally {
    await call.queue.start(trim);
  }
}

/** Emits the event of a write, with the content unless it is too large; crdt/get returns that. */
export function emitContent(
  emit: Emit,
  { organizationId, documentId, editorId }: EditorPlace,
  { event }: Pick<Decision, "event">,
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

/** Whether the joined chunks are the text. */
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

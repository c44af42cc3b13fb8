import { firstClientOf } from "#domain/crdt/clients";
import type { StoredDocument } from "#domain/documents/store/documents";
import { readDocumentAndBelow } from "#domain/documents/store/places";
import { type Emit, transactChange } from "#domain/events/store/change";
import type { DeclaredTask } from "#queue/declare-job";
import type { WriteCall } from "#src/call";
import type { Doc, Transaction } from "#store/port";
import { withNames } from "./content-names.ts";
import { type EditorPlace, editorPath, type StoredCrdt, toInline } from "./editors.ts";
import { rememberScheduledFold, scheduleFold } from "./folding.ts";
import { addFromUpdate, addLargeUpdate, type FirstUpdate, newFromUpdate } from "./live-changes.ts";
import { openEditors } from "./open-editors.ts";
import { emitContent } from "./replacement.ts";
import { appendUpdate, type NewEntry, newLog } from "./update-log.ts";

/** Maximum size of an entry of the log in base64. */
const MAX_ENTRY = 512 * 1024;

/** Length of an update without changes in base64. */
export const EMPTY_UPDATE = 4;

/** What is left to do once a transaction is committed. */
interface AfterCommit {
  entry?: NewEntry | undefined;
  /** The task that folds the log. */
  task?: DeclaredTask | undefined;
  /** Writes what is too large for the transaction. */
  large?: () => Promise<void>;
}

/**
 * Stores an update that Yjs can read: as an entry of the log, or as the first content of an editor. The transaction
 * reads nothing that other writers of updates change.
 * @param added returns what the update adds to the editor in base64, which alone is then stored; undefined if that is
 * nothing.
 * @returns the entry; undefined if nothing was stored, or not as an entry.
 * @throws ApiError NOT_FOUND, ABORTED, and what `added` throws.
 */
export async function storeUpdate(
  call: WriteCall,
  place: EditorPlace,
  first: FirstUpdate,
  added: (
    editor: Doc<StoredCrdt> | undefined,
    document: Doc<StoredDocument>,
  ) => Promise<string | undefined> = async () => first.update,
): Promise<NewEntry | undefined> {
  const { entry, task, large } = await transactChange<AfterCommit>(call, async (tx, { emit }) => {
    const { document, docs } = await readDocumentAndBelow(tx, call, place, [editorPath(call, place)]);
    const [editor] = docs;
    const update = await added(editor, document);
    if (!editor) return add(tx, call, place, first, emit);
    return update === undefined ? {} : append(tx, call, { found: editor, place }, update);
  });
  if (entry) openEditors(call).committed(editorPath(call, place), entry);
  if (task) {
    rememberScheduledFold(call, task);
    await call.queue.start(task);
  }
  await large?.();
  return entry;
}

/** Creates an editor from its first update. */
async function add(
  tx: Transaction,
  call: WriteCall,
  place: EditorPlace,
  first: FirstUpdate,
  emit: Emit,
): Promise<AfterCommit> {
  const next = await withNames(call, await newFromUpdate(call, first));
  const inline = toInline(call, next);
  if (!inline) return { large: () => addFromUpdate(call, place, first) };
  tx.create(editorPath(call, place), inline);
  emitContent(emit, place, { event: "crdt.add" }, inline, next);
  return {};
}

function append(
  tx: Transaction,
  call: WriteCall,
  { found: { path, data }, place }: { found: Doc<StoredCrdt>; place: EditorPlace },
  update: string,
): AfterCommit {
  if (update.length > MAX_ENTRY) return { large: () => addLargeUpdate(call, place, update) };
  const log = data.log ?? newLog(call);
  if (!data.log) tx.update(path, { log, ...firstClientIn(data, update) });
  const entry = appendUpdate(tx, call, { editor: path, log }, { update, by: call.user?.userId });
  return { entry, task: scheduleFold(tx, call, path) };
}

/** The client of the first update of an editor that was created without content. */
function firstClientIn({ firstClient, updateBytes }: StoredCrdt, update: string): Pick<StoredCrdt, "firstClient"> {
  const client = firstClient === undefined && updateBytes <= EMPTY_UPDATE ? firstClientOf(update) : undefined;
  return client === undefined ? {} : { firstClient: client };
}

import { randomInt } from "node:crypto";
import type { CrdtType } from "#domain/crdt/crdt";
import type { WriteCall } from "#src/call";
import { changedMeanwhile, crdtNotFound, type EditorPlace, type NewCrdt } from "./editors.ts";
import { foldUpdates, type LoadedCrdt } from "./loading.ts";
import { type Decision, put, putNext } from "./replacement.ts";

/**
 * Folds the log of a loaded editor into its base.
 * @param event emitted with the content.
 * @throws ApiError ABORTED if the base has changed since, NOT_FOUND if its document is gone.
 */
export function foldCrdt(
  call: WriteCall,
  place: EditorPlace,
  snapshot: LoadedCrdt,
  event?: "crdt.update_data",
): Promise<void> {
  const { type, contentKey, client } = snapshot.editor.data;
  const content = snapshot.content.join("");
  const times = { lastUpdate: snapshot.lastUpdate, lastUpdatedBy: snapshot.lastUpdatedBy };
  const next = { type, contentKey, client, content, update: snapshot.update.join(""), ...times };
  const decision: Decision = { check() {}, next: () => next, isFold: true, ...(event && { event }) };
  return putNext(call, place, decision, { loaded: snapshot, next, isOther: event !== undefined });
}

/** The first update of an editor. Base64. */
export interface FirstUpdate {
  type: CrdtType;
  contentKey: string;
  update: string;
}

/** The content of an editor that its first update creates. */
export async function newFromUpdate(
  { heavyWork, user }: WriteCall,
  { type, contentKey, update }: FirstUpdate,
): Promise<NewCrdt> {
  const folded = await foldUpdates(heavyWork, { type, contentKey }, [update], "");
  return { type, contentKey, client: randomInt(2 ** 32), ...folded, lastUpdatedBy: user?.userId };
}

/**
 * Creates an editor from its first update.
 * @throws ApiError NOT_FOUND; ABORTED if another call creates it meanwhile.
 */
export function addFromUpdate(call: WriteCall, place: EditorPlace, first: FirstUpdate): Promise<void> {
  return put(call, place, {
    event: "crdt.add",
    check(editor) {
      if (editor) throw changedMeanwhile();
    },
    next: () => newFromUpdate(call, first),
  });
}

/** Adds an update that is too large for an entry of the log to the base. @throws ApiError as `updateCrdt` does */
export function addLargeUpdate(call: WriteCall, place: EditorPlace, update: string): Promise<void> {
  return put(call, place, {
    event: "crdt.update_data",
    check(editor) {
      if (!editor) throw crdtNotFound();
    },
    async next(previous) {
      if (!previous) throw crdtNotFound();
      const { type, contentKey, client } = previous.data;
      const folded = await foldUpdates(call.heavyWork, { type, contentKey }, previous.update, update);
      return { type, contentKey, client, ...folded, lastUpdatedBy: call.user?.userId };
    },
  });
}

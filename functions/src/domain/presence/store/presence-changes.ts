import { readBelowDocument } from "#domain/documents/store/places";
import type { Emit } from "#domain/events/store/change";
import { transactItems } from "#domain/events/store/items";
import { documentPath } from "#domain/organizations/store/organizations";
import type { PresenceUserChange } from "#domain/presence/presence";
import type { KeyCall, WriteCall } from "#src/call";
import type { DocRef, Transaction } from "#store/port";
import { presencePath, type StoredPresence, unexpired } from "./presence.ts";

/** Identifies the document of presence entries. */
export interface PresencePlace {
  organizationId: string;
  documentId: string;
}

/**
 * Reads the entries of users, and their document, in one round trip.
 * @returns the entry of a user; undefined if there is none or it has expired.
 * @throws ApiError NOT_FOUND if the organization or document does not exist.
 */
export async function readEntries(
  tx: Transaction,
  call: KeyCall,
  place: PresencePlace,
  userIds: readonly string[],
): Promise<(userId: string) => StoredPresence | undefined> {
  const document = documentPath(call, place.organizationId, place.documentId);
  const paths = userIds.map((userId) => presencePath(document, userId));
  const entries = await readBelowDocument(tx, call, place, paths);
  const byId = new Map(entries.map((entry) => [entry?.id, unexpired(call, entry)?.data]));
  return (userId) => byId.get(userId);
}

/**
 * Writes the entries of users in a document and emits the events.
 * @param after returns the new entry, given the user and the unexpired entry; undefined to leave the entry as it is.
 * @throws ApiError INVALID_ARGUMENT if a user is named twice; NOT_FOUND if the organization or document does not exist.
 */
export async function writePresence(
  call: WriteCall,
  place: PresencePlace,
  users: readonly PresenceUserChange[],
  after: (user: PresenceUserChange, before: StoredPresence | undefined) => StoredPresence | undefined,
): Promise<void> {
  const document = documentPath(call, place.organizationId, place.documentId);
  await transactItems(call, users, async (tx, batch, { emit }) => {
    const userIds = batch.map(({ userId }) => userId);
    const entryOf = await readEntries(tx, call, place, userIds);
    for (const user of batch) {
      const before = entryOf(user.userId);
      const path = presencePath(document, user.userId);
      const next = after(user, before);
      if (next) writeEntry(tx, path, place, { userId: user.userId, before, after: next }, emit);
    }
    return {};
  });
}

/** Writes an entry, and emits an event if the user has arrived or the entry has changed. Heartbeats emit none. */
function writeEntry(
  tx: Transaction,
  path: DocRef<StoredPresence>,
  { organizationId, documentId }: PresencePlace,
  { userId, before, after }: { userId: string; before: StoredPresence | undefined; after: StoredPresence },
  emit: Emit,
): void {
  tx.set(path, after);
  const { name, email, status } = after;
  if (before && before.name === name && before.email === email && before.status === status) return;
  const data = { user: { userId, name, email, status } };
  emit({ type: before ? "presence.update" : "presence.add", organizationId, documentId, data });
}

import type { Page } from "#domain/organizations/store/users";
import { OFFLINE, type PresenceEntry, type PresenceUserChange } from "#domain/presence/presence";
import type { KeyCall } from "#src/call";
import { toPath } from "#store/paths";
import type { Doc, DocData, DocRef } from "#store/port";
import { type ScanPage, scan } from "#store/scan";

/** Lifetime of an entry after its last add or update, in ms. */
const LIFETIME = 60_000;
/** Shortest retention of an expired entry, in ms; the longest is twice that. */
const RETENTION = 3_600_000;

/** Stored form of a presence user: collection `presence` below a document. */
export interface StoredPresence extends DocData {
  name?: string;
  email?: string;
  status?: string;
  lastUpdated: number;
  /** Milliseconds since 1970; omitted for a user who is `offline`. */
  expiresAt?: number;
  /**
   * When the entry may be deleted: rounded up to a full hour, so that heartbeats don't rewrite the index on this field.
   * A date, so that the cloud's expiry policy can use it.
   */
  deleteAt?: Date;
}

/** Path of a user's presence below a document's path. */
export function presencePath(document: string, userId: string): DocRef<StoredPresence> {
  return `${document}/${toPath("presence", userId)}`;
}

/**
 * The entry, unless it has expired. An expiry far beyond the lifetime means that the clock was set back: a client that is
 * still there writes it anew. The clocks of several machines may differ by a little.
 */
export function unexpired(
  call: Pick<KeyCall, "now">,
  entry: Doc<StoredPresence> | undefined,
): Doc<StoredPresence> | undefined {
  const { expiresAt = Number.POSITIVE_INFINITY } = entry?.data ?? {};
  const isCurrent = expiresAt === Number.POSITIVE_INFINITY || expiresAt <= call.now() + 2 * LIFETIME;
  return expiresAt > call.now() && isCurrent ? entry : undefined;
}

/** A user as stored. @param before the stored entry: omitted fields keep its values, `null` removes one. */
export function toStoredPresence(
  call: Pick<KeyCall, "now">,
  { name, email, status }: PresenceUserChange,
  before?: StoredPresence,
): StoredPresence {
  const fields = {
    name: nextValue(name, before?.name),
    email: nextValue(email, before?.email),
    status: nextValue(status, before?.status),
  };
  if (fields.status === OFFLINE) return { ...fields, lastUpdated: call.now() };
  const expiresAt = call.now() + LIFETIME;
  const deleteAt = new Date(Math.ceil((expiresAt + RETENTION) / RETENTION) * RETENTION);
  return { ...fields, lastUpdated: call.now(), expiresAt, deleteAt };
}

function nextValue(change: string | null | undefined, before: string | undefined): string | undefined {
  return change === undefined ? before : (change ?? undefined);
}

/** Reads one page of the entries of a document, by user. A page with a `cursor` may be short. */
export function entriesOf(call: KeyCall, document: string, { limit, after }: Page): Promise<ScanPage<StoredPresence>> {
  const query = { collection: `${document}/presence`, ...(after && { after }) };
  return scan<StoredPresence>(call.store, query, limit, (entries) => entries.filter((entry) => unexpired(call, entry)));
}

/** Reads the entries of some users, in the order of the ids. */
export async function namedEntries(
  call: KeyCall,
  document: string,
  userIds: readonly string[],
): Promise<ScanPage<StoredPresence>> {
  const entries = await call.store.getMany<StoredPresence>(userIds.map((userId) => presencePath(document, userId)));
  return { docs: entries.flatMap((entry) => unexpired(call, entry) ?? []) };
}

/** An entry as returned. */
export function toPresenceEntry({ id, data }: Doc<StoredPresence>): PresenceEntry {
  const { name, email, status, lastUpdated, expiresAt } = data;
  return { userId: id, name, email, status, lastUpdated, expiresAt };
}

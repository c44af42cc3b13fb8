import { batchesOf } from "#platform/async/parallel";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { Cursor, Doc, Store } from "#store/port";
import { grantPath, type StoredGrant, type StoredUser, userPath } from "./members.ts";

/** Places and users per transaction: with a grant and a membership each, a commit has at most 480 deletions. */
const PLACES = 30;
const USERS = 8;

/** Users who left an organization. */
export interface Departure {
  /** Path in the store. */
  organization: string;
  userIds: readonly string[];
  /** Milliseconds since 1970. */
  leftAt: number;
}

/**
 * Deletes the memberships and grants of users on folders and documents of an organization, in pages. It can be
 * interrupted and repeated. Records newer than the departure are kept: the user has come back. It costs one read per
 * place and per record, and two per user for every 30 places without records.
 */
export async function leaveAllPlaces(store: Store, departure: Departure): Promise<void> {
  for (const name of ["folders", "documents"]) {
    let after: Cursor | undefined;
    do {
      const query = { collection: `${departure.organization}/${name}`, limit: PLACES, select: [], after };
      const { docs, cursor } = await store.query(query);
      for (const userIds of batchesOf(departure.userIds, USERS))
        await leavePlaces(store, docs, userIds, departure.leftAt);
      after = cursor;
    } while (after);
  }
}

async function leavePlaces(store: Store, places: readonly Doc[], userIds: string[], leftAt: number): Promise<void> {
  const paths = places.flatMap(({ path }) =>
    userIds.flatMap((userId) => [grantPath(path, userId), userPath(path, userId)]),
  );
  const existing = (await store.getExisting(paths)).flatMap((doc) => doc?.path ?? []);
  if (existing.length === 0) return;
  await retryOnConflict(() =>
    store.transact(async (tx) => {
      for (const doc of await tx.getMany<StoredGrant | StoredUser>(existing))
        if (doc && grantedAt(doc.data) <= leftAt) tx.delete(doc.path);
    }),
  );
}

function grantedAt(data: StoredGrant | StoredUser): number {
  return "createdAt" in data ? (data as StoredGrant).createdAt : (data as StoredUser).lastUpdated;
}

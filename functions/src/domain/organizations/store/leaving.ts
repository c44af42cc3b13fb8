import { batchesOf } from "#platform/parallel";
import { retryOnConflict } from "#platform/retry-on-conflict";
import type { Cursor, Doc, Store } from "#store/port";
import { grantPath, type StoredGrant, type StoredUser, userPath } from "./members.ts";

/** Folders or documents, and users, that are looked at together: four hundred deletions at most are one commit. */
const PLACES = 25;
const USERS = 8;

/** Who has left which organization (its path in the store), and when, in ms since 1970. */
export interface Leaving {
  organization: string;
  userIds: readonly string[];
  leftAt: number;
}

/**
 * Takes the memberships and grants of users on folders and documents of an organization away, page by page; may be cut off
 * and run again. Those that are younger than the leaving stay: the user has come back. Two reads for each place and user.
 */
export async function leaveAllPlaces(store: Store, left: Leaving): Promise<void> {
  for (const name of ["folders", "documents"]) {
    let after: Cursor | undefined;
    do {
      const query = { collection: `${left.organization}/${name}`, limit: PLACES, select: [], after };
      const { docs, cursor } = await store.query(query);
      for (const userIds of batchesOf(left.userIds, USERS)) await leavePlaces(store, docs, userIds, left.leftAt);
      after = cursor;
    } while (after);
  }
}

async function leavePlaces(store: Store, places: readonly Doc[], userIds: string[], leftAt: number): Promise<void> {
  const paths = places.flatMap(({ path }) =>
    userIds.flatMap((userId) => [grantPath(path, userId), userPath(path, userId)]),
  );
  const held = (await store.getMany(paths)).flatMap((doc) => doc?.path ?? []);
  if (held.length === 0) return;
  await retryOnConflict(() =>
    store.transact(async (tx) => {
      for (const doc of await tx.getMany<StoredGrant | StoredUser>(held))
        if (doc && sinceOf(doc.data) <= leftAt) tx.delete(doc.path);
    }),
  );
}

function sinceOf(data: StoredGrant | StoredUser): number {
  return "createdAt" in data ? (data as StoredGrant).createdAt : (data as StoredUser).lastUpdated;
}

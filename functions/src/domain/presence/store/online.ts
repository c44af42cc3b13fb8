import { LRUCache } from "lru-cache";
import { OFFLINE } from "#domain/presence/presence";
import type { UserCall, WriteCall } from "#src/call";
import { processPart } from "#src/context";
import { toStoredPresence } from "./presence.ts";
import { type PresencePlace, writePresence } from "./presence-changes.ts";

/** Status of a user who has an editor open and has set no status. */
const ONLINE = "online";
/** Interval of a user's heartbeats, in ms: an entry expires after a minute. */
const REFRESH = 30_000;
/** Maximum number of users whose last heartbeat is remembered. */
const MAX_USERS = 10_000;

/** The events of having an editor open, whatever call has opened it. */
const emits = ["presence.add", "presence.update"] as const;

/** When each user's presence was last refreshed, on the monotonic clock. */
const shownAt = processPart(() => new LRUCache<string, number>({ max: MAX_USERS }));

/**
 * Shows in the presence of a document that the user has an editor open, if the entry would expire otherwise.
 * @param isOpening whether the user opens it now, and so is no longer `offline`. A user who sets `offline` later stays
 * offline.
 */
export async function showOnline(
  call: WriteCall<UserCall>,
  place: PresencePlace,
  { isOpening }: { isOpening: boolean },
): Promise<void> {
  const { userId, name, email } = call.user;
  const key = JSON.stringify([call.apiKey.apiKeyId, place.organizationId, place.documentId, userId]);
  const last = shownAt(call).get(key) ?? Number.NEGATIVE_INFINITY;
  const isFresh = call.monotonic() - last < REFRESH;
  if (isFresh && !isOpening) return;
  shownAt(call).set(key, call.monotonic());
  await writePresence({ ...call, emits }, place, [{ userId, name, email }], (user, before) => {
    const comesBack = isOpening && before?.status === OFFLINE;
    if (isFresh && before && !comesBack) return undefined;
    return toStoredPresence(call, { ...user, status: comesBack ? ONLINE : (before?.status ?? ONLINE) }, before);
  });
}

import type { KeyCall } from "#src/context";
import { documentPath } from "#store/organizations";
import type { Write } from "#store/port";
import { presencePath, toStoredPresence } from "#store/presence";

/** Presence entries that examples name. `mark` stands in every free text. */
export function presence(call: KeyCall, mark: string): Write[] {
  const homepage = documentPath(call, "acme", "homepage");
  const statuses = { ada: "online", grace: "offline", lin: "away" };
  return Object.entries(statuses).map(([userId, status]) => ({
    op: "create",
    path: presencePath(homepage, userId),
    data: toStoredPresence(call, { userId, name: `${userId}${mark}`, email: `${userId}${mark}@example.com`, status }),
  }));
}

import { documentBelow } from "#domain/documents/store/documents";
import { type Audience, candidates } from "#domain/notifications/recipients";
import { organizationPath, refuseWhileMigrating, unlessDeleting } from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import { REMOVE, type StoreReader, type Transaction } from "#store/port";
import { audienceOf, deliver, RECIPIENTS_AT_ONCE, readRecipients } from "./delivery.ts";
import { contentOf, type FanOut, notificationPath } from "./notifications.ts";

/**
 * Delivers a notification to the next page of its audience, and records the progress.
 * @returns whether more pages remain. None remain if the notification, its document or organization was deleted.
 * @throws ApiError ABORTED while its document is being migrated.
 */
export async function deliverNextPage(
  tx: Transaction,
  call: KeyCall,
  organizationId: string,
  notificationId: string,
): Promise<boolean> {
  const organization = organizationPath(call, organizationId);
  const path = notificationPath(organization, notificationId);
  const [notificationDoc, above] = await tx.getMany([path, organization]);
  const notification = unlessDeleting(notificationDoc);
  const fanOut = notification?.data.fanOut;
  if (!notification || !fanOut || !unlessDeleting(above)) return false;
  const { data } = notification;
  const document = await tx.get(documentBelow(organization, data.documentId));
  refuseWhileMigrating(document);
  if (!unlessDeleting(document)) return false;
  const audience = audienceOf(contentOf(notification));
  const { userIds, next } = await nextCandidates(tx, organization, audience, fanOut);
  const delivery = { organizationId, notificationId, data, audience, isVerified: fanOut.isVerified };
  deliver(tx, call, delivery, await readRecipients(tx, call, delivery, userIds));
  tx.update(path, { fanOut: next ?? REMOVE });
  return next !== undefined;
}

/** The next page of candidates: first the named users, then the other users of the organization. */
async function nextCandidates(
  reader: StoreReader,
  organization: string,
  audience: Audience,
  fanOut: FanOut,
): Promise<{ userIds: string[]; next?: FanOut }> {
  const { namedIds, notifyAll } = audience;
  const pageIds = namedIds.slice(fanOut.named, fanOut.named + RECIPIENTS_AT_ONCE);
  if (pageIds.length > 0) {
    const next = { ...fanOut, named: fanOut.named + pageIds.length };
    const userIds = candidates({ ...audience, namedIds: pageIds, notifyAll: false }, []);
    return notifyAll || next.named < namedIds.length ? { userIds, next } : { userIds };
  }
  if (!notifyAll) return { userIds: [] };
  const { docs, cursor } = await reader.query({
    collection: `${organization}/users`,
    select: [],
    limit: RECIPIENTS_AT_ONCE,
    ...(fanOut.after !== undefined && { after: [fanOut.after] }),
  });
  const isNamed = new Set(namedIds);
  const others = docs.map(({ id }) => id).filter((id) => !isNamed.has(id));
  const userIds = candidates({ ...audience, namedIds: [] }, others);
  return cursor ? { userIds, next: { ...fanOut, after: String(cursor[0]) } } : { userIds };
}

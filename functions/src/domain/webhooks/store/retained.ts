import { deleteFound, KEPT, PAGE, type RetentionRule } from "#domain/retention/store/retention";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { Cursor, Doc, QueryResult, Store, Transaction } from "#store/port";
import { deliveryIdsAt, messageIdsAt, type StoredDelivery, type StoredMessage } from "./messages.ts";

/** Retention rules of this topic. Deliveries come first, because a delivery keeps its message. */
export const retained: readonly RetentionRule[] = [
  { kind: "deliveries", below: "apiKeys", deleteExpired: deleteEndedDeliveries },
  { kind: "messages", below: "apiKeys", deleteExpired: deleteOldMessages },
];

/**
 * Deletes the deliveries of an API key that ended long ago. Pending deliveries stay, however old they are.
 * @param apiKey path of the key.
 * @param now ms since 1970.
 */
function deleteEndedDeliveries(store: Store, apiKey: string, now: number): Promise<number> {
  const collection = `${apiKey}/deliveries`;
  // Ids sort from new to old: expired deliveries begin here.
  const after: Cursor = [`${collection}/${deliveryIdsAt(now - KEPT)}`];
  return deleteFound<StoredDelivery>(
    store,
    { collection, after, select: ["status", "deleteAt"] },
    ({ data: { status, deleteAt } }) => status !== "pending" && (deleteAt?.getTime() ?? 0) <= now,
  );
}

/** Deletes the old messages of an API key, except messages with a delivery, which may still be sent. */
async function deleteOldMessages(store: Store, apiKey: string, now: number): Promise<number> {
  const until = now - KEPT;
  // Usually not even the oldest message has expired. Looking without a transaction locks nothing.
  const oldest = await store.query({ collection: `${apiKey}/messages`, limit: 1, select: [] });
  if (!oldest.docs.some(({ id }) => hasHappened(id, until))) return 0;
  let deleted = 0;
  let after: Cursor | undefined;
  do {
    const page = await retryOnConflict(() => store.transact((tx) => deletePage(tx, apiKey, until, after)));
    deleted += page.deleted;
    after = page.next;
  } while (after);
  return deleted;
}

async function deletePage(tx: Transaction, apiKey: string, until: number, after: Cursor | undefined) {
  const collection = `${apiKey}/messages`;
  const { docs, cursor } = await tx.query<StoredMessage>({ collection, after, limit: PAGE, select: ["createdAt"] });
  const happened = docs.filter(({ id }) => hasHappened(id, until));
  const old = happened.filter(({ data }) => data.createdAt <= until);
  const needed = await messagesOfDeliveries(tx, apiKey, old);
  const unneeded = old.filter(({ id }) => !needed.has(id));
  for (const { path } of unneeded) tx.delete(path);
  return { deleted: unneeded.length, next: happened.length === docs.length ? cursor : undefined };
}

/** The id of a message has the time of its event; the message may be created much later when the queue stood still. */
function hasHappened(id: string, until: number): boolean {
  return id < messageIdsAt(until + 1);
}

/** Ids of messages that have deliveries. A message and its deliveries have the same time of creation. */
async function messagesOfDeliveries(tx: Transaction, apiKey: string, messages: readonly Doc<StoredMessage>[]) {
  const ids = new Set<string>();
  if (messages.length === 0) return ids;
  const times = messages.map(({ data }) => data.createdAt);
  const end = deliveryIdsAt(Math.min(...times) - 1);
  const collection = `${apiKey}/deliveries`;
  let after: Cursor | undefined = [`${collection}/${deliveryIdsAt(Math.max(...times))}`];
  do {
    const page: QueryResult<StoredDelivery> = await tx.query({ collection, after, limit: PAGE, select: ["messageId"] });
    const within = page.docs.filter(({ id }) => id < end);
    for (const { data } of within) ids.add(data.messageId);
    after = within.length === page.docs.length ? page.cursor : undefined;
  } while (after);
  return ids;
}

import { expiring, KEPT, PAGE, type RetentionRule, until } from "#domain/retention/store/retention";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { rangeOf, rangesOf } from "#platform/crypto/spread-id";
import { decodeId, splitPath } from "#store/paths";
import type { Cursor, Doc, Query, QueryResult, Store, Transaction } from "#store/port";
import { deliveryIdsAt, messageIdsAt, type StoredDelivery, type StoredMessage } from "./messages.ts";

/** Retention rules of this topic. Deliveries come first, because a message is kept while it has deliveries. */
export const retained: readonly RetentionRule[] = [
  { kind: "deliveries", below: "apiKeys", deleteExpired: deleteEndedDeliveries },
  { kind: "messages", below: "apiKeys", deleteExpired: deleteOldMessages },
  expiring("inspectedRequests", "apiKeys", (apiKey, now) => ({
    collection: `${apiKey}/inspectedRequests`,
    ...until("deleteAt", new Date(now)),
  })),
];

/** Documents that are read to find out whether a tenant has few; if so, only their ranges are walked through. */
const FEW = 32;

/** Deletes in all ranges of a tenant's ids. Costs one read for a tenant without documents in the collection. */
async function inRanges(store: Store, collection: string, deleteIn: (range: string) => Promise<number>) {
  const { docs, cursor } = await store.query({ collection, limit: FEW, select: [] });
  if (docs.length === 0) return 0;
  const tenant = decodeId(splitPath(splitPath(collection).collection).id);
  const ranges = cursor ? rangesOf(tenant) : new Set(docs.map(({ id }) => rangeOf(id)));
  let deleted = 0;
  for (const range of ranges) deleted += await deleteIn(range);
  return deleted;
}

/**
 * Deletes the deliveries of an API key that ended long ago. Pending deliveries stay, however old they are.
 * @param apiKey path of the key.
 * @param now ms since 1970.
 */
function deleteEndedDeliveries(store: Store, apiKey: string, now: number): Promise<number> {
  const collection = `${apiKey}/deliveries`;
  return inRanges(store, collection, (range) => {
    // Within a range, ids sort from new to old: expired deliveries begin here.
    const from = deliveryIdsAt(now - KEPT, range);
    const part = { collection, from, begins: (id: string) => rangeOf(id) === range };
    return inPages(store, part, async (tx, page) => {
      const { docs, cursor } = await tx.query<StoredDelivery>({ ...page, select: ["status", "deleteAt"] });
      const within = docs.filter(({ id }) => rangeOf(id) === range);
      const ended = within.filter(
        ({ data: { status, deleteAt } }) => status !== "pending" && (deleteAt?.getTime() ?? 0) <= now,
      );
      for (const { path } of ended) tx.delete(path);
      return { deleted: ended.length, next: within.length === docs.length ? cursor : undefined };
    });
  });
}

/** Deletes the old messages of an API key, except those with deliveries, which may still be sent. */
function deleteOldMessages(store: Store, apiKey: string, now: number): Promise<number> {
  const collection = `${apiKey}/messages`;
  const until = now - KEPT;
  return inRanges(store, collection, (range) => {
    // The id of a message contains the time of its event, but the message may be created much later if the queue was
    // stopped.
    const begins = (id: string) => rangeOf(id) === range && id < messageIdsAt(until + 1, range);
    return inPages(store, { collection, from: messageIdsAt(0, range), begins }, async (tx, page) => {
      const { docs, cursor } = await tx.query<StoredMessage>({ ...page, select: ["createdAt"] });
      const happened = docs.filter(({ id }) => begins(id));
      const old = happened.filter(({ data }) => data.createdAt <= until);
      const needed = await messagesOfDeliveries(tx, { apiKey, range }, old);
      const unneeded = old.filter(({ id }) => !needed.has(id));
      for (const { path } of unneeded) tx.delete(path);
      return { deleted: unneeded.length, next: happened.length === docs.length ? cursor : undefined };
    });
  });
}

/** The documents of a range that may have expired: those after the id `from` that satisfy `begins`. */
interface Part {
  collection: string;
  from: string;
  begins(id: string): boolean;
}

/** Deletes page by page, each in a transaction. It first checks without a lock, because usually nothing has expired. */
async function inPages(
  store: Store,
  { collection, from, begins }: Part,
  deletePage: (
    tx: Transaction,
    page: Query & { collection: string },
  ) => Promise<{ deleted: number; next?: Cursor | undefined }>,
): Promise<number> {
  let after: Cursor | undefined = [`${collection}/${from}`];
  const first = await store.query({ collection, after, limit: 1, select: [] });
  if (!first.docs.some(({ id }) => begins(id))) return 0;
  let deleted = 0;
  while (after) {
    const page: Query & { collection: string } = { collection, after, limit: PAGE };
    const done: Awaited<ReturnType<typeof deletePage>> = await retryOnConflict(() =>
      store.transact((tx) => deletePage(tx, page)),
    );
    deleted += done.deleted;
    after = done.next;
  }
  return deleted;
}

/** Ids of messages that have deliveries. A message and its deliveries share their range and time of creation. */
async function messagesOfDeliveries(
  tx: Transaction,
  { apiKey, range }: { apiKey: string; range: string },
  messages: readonly Doc<StoredMessage>[],
) {
  const ids = new Set<string>();
  if (messages.length === 0) return ids;
  const times = messages.map(({ data }) => data.createdAt);
  const end = deliveryIdsAt(Math.min(...times) - 1, range);
  const collection = `${apiKey}/deliveries`;
  let after: Cursor | undefined = [`${collection}/${deliveryIdsAt(Math.max(...times), range)}`];
  do {
    const page: QueryResult<StoredDelivery> = await tx.query({ collection, after, limit: PAGE, select: ["messageId"] });
    const within = page.docs.filter(({ id }) => id < end && rangeOf(id) === range);
    for (const { data } of within) ids.add(data.messageId);
    after = within.length === page.docs.length ? page.cursor : undefined;
  } while (after);
  return ids;
}

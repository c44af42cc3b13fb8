import { toPath } from "#store/paths";
import type { Doc, DocData, ReadableStore, Store, StoreReader, Transaction } from "#store/port";

/** The subscription of an enabled endpoint. Without filters it covers all types and all channels. */
export interface Subscription {
  endpointId: string;
  filterTypes?: string[] | undefined;
  channels?: string[] | undefined;
}

/** The fields of an endpoint that determine its subscription. */
export type SubscribingEndpoint = {
  disabled?: boolean | undefined;
  filterTypes?: string[] | undefined;
  channels?: string[] | undefined;
};

/** The endpoint id of the basic webhook. */
export const BASIC_ENDPOINT = "basic";
/** The endpoint id of the basic webhook with human-readable bodies. */
export const PROCESSED_ENDPOINT = "basic-processed";

/** Whether the id is that of a basic webhook, which has no stored endpoint. */
export function isBasicEndpoint(endpointId: string): boolean {
  return endpointId === BASIC_ENDPOINT || endpointId === PROCESSED_ENDPOINT;
}

/** Stored form of all subscriptions of an API key, at `configs/subscriptions`, so that matching costs one read. */
interface StoredSubscriptions extends DocData {
  /** `Subscription[]` as JSON text. */
  list: string;
}

/** Path of the subscriptions of an API key. */
function subscriptionsPath(apiKeyId: string): string {
  return toPath("apiKeys", apiKeyId, "configs", "subscriptions");
}

/** Reads the subscriptions of an API key; none when it never had a webhook. */
export async function readSubscriptions(reader: StoreReader, apiKeyId: string): Promise<Subscription[]> {
  const record = await reader.get<StoredSubscriptions>(subscriptionsPath(apiKeyId));
  return record ? JSON.parse(record.data.list) : [];
}

/**
 * How long a process may use the subscriptions that it has read, in ms. A call that adds a subscription waits this long
 * before it replies, so no event of a call that begins after the reply is lost.
 */
const MAX_AGE = 2000;

/**
 * The subscriptions of an API key for a call that emits events, read outside a transaction and possibly from the cache.
 */
export async function recentSubscriptions(store: ReadableStore, apiKeyId: string): Promise<Subscription[]> {
  const options = { maxAge: MAX_AGE, remembers: () => true };
  const record = await store.getRecent<StoredSubscriptions>(subscriptionsPath(apiKeyId), options);
  return record ? JSON.parse(record.data.list) : [];
}

/** Resolves when no process uses subscriptions older than the committed ones. Await it before replying. */
export function untilSubscriptionsVisible({ store }: { store: Store }): Promise<void> {
  return store.untilVisible(MAX_AGE);
}

/** Whether an event of this type on these channels goes to the subscriber. */
export function matches({ filterTypes, channels }: Subscription, type: string, on: readonly string[]): boolean {
  return (filterTypes?.includes(type) ?? true) && (channels?.some((channel) => on.includes(channel)) ?? true);
}

/** Updates the subscription of a changed endpoint; a disabled or deleted endpoint has none. */
export function writeSubscription(
  tx: Transaction,
  apiKeyId: string,
  current: readonly Subscription[],
  endpoint: { id: string; data?: SubscribingEndpoint | undefined },
): void {
  const others = current.filter(({ endpointId }) => endpointId !== endpoint.id);
  const { data } = endpoint;
  const own = data && !data.disabled ? [subscriptionOf(endpoint.id, data)] : [];
  writeSubscriptions(tx, apiKeyId, [...others, ...own]);
}

/** Replaces all subscriptions of an API key. */
export function writeSubscriptions(tx: Transaction, apiKeyId: string, list: readonly Subscription[]): void {
  tx.set(subscriptionsPath(apiKeyId), { list: JSON.stringify(list) } satisfies StoredSubscriptions);
}

function subscriptionOf(endpointId: string, { filterTypes, channels }: SubscribingEndpoint): Subscription {
  return { endpointId, filterTypes, channels };
}

/** The subscriptions of the enabled endpoints. */
export function toSubscriptions(endpoints: readonly Pick<Doc<SubscribingEndpoint>, "id" | "data">[]): Subscription[] {
  return endpoints.filter(({ data }) => !data.disabled).map(({ id, data }) => subscriptionOf(id, data));
}

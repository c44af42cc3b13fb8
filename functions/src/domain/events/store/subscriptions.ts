import { toPath } from "#store/paths";
import type { Doc, DocData, StoreReader, Transaction } from "#store/port";

/** Who wants which events: an enabled endpoint with its filters. Left out: all types, all channels. */
export interface Subscription {
  endpointId: string;
  filterTypes?: string[] | undefined;
  channels?: string[] | undefined;
}

/** What counts of an endpoint's document. */
export type SubscribingEndpoint = {
  disabled?: boolean | undefined;
  filterTypes?: string[] | undefined;
  channels?: string[] | undefined;
};

/** Stands for the one address of the basic webhook among the ids of endpoints. */
export const BASIC_ENDPOINT = "basic";

/** The document `configs/subscriptions` of an API key: all that matching needs, so that it costs one read. */
interface StoredSubscriptions extends DocData {
  /** `Subscription[]` as JSON text. */
  list: string;
}

/** Path of the document. */
function subscriptionsPath(apiKeyId: string): string {
  return toPath("apiKeys", apiKeyId, "configs", "subscriptions");
}

/** The subscriptions of an API key; none when it never had a webhook. */
export async function readSubscriptions(reader: StoreReader, apiKeyId: string): Promise<Subscription[]> {
  const found = await reader.get<StoredSubscriptions>(subscriptionsPath(apiKeyId));
  return found ? JSON.parse(found.data.list) : [];
}

/** Whether an event of this type on these channels goes to the subscriber. */
export function matches({ filterTypes, channels }: Subscription, type: string, on: readonly string[]): boolean {
  return (filterTypes?.includes(type) ?? true) && (channels?.some((channel) => on.includes(channel)) ?? true);
}

/** Writes what follows from an endpoint's new state: no subscription while it is disabled or gone. */
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

/** Endpoints by id, as a query of all of them finds them. */
export function toSubscriptions(endpoints: readonly Pick<Doc<SubscribingEndpoint>, "id" | "data">[]): Subscription[] {
  return endpoints.filter(({ data }) => !data.disabled).map(({ id, data }) => subscriptionOf(id, data));
}

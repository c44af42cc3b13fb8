import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { type TtlCache, ttlCache } from "#platform/ttl-cache";
import { type Context, processPart } from "#src/context";
import { type Query, REMOVE, type Store } from "#store/port";
import { allSlots, slotOf, slotsOf, waitingFor, waitingWithoutSlot } from "./delivery-slots.ts";
import type { StoredDelivery } from "./messages.ts";

/** Deliveries that get a slot in one transaction. */
const PAGE = 200;
/** How many checked endpoints a process remembers, and for how long, in ms. */
const REMEMBERED = { max: 10_000, ttl: 24 * 60 * 60 * 1000 };

/** Endpoints whose waiting deliveries are all in slots that workers read. */
const slottedEndpoints = processPart(
  (context): TtlCache<object> => ttlCache(context, { name: "slotted-endpoints", ...REMEMBERED }),
);

/**
 * Assigns slots to an endpoint's pending deliveries that an earlier version has stored without one, or in slots that
 * workers don't read here. On one machine, versions don't run side by side, so a process checks only once.
 */
export async function addSlots(context: Context, apiKeyId: string, endpointId: string): Promise<void> {
  const { store } = context;
  const key = `${apiKeyId} ${endpointId}`;
  const checkedEndpoints = slottedEndpoints(context);
  if (!store.hasHotspots && checkedEndpoints.get(key)) return;
  const others = allSlots.filter((slot) => !slotsOf(store).includes(slot));
  const apiKey = apiKeyPath(apiKeyId);
  await moveToSlots(store, waitingWithoutSlot(apiKey, endpointId));
  if (others.length > 0) await moveToSlots(store, waitingFor(apiKey, endpointId, others));
  checkedEndpoints.set(key, {});
}

/** Moves the results of a query into slots that workers read, in pages. */
async function moveToSlots(store: Store, query: Query): Promise<void> {
  for (;;) {
    const { docs } = await store.query<StoredDelivery>({ ...query, limit: PAGE, select: ["slot", "dueAt"] });
    const paths = docs.filter(({ data }) => isOutside(data, store)).map(({ path }) => path);
    if (paths.length === 0) return;
    await retryOnConflict(() =>
      store.transact(async (tx) => {
        for (const doc of await tx.getMany<StoredDelivery>(paths)) {
          const { messageId = "", endpointId = "", nextAt, dueAt = nextAt } = doc?.data ?? {};
          if (!doc || dueAt === undefined) continue;
          tx.update(doc.path, { slot: slotOf(messageId, endpointId, store), nextAt: dueAt, dueAt: REMOVE });
        }
      }),
    );
  }
}

/** Whether workers don't find the delivery. A move ends when no page contains such deliveries. */
function isOutside({ slot, dueAt }: Pick<StoredDelivery, "slot" | "dueAt">, store: Store): boolean {
  return dueAt !== undefined || (slot !== undefined && !slotsOf(store).includes(slot));
}

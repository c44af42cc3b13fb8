import { hash } from "node:crypto";
import type { Query, Store } from "#store/port";

/** Number of slots over which an endpoint's deliveries are spread in a store with hotspots. */
export const SLOTS = 8;
/** All slots, whatever the store. */
export const allSlots: readonly number[] = Array.from({ length: SLOTS }, (_, slot) => slot);

/** The part of a store that decides whether slots are used. */
type Ranges = Pick<Store, "hasHotspots">;

/** The slots of new deliveries: only one if the store does not need them spread. */
export function slotsOf({ hasHotspots }: Ranges): readonly number[] {
  return hasHotspots ? allSlots : allSlots.slice(0, 1);
}

/** The slot of a delivery. */
export function slotOf(messageId: string, endpointId: string, ranges: Ranges): number {
  if (!ranges.hasHotspots) return 0;
  return (hash("sha256", JSON.stringify([messageId, endpointId]), "buffer")[31] ?? 0) % SLOTS;
}

/** The query for the pending deliveries of an endpoint in the given slots, earliest due first. */
export function waitingFor(
  apiKey: string,
  endpointId: string,
  slots: readonly number[] = allSlots,
): Query & { collection: string } {
  return {
    collection: `${apiKey}/deliveries`,
    where: [
      { field: "endpointId", op: "==", value: endpointId },
      { field: "slot", op: "in", value: [...slots] },
    ],
    orderBy: [{ field: "nextAt", direction: "asc" }],
  };
}

/** The query for an endpoint's pending deliveries that an earlier version has stored without a slot. */
export function waitingWithoutSlot(apiKey: string, endpointId: string): Query & { collection: string } {
  return {
    collection: `${apiKey}/deliveries`,
    where: [{ field: "endpointId", op: "==", value: endpointId }],
    orderBy: [{ field: "dueAt", direction: "asc" }],
  };
}

/** Queries that find all waiting deliveries of an endpoint once `addSlots` has assigned slots. */
export function waitingQueries(store: Ranges, apiKey: string, endpointId: string): Query[] {
  const slotted = waitingFor(apiKey, endpointId, slotsOf(store));
  // An earlier version may run beside this one, except on one machine.
  return store.hasHotspots ? [slotted, waitingWithoutSlot(apiKey, endpointId)] : [slotted];
}

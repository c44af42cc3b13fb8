import { hash } from "node:crypto";
import type { Query, Store } from "#store/port";

/** Slots of the deliveries of an endpoint where a store has hot ranges. */
export const SLOTS = 8;
/** Every slot of any store. */
export const allSlots: readonly number[] = Array.from({ length: SLOTS }, (_, slot) => slot);

/** The part of a store that decides about slots. */
type Ranges = Pick<Store, "hasHotspots">;

/** The slots of new deliveries: a single one where they need not be spread. */
export function slotsOf({ hasHotspots }: Ranges): readonly number[] {
  return hasHotspots ? allSlots : allSlots.slice(0, 1);
}

/** The slot of a delivery. */
export function slotOf(messageId: string, endpointId: string, ranges: Ranges): number {
  if (!ranges.hasHotspots) return 0;
  return (hash("sha256", JSON.stringify([messageId, endpointId]), "buffer")[31] ?? 0) % SLOTS;
}

/** The query for the pending deliveries of an endpoint in some slots, the earliest due first. */
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

/** The query for the pending deliveries of an endpoint that an earlier version has stored without a slot. */
export function waitingWithoutSlot(apiKey: string, endpointId: string): Query & { collection: string } {
  return {
    collection: `${apiKey}/deliveries`,
    where: [{ field: "endpointId", op: "==", value: endpointId }],
    orderBy: [{ field: "dueAt", direction: "asc" }],
  };
}

/** Queries that find everything that waits for an endpoint whose deliveries have got their slots. */
export function allWaiting(store: Ranges, apiKey: string, endpointId: string): Query[] {
  const slotted = waitingFor(apiKey, endpointId, slotsOf(store));
  // An earlier version may run beside this one, but not on one machine.
  return store.hasHotspots ? [slotted, waitingWithoutSlot(apiKey, endpointId)] : [slotted];
}

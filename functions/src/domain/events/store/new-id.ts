import { spreadId } from "#platform/crypto/spread-id";
import type { Context } from "#src/context";

/** A new id of an event or a task, which many calls of an API key may add: spread over ranges where the store needs that. */
export function newBusyId(
  { newId, store }: Pick<Context, "newId" | "store">,
  prefix: string,
  apiKeyId: string,
): string {
  const id = newId(prefix);
  return store.hasHotspots ? spreadId(id, apiKeyId) : id;
}

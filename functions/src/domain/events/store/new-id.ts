import { spreadId } from "#platform/crypto/spread-id";
import type { Context } from "#src/context";

/** A new id for an event or task, of which an API key may add many: spread over ranges if the store needs it. */
export function newSpreadId(
  { newId, store }: Pick<Context, "newId" | "store">,
  prefix: string,
  apiKeyId: string,
): string {
  const id = newId(prefix);
  return store.hasHotspots ? spreadId(id, apiKeyId) : id;
}

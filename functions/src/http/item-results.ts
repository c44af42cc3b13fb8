import * as z from "zod";
import { ApiError } from "#platform/error";

/** One item's outcome (docs/behaviour.md#item-results). `code` says why it failed, such as `not-found`. */
export type ItemResult<Extra extends object = object> =
  | ({ success: true; message: string } & Extra)
  | { success: false; id?: string; message: string; code: string };

/** Shape of a per-item result map, keyed by the caller's own id. */
export const ItemResults = z.record(
  z.string(),
  z.looseObject({ success: z.boolean(), id: z.string().optional(), message: z.string(), code: z.string().optional() }),
);

/**
 * Decides item by item. An `ApiError` fails its item only; anything else fails the call.
 * The result has no prototype, so that an id such as `__proto__` is a key like any other.
 * @param always fields of each outcome, whether the item succeeded or failed.
 */
export function itemResults<Item, Extra extends object>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  decide: (item: Item) => { message: string } & Extra,
  always: object = {},
): Record<string, ItemResult<Extra>> {
  const results: Record<string, ItemResult<Extra>> = Object.create(null);
  for (const item of items) {
    const id = idOf(item);
    try {
      results[id] = { success: true, ...always, ...decide(item) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      results[id] = { ...failedItem(id, error), ...always };
    }
  }
  return results;
}

function failedItem(id: string, { code, message }: ApiError): ItemResult<never> {
  return { success: false, id, message, code: code.toLowerCase().replaceAll("_", "-") };
}

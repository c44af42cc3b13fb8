import { z } from "zod";
import { ApiError } from "#model/error";

/** One item's outcome (section 4.1). `code` tells why it failed, such as `not-found`. */
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
 * `Object.fromEntries` makes own properties even of an id such as `__proto__`.
 */
export function itemResults<Item, Extra extends object>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  decide: (item: Item) => { message: string } & Extra,
): Record<string, ItemResult<Extra>> {
  return Object.fromEntries(
    items.map((item) => {
      try {
        return [idOf(item), { success: true as const, ...decide(item) }];
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return [idOf(item), failedItem(idOf(item), error)];
      }
    }),
  );
}

function failedItem(id: string, { code, message }: ApiError): ItemResult<never> {
  return { success: false, id, message, code: code.toLowerCase().replaceAll("_", "-") };
}

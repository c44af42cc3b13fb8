import * as z from "zod";
import { contractNote } from "./contract-check.ts";

/** The field that holds an item's id, or a function that returns it. Items without an id never collide. */
type IdOf<Item> = keyof Item | ((item: Item) => string | undefined);

/**
 * A list of 1 to `max` items with unique ids, since a reply holds one result per id.
 * @param by for the contract: the fields from which the function `unique` derives the id.
 */
export function list<T extends z.ZodType>(
  item: T,
  { unique: idOf, by, max }: { unique: IdOf<z.output<T>>; by?: readonly string[]; max: number },
): z.ZodArray<T> {
  return unique(z.array(item).min(1).max(max), idOf, by);
}

/**
 * Requires the ids in a list to be unique. If the id is a field, the contract names it in the extension `x-unique-by`.
 * @param idOf default: the item itself is its id.
 */
export function unique<T extends z.ZodType>(
  items: z.ZodArray<T>,
  idOf: IdOf<z.output<T>> = String,
  by: readonly string[] = typeof idOf === "function" ? [] : [String(idOf)],
): z.ZodArray<T> {
  const keywords = by.length === 0 ? { uniqueItems: true } : { "x-unique-by": by };
  const find = typeof idOf === "function" ? idOf : (item: z.output<T>) => item[idOf];
  return items.check(contractNote(keywords), ({ value, issues }) => {
    const repeated = issues.length === 0 ? firstRepeated(value, find) : undefined;
    if (repeated === undefined) return;
    issues.push({ code: "custom", message: `names ${JSON.stringify(repeated)} more than once.`, input: value });
  });
}

function firstRepeated<Item>(items: readonly Item[], idOf: (item: Item) => unknown): string | undefined {
  const ids = new Set<string>();
  for (const item of items) {
    const id = idOf(item);
    if (id === undefined) continue;
    if (ids.has(String(id))) return String(id);
    ids.add(String(id));
  }
  return undefined;
}

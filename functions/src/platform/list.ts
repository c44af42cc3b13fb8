import * as z from "zod";

/** The field that holds an item's id, or a function that returns it. Items without an id never collide. */
type IdOf<Item> = keyof Item | ((item: Item) => string | undefined);

/** A list of 1 to `max` items with unique ids, since a reply holds one result per id. */
export function list<T extends z.ZodType>(
  item: T,
  { unique: idOf, max }: { unique: IdOf<z.output<T>>; max: number },
): z.ZodArray<T> {
  return unique(z.array(item).min(1).max(max), idOf);
}

/** Requires the ids in a list to be unique. @param idOf by default the item itself is its id. */
export function unique<T extends z.ZodType>(items: z.ZodArray<T>, idOf: IdOf<z.output<T>> = String): z.ZodArray<T> {
  const find = typeof idOf === "function" ? idOf : (item: z.output<T>) => item[idOf];
  return items.check(({ value, issues }) => {
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

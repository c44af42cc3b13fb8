import { MAX_LEVELS, partsOf, type Shared, typeOf } from "./nesting.ts";

/**
 * Deletes what nests too deep below a shared type, which earlier versions took. Yjs deletes and collects by recursion, so this begins at
 * the deepest and ends a transaction every so many levels.
 */
export function deleteTooDeep(root: Shared): void {
  const levels = [[root]];
  for (let level = levels[0] as Shared[]; level.length > 0; levels.push(level)) level = level.flatMap(typesIn);
  for (let depth = Math.floor(levels.length / MAX_LEVELS) * MAX_LEVELS; depth > 0; depth -= MAX_LEVELS)
    root.doc?.transact((transaction) => {
      for (const type of levels[depth] ?? []) type._item?.delete(transaction);
    });
}

function typesIn(type: Shared): Shared[] {
  return [...partsOf(type)].flatMap((part) => typeOf(part) ?? []);
}

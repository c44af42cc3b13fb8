import { MAX_LEVELS, partsOf, type Shared, typeOf } from "./nesting.ts";

/**
 * Deletes content nested too deep below a shared type, which earlier versions accepted. Yjs deletes and collects
 * garbage recursively, so this starts at the deepest level and ends a transaction every MAX_LEVELS levels.
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

/** How many items, from the first on, fit into the total size `most`; at least one if there are any. */
export function countFitting<T>(items: readonly T[], sizeOf: (item: T) => number, most: number): number {
  let size = 0;
  const end = items.findIndex((item, i) => {
    size += sizeOf(item);
    return i > 0 && size > most;
  });
  return end === -1 ? items.length : end;
}

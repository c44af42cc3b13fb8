import { useMemo } from "react";
import type { List } from "../../lists/use-list.ts";

/**
 * Sorts the rows loaded so far, newest first; the service sends them in the order of their ids.
 * @param timeOf ms since 1970.
 */
export function useNewestFirst<Row>(list: List<Row>, timeOf: (row: Row) => number): List<Row> {
  const { rows } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `timeOf` never changes.
  const sorted = useMemo(() => rows?.toSorted((a, b) => timeOf(b) - timeOf(a)), [rows]);
  return { ...list, rows: sorted };
}

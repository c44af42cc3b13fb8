import { useMemo } from "react";
import type { List } from "../../lists/use-list.ts";

/** A list whose rows so far stand with the newest first. The service has them by their ids. @param timeOf ms since 1970. */
export function useNewestFirst<Row>(list: List<Row>, timeOf: (row: Row) => number): List<Row> {
  const { rows } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what reads the time of a row never changes.
  const sorted = useMemo(() => rows?.toSorted((a, b) => timeOf(b) - timeOf(a)), [rows]);
  return { ...list, rows: sorted };
}

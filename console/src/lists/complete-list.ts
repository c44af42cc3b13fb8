import type { UseQueryResult } from "@tanstack/react-query";
import type { List } from "./use-list.ts";

/**
 * A list that is loaded as a whole. @param rows the rows to show.
 * @param query the query that fetched the rows; omitted if they arrive without one.
 */
export function completeList<Row>(rows: readonly Row[] | undefined, query?: UseQueryResult<unknown>): List<Row> {
  return {
    ...{ rows, error: query?.error ?? null, hasMore: false, isLoadingMore: false },
    loadMore: () => {},
    reload: () => void query?.refetch(),
  };
}

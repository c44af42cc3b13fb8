import type { UseQueryResult } from "@tanstack/react-query";
import type { List } from "./use-list.ts";

/**
 * A list that is there as a whole. @param rows those of its rows that are shown.
 * @param query has fetched them; missing: they come by themselves.
 */
export function listOf<Row>(rows: readonly Row[] | undefined, query?: UseQueryResult<unknown>): List<Row> {
  return {
    ...{ rows, error: query?.error ?? null, hasMore: false, isLoadingMore: false },
    loadMore: () => {},
    reload: () => void query?.refetch(),
  };
}

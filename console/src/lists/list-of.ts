import type { UseQueryResult } from "@tanstack/react-query";
import type { List } from "./use-list.ts";

/** A list that one query has fetched as a whole. @param rows those of its rows that are shown. */
export function listOf<Row>(rows: readonly Row[] | undefined, query: UseQueryResult<unknown>): List<Row> {
  return {
    ...{ rows, error: query.error, hasMore: false, isLoadingMore: false },
    loadMore: () => {},
    reload: () => void query.refetch(),
  };
}

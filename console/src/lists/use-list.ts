import type { Page } from "@atrium/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { returnCheck } from "../session/unreachable.ts";

/** Number of rows fetched by one request. */
const PAGE_SIZE = 200;

/** A list that grows as the person scrolls. */
export interface List<Row> {
  /** The rows loaded so far; undefined while the first page is loading. */
  rows: readonly Row[] | undefined;
  error: Error | null;
  /** Whether there are further rows. */
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore(): void;
  reload(): void;
}

interface ListOptions<Row> {
  /** Identifies the list, including its filters. */
  queryKey: readonly unknown[];
  /** Fetches one page; undefined while something it needs is still missing. */
  fetchPage:
    | ((page: { pageSize: number; pageToken: string | undefined }, signal: AbortSignal) => Promise<Page<Row[]>>)
    | undefined;
  /** Interval at which the first page is refetched, ms, until somebody scrolls to a later page. Default: never. */
  refetchInterval?: number;
}

/** Reads a list of the service page by page. */
export function useList<Row>({ queryKey, fetchPage, refetchInterval }: ListOptions<Row>): List<Row> {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey,
    enabled: fetchPage !== undefined,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      if (!fetchPage) throw new Error("The list is not ready.");
      return fetchPage({ pageSize: PAGE_SIZE, pageToken: pageParam }, signal);
    },
    getNextPageParam: ({ pageToken }) => pageToken,
    // Several pages would be fetched one after the other, and rows would move while the person reads them.
    refetchInterval: ({ state: { data, error } }) =>
      returnCheck(error) || (hasSeveralPages(data) ? false : (refetchInterval ?? false)),
    refetchOnWindowFocus: ({ state: { data } }) => !hasSeveralPages(data),
  });
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data), [data]);
  return {
    ...{ rows, error, hasMore: hasNextPage, isLoadingMore: isFetchingNextPage },
    loadMore: () => void fetchNextPage(),
    reload: () => void refetch(),
  };
}

function hasSeveralPages(list: { pages: unknown[] } | undefined): boolean {
  return list !== undefined && list.pages.length > 1;
}

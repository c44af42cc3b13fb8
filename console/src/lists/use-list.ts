import type { Page } from "@atrium/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { returnCheck } from "../session/unreachable.ts";

/** Rows that one request of a list fetches. */
const PAGE_SIZE = 200;

/** A list that grows as the person scrolls. */
export interface List<Row> {
  /** The rows so far. Missing while the first page is loaded. */
  rows: readonly Row[] | undefined;
  error: Error | null;
  /** Whether there are rows after these. */
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore(): void;
  reload(): void;
}

interface ListOptions<Row> {
  /** Names what is listed, its filters included. */
  queryKey: readonly unknown[];
  /** Fetches one page. Missing: what it needs is not there yet. */
  fetchPage:
    | ((page: { pageSize: number; pageToken: string | undefined }, signal: AbortSignal) => Promise<Page<Row[]>>)
    | undefined;
  /** Interval after which the first page is fetched again, ms, until somebody scrolls to a later one. Default: never. */
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
    // All pages would be fetched again, and rows would move below the eyes of the person.
    refetchInterval: ({ state: { data, error } }) =>
      returnCheck(error) || (data && data.pages.length > 1 ? false : (refetchInterval ?? false)),
  });
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data), [data]);
  return {
    ...{ rows, error, hasMore: hasNextPage, isLoadingMore: isFetchingNextPage },
    loadMore: () => void fetchNextPage(),
    reload: () => void refetch(),
  };
}

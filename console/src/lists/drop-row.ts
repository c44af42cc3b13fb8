import type { Page } from "@atrium/client";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";

/**
 * Removes a deleted row from the lists under a query key. Reading a list again would repeat the request of each page that
 * somebody has scrolled through.
 */
export function dropRow<Row>(
  queries: QueryClient,
  queryKey: readonly unknown[],
  isDeleted: (row: Row) => boolean,
): void {
  queries.setQueriesData<InfiniteData<Page<Row[]>>>(
    { queryKey },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, data: page.data.filter((row) => !isDeleted(row)) })),
      },
  );
}

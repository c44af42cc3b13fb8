import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorPanel } from "./error-panel.tsx";
import { Loading } from "./loading.tsx";

/** Shows the data of a query, that it is loading, or why it failed. */
export function QueryView<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  const { data, error, refetch } = query;
  return (
    <>
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined ? !error && <Loading /> : children(data)}
    </>
  );
}

import { ErrorPanel } from "../components/error-panel.tsx";

/** Shown in place of a page that could not be loaded or drawn. */
export function PageFailure({ error }: { error: unknown }) {
  return (
    <ErrorPanel error={error instanceof Error ? error : new Error(String(error))} onRetry={() => location.reload()} />
  );
}

import { ErrorPanel } from "../components/error-panel.tsx";
import { Page } from "../components/page.tsx";
import { PageNotLoaded } from "../router/load-page.ts";
import { useTexts } from "../texts/texts.tsx";
import { UnloadedPage } from "./unloaded-page.tsx";

/** Shown instead of a page that could not be loaded or rendered. */
export function PageFailure({ error }: { error: unknown }) {
  const { common } = useTexts();
  if (error instanceof PageNotLoaded) return <UnloadedPage error={error} />;
  const pageError = error instanceof Error ? error : new Error(String(error));
  return (
    <Page title={common.pageFailure}>
      <ErrorPanel error={pageError} onRetry={() => location.reload()} />
    </Page>
  );
}

import { ErrorPanel } from "../components/error-panel.tsx";
import { Page } from "../components/page.tsx";
import { useTexts } from "../texts/texts.tsx";

/** Shown in place of a page that could not be loaded or drawn. */
export function PageFailure({ error }: { error: unknown }) {
  const { common } = useTexts();
  const shown = error instanceof Error ? error : new Error(String(error));
  return (
    <Page title={common.pageFailure}>
      <ErrorPanel error={shown} onRetry={() => location.reload()} />
    </Page>
  );
}

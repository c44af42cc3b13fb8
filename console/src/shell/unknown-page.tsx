import { Link } from "@tanstack/react-router";
import { Page } from "../components/page.tsx";
import { useTexts } from "../texts/texts.tsx";

/** Shown at an address without a page. */
export function UnknownPage() {
  const { common } = useTexts();
  return (
    <Page title={common.notFound}>
      <Link to="/">{common.toOverview}</Link>
    </Page>
  );
}

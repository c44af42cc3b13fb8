import { Link } from "@tanstack/react-router";
import { Notice } from "../components/notice.tsx";
import { useTexts } from "../texts/texts.tsx";

/** Shown at an address that no page has. */
export function UnknownPage() {
  const { common } = useTexts();
  return (
    <Notice kind="plain" title={common.notFound}>
      <Link to="/">{common.toOverview}</Link>
    </Notice>
  );
}

import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { Button } from "../components/button.tsx";
import { Notice } from "../components/notice.tsx";
import { Page } from "../components/page.tsx";
import type { PageNotLoaded } from "../router/load-page.ts";
import { RETURN_CHECK } from "../session/unreachable.ts";
import { useTexts } from "../texts/texts.tsx";
import { reloadOnce, servedVersion } from "./served-version.ts";

/** Shown in place of a page whose script has not come; it goes on by itself when the script comes, or the server has a new version. */
export function UnloadedPage({ error }: { error: PageNotLoaded }) {
  const { common } = useTexts();
  const router = useRouter();
  const retry = useCallback(
    async (onFailure: () => Promise<void>) => {
      try {
        await error.load();
      } catch {
        return onFailure();
      }
      await router.invalidate();
    },
    [error, router],
  );
  useEffect(() => {
    const retryAlone = () =>
      void retry(async () => {
        if ((await servedVersion()) === "other") reloadOnce();
      });
    retryAlone();
    const timer = setInterval(retryAlone, RETURN_CHECK);
    return () => clearInterval(timer);
  }, [retry]);
  // Some browsers ask for a script no second time; loading all anew must not end on their own error page.
  const retryAll = async () => {
    if ((await servedVersion()) !== undefined) location.reload();
  };
  return (
    <Page title={common.pageFailure}>
      <Notice kind="bad" title={common.pageNotSent}>
        <p>{common.pageNotSentHelp}</p>
        <Button onClick={() => void retry(retryAll)}>{common.retry}</Button>
      </Notice>
    </Page>
  );
}

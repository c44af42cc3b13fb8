import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { Button } from "../components/button.tsx";
import { Notice } from "../components/notice.tsx";
import { Page } from "../components/page.tsx";
import type { PageNotLoaded } from "../router/load-page.ts";
import { RETURN_CHECK } from "../session/unreachable.ts";
import { useTexts } from "../texts/texts.tsx";
import { reloadOnce, servedVersion } from "./served-version.ts";

/** Shown while a page's script can't be loaded; continues by itself once it can, or if the server has a new version. */
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
  // Some browsers never request a failed script again, so everything is reloaded, but only if the server answers:
  // otherwise the browser's own error page would replace the console.
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

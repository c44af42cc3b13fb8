import { onlineManager, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "../components/button.tsx";
import { Notice } from "../components/notice.tsx";
import { useApiKeys } from "../session/session.tsx";
import { isUnreachable } from "../session/unreachable.ts";
import { useUnreachable } from "../session/use-unreachable.ts";
import { useTexts } from "../texts/texts.tsx";

/** Says once for all failed reads of a page that the server is not responding. */
export function UnreachableNotice() {
  const { common } = useTexts();
  const queries = useQueryClient();
  useOfflineCheck();
  if (!useUnreachable()) return null;
  const retry = () =>
    void queries.refetchQueries({ type: "active", predicate: ({ state }) => isUnreachable(state.error) });
  return (
    <Notice kind="bad" title={common.unreachable}>
      <p>{common.unreachableHelp}</p>
      <Button onClick={retry}>{common.retry}</Button>
    </Notice>
  );
}

/** Makes a call as soon as the browser goes offline, so that an idle page shows the notice too. */
function useOfflineCheck(): void {
  const { refetch } = useApiKeys();
  useEffect(() => onlineManager.subscribe((isOnline) => void (isOnline || refetch())), [refetch]);
}

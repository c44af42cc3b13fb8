import { useEffect, useState } from "react";
import { useApiKeys } from "../session/session.tsx";
import { useTexts } from "../texts/texts.tsx";
import { Notice } from "./notice.tsx";

/** Says that no server answered a write, and once one answers again, that the write can be repeated. */
export function UnreachableWork() {
  const { common } = useTexts();
  const [since] = useState(Date.now);
  // A failed read is retried automatically and notices the server's return, so the page needs at least one.
  const { refetch, dataUpdatedAt } = useApiKeys();
  useEffect(() => void refetch(), [refetch]);
  const answers = dataUpdatedAt > since;
  return (
    <Notice kind="bad" title={answers ? common.unreachableBefore : common.unreachable}>
      {answers ? common.unreachableBeforeHelp : common.unreachableWorkHelp}
    </Notice>
  );
}

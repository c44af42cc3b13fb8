import { useEffect, useState } from "react";
import { useApiKeys } from "../session/session.tsx";
import { useTexts } from "../texts/texts.tsx";
import { Notice } from "./notice.tsx";

/** Says that no server answered what was to be done, and as soon as one answers, that it can be done again. */
export function UnreachableWork() {
  const { common } = useTexts();
  const [since] = useState(Date.now);
  // Whoever reads nothing meanwhile would not hear of it: what could not be read is tried again by itself.
  const { refetch, dataUpdatedAt } = useApiKeys();
  useEffect(() => void refetch(), [refetch]);
  const answers = dataUpdatedAt > since;
  return (
    <Notice kind="bad" title={answers ? common.unreachableBefore : common.unreachable}>
      {answers ? common.unreachableBeforeHelp : common.unreachableWorkHelp}
    </Notice>
  );
}

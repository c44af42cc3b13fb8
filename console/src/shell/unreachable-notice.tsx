import { useQueryClient } from "@tanstack/react-query";
import { Button } from "../components/button.tsx";
import { Notice } from "../components/notice.tsx";
import { isUnreachable } from "../session/unreachable.ts";
import { useUnreachable } from "../session/use-unreachable.ts";
import { useTexts } from "../texts/texts.tsx";

/** Says once, whatever the page could not read, that the server does not answer. */
export function UnreachableNotice() {
  const { common } = useTexts();
  const queries = useQueryClient();
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

import { useBlocker } from "@tanstack/react-router";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { useTexts } from "../texts/texts.tsx";

/** An address as far as it decides which form is shown. */
interface Address {
  pathname: string;
  search: object;
}

/** Asks before a page is left whose changes are not saved. */
export function LeaveQuestion({ isChanged }: { isChanged: boolean }) {
  const { common } = useTexts();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && leavesForm(current, next),
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  return (
    <Dialog isOpen={status === "blocked"} onClose={() => reset?.()} title={common.leaveTitle}>
      <p>{common.leaveHelp}</p>
      <div className="actions">
        <Button onClick={() => reset?.()}>{common.stay}</Button>
        <Button kind="danger" onClick={() => proceed?.()}>
          {common.leave}
        </Button>
      </div>
    </Dialog>
  );
}

/** The console itself names the API key in the address, which changes nothing that is shown. */
function leavesForm(current: Address, next: Address): boolean {
  if (current.pathname !== next.pathname) return true;
  const [before, after] = [current.search, next.search] as Record<string, unknown>[];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].some(
    (name) => before?.[name] !== after?.[name] && !(name === "key" && before?.[name] === undefined),
  );
}

import { useBlocker } from "@tanstack/react-router";
import { use, useEffect, useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog, DialogContext } from "../components/dialog.tsx";
import { useTexts } from "../texts/texts.tsx";

/** The parts of an address that determine which form is shown. */
interface Address {
  pathname: string;
  search: object;
}

interface LeaveQuestionProps {
  isChanged: boolean;
  /** A query parameter that does not affect the form. */
  without?: string;
}

/** Asks before a page or dialog with unsaved changes is left. */
export function LeaveQuestion({ isChanged, without }: LeaveQuestionProps) {
  const { common } = useTexts();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && leavesForm(current, next, without),
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  const closing = useClosingQuestion(isChanged);
  const stay = closing ? closing.stay : () => reset?.();
  const leave = closing ? closing.leave : () => proceed?.();
  return (
    <Dialog isOpen={status === "blocked" || closing !== undefined} onClose={stay} title={common.leaveTitle}>
      <p>{common.leaveHelp}</p>
      <div className="actions">
        <Button onClick={stay}>{common.stay}</Button>
        <Button kind="danger" onClick={leave}>
          {common.leave}
        </Button>
      </div>
    </Dialog>
  );
}

/** The actions for answering whether the surrounding dialog should close; undefined while nobody is closing it. */
function useClosingQuestion(isChanged: boolean): { stay: () => void; leave: () => void } | undefined {
  const dialog = use(DialogContext);
  const [isClosing, setClosing] = useState(false);
  useEffect(() => {
    if (!dialog || !isChanged) return;
    const { question } = dialog;
    question.current = () => setClosing(true);
    return () => {
      question.current = undefined;
    };
  }, [dialog, isChanged]);
  if (!dialog || !isClosing) return undefined;
  const stay = () => setClosing(false);
  const leave = () => {
    stay();
    dialog.close();
  };
  return { stay, leave };
}

/** Ignores the API key, which the console itself adds to the address without changing what is shown. */
function leavesForm(current: Address, next: Address, without: string | undefined): boolean {
  if (current.pathname !== next.pathname) return true;
  const [before, after] = [current.search, next.search] as Record<string, unknown>[];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].some(
    (name) => name !== without && before?.[name] !== after?.[name] && !(name === "key" && before?.[name] === undefined),
  );
}

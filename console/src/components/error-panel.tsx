import { type AtriumError, isAtriumError } from "@atrium/client";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { NoAuthToken } from "../session/no-auth-token.ts";
import { useSessions } from "../session/session.tsx";
import { isSessionEnd } from "../session/session-end.ts";
import { isUnreachable } from "../session/unreachable.ts";
import { useUnreachable } from "../session/use-unreachable.ts";
import { useTexts } from "../texts/texts.tsx";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";
import { UnreachableWork } from "./unreachable-work.tsx";

interface ErrorPanelProps {
  error: Error;
  /** Repeats a failed read, which the page also repeats by itself. Omitted if the failed call was a write. */
  onRetry?: (() => void) | undefined;
}

/** What went wrong, what to do about it, and the id of the request in the log. */
export function ErrorPanel({ error, onRetry }: ErrorPanelProps) {
  const { common } = useTexts();
  const { session } = useSessions();
  const isSaid = useUnreachable();
  const isEnd = session !== undefined && isSessionEnd(error);
  const noteEnd = session?.noteEnd;
  useEffect(() => {
    if (isEnd) noteEnd?.(error);
  }, [isEnd, error, noteEnd]);
  if (error instanceof NoAuthToken)
    return (
      <Notice kind="bad" title={common.noToken}>
        <p>{common.noTokenHelp}</p>
        <Link to="/keys">{common.toKeys}</Link>
      </Notice>
    );
  // Only writes: failed reads are repeated automatically as soon as the session is resumed.
  if (isEnd && !onRetry && session.isOfEarlier(error))
    return (
      <Notice kind="bad" title={common.notDone}>
        {common.notDoneHelp}
      </Notice>
    );
  // The shell around the page shows it once.
  if (isEnd) return null;
  const retry = onRetry && <Button onClick={onRetry}>{common.retry}</Button>;
  // The shell around the page shows it once for all failed reads.
  if (isUnreachable(error) && isSaid && onRetry && session) return null;
  if (isUnreachable(error) && !onRetry && session) return <UnreachableWork />;
  if (isUnreachable(error))
    return (
      <Notice kind="bad" title={common.unreachable}>
        <p>{onRetry ? common.unreachableHelp : common.unreachableWorkHelp}</p>
        {retry}
      </Notice>
    );
  return (
    <Notice kind="bad" title={common.failed}>
      {isAtriumError(error) ? <Facts error={error} /> : <p>{error.message}</p>}
      {retry}
    </Notice>
  );
}

function Facts({ error }: { error: AtriumError }) {
  const { common } = useTexts();
  const { session } = useSessions();
  return (
    <>
      {/* `reason` covers only the first of the refused fields. */}
      {error.issues.length > 1 ? (
        <ul>
          {error.issues.map(({ path, message }) => (
            <li key={path + message}>
              <code>{path}</code>: {message}
            </li>
          ))}
        </ul>
      ) : (
        <p>{error.reason ?? error.message}</p>
      )}
      {error.hint !== undefined && <p>{error.hint}</p>}
      {error.requestId !== undefined && (
        <p className="quiet">
          {common.requestId} <code>{error.requestId}</code>{" "}
          {session && (
            <Link to="/logs" search={{ requestId: error.requestId }}>
              {common.inTheLog}
            </Link>
          )}
        </p>
      )}
    </>
  );
}

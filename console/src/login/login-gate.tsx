import { isAtriumError } from "@atrium/client";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Loading } from "../components/loading.tsx";
import { beginSession, joinSession } from "../session/begin-session.ts";
import { mayJoinSession } from "../session/credentials.ts";
import { takeLinkCode } from "../session/link-code.ts";
import { useSessions } from "../session/session.tsx";
import { LoginPage } from "./login-page.tsx";

interface LoginGateProps {
  /** The one-time code of the link that led here. */
  code: string | undefined;
  children: ReactNode;
}

/** Shows the console to those who are logged in, and to others the page on which they log in. */
export function LoginGate({ code, children }: LoginGateProps) {
  const { session, logIn } = useSessions();
  const [isOpening, setOpening] = useState(() => code !== undefined || (!session && mayJoinSession()));
  const [failure, setFailure] = useState<Error>();
  const open = useCallback(
    (used: string | undefined) => {
      setOpening(true);
      setFailure(undefined);
      (used === undefined ? joinSession() : beginSession(used))
        .then(logIn)
        // Without a link nobody expects to be logged in.
        .catch((error) => used !== undefined && setFailure(error))
        .finally(() => setOpening(false));
    },
    [logIn],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code works once, so only the first drawing exchanges it.
  useEffect(() => {
    if (isOpening) open(code);
  }, []);
  useEffect(() => {
    // A link that is opened in a tab of the console changes nothing but what stands behind the `#`.
    const follow = () => {
      const next = takeLinkCode();
      if (next !== undefined) open(next);
    };
    // It may have been opened while the page was loading.
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [open]);
  if (isOpening) return <Loading />;
  if (session) return children;
  return <LoginPage linkFailure={failure && (isAtriumError(failure, "UNAUTHENTICATED") ? "used" : failure)} />;
}

import { isAtriumError } from "@atrium/client";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Loading } from "../components/loading.tsx";
import { beginSession, joinSession } from "../session/begin-session.ts";
import { type Login, mayJoinSession } from "../session/credentials.ts";
import { takeLinkCode } from "../session/link-code.ts";
import { useSessions } from "../session/session.tsx";
import { LoginPage } from "./login-page.tsx";

interface LoginGateProps {
  /** The one-time code of the link that was opened. */
  code: string | undefined;
  children: ReactNode;
}

/** Shows the console to a person who is logged in, otherwise the login page. */
export function LoginGate({ code, children }: LoginGateProps) {
  const { session, logIn } = useSessions();
  const [isOpening, setOpening] = useState(() => code !== undefined || (!session && mayJoinSession()));
  const [failure, setFailure] = useState<Error>();
  const open = useCallback(
    (used: string | undefined) => {
      setOpening(true);
      setFailure(undefined);
      (used === undefined ? joinSession() : beginOrJoin(used))
        .then(logIn)
        // Without a link, nobody expects to be logged in, so a failure needs no message.
        .catch((error) => used !== undefined && setFailure(error))
        .finally(() => setOpening(false));
    },
    [logIn],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code works once, so only the first render exchanges it.
  useEffect(() => {
    if (isOpening) open(code);
  }, []);
  useEffect(() => {
    // Opening a link in a tab of the console changes only the fragment after the `#`.
    const follow = () => {
      const next = takeLinkCode();
      if (next !== undefined) open(next);
    };
    // The link may have been opened while the page was loading.
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [open]);
  if (isOpening) return <Loading />;
  if (session) return children;
  return <LoginPage linkFailure={failure && (isAtriumError(failure, "UNAUTHENTICATED") ? "used" : failure)} />;
}

/** Begins the session of a link. If the link was used before, such as in this browser, it joins the session there. */
async function beginOrJoin(code: string): Promise<Login> {
  try {
    return await beginSession(code);
  } catch (error) {
    if (!isAtriumError(error, "UNAUTHENTICATED") || !mayJoinSession()) throw error;
    return joinSession().catch(() => Promise.reject(error));
  }
}

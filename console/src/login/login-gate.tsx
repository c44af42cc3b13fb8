import { isAtriumError } from "@atrium/client";
import { type ReactNode, useEffect, useState } from "react";
import { Loading } from "../components/loading.tsx";
import { beginSession, joinSession } from "../session/begin-session.ts";
import { mayJoinSession } from "../session/credentials.ts";
import { useSessions } from "../session/session.tsx";
import { LoginPage } from "./login-page.tsx";

interface LoginGateProps {
  /** The one-time code of the link that led here. */
  code: string | undefined;
  children: ReactNode;
}

/** Shows the console to those who are signed in, and to others the page on which they sign in. */
export function LoginGate({ code, children }: LoginGateProps) {
  const { session, signIn } = useSessions();
  const [isOpening, setOpening] = useState(() => code !== undefined || (!session && mayJoinSession()));
  const [failure, setFailure] = useState<Error>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code works once, so only the first drawing exchanges it.
  useEffect(() => {
    if (!isOpening) return;
    (code === undefined ? joinSession() : beginSession(code))
      .then(signIn)
      // Without a link nobody expects to be signed in.
      .catch((error) => code !== undefined && setFailure(error))
      .finally(() => setOpening(false));
  }, []);
  if (isOpening) return <Loading />;
  if (session) return children;
  return <LoginPage linkFailure={failure && (isAtriumError(failure, "UNAUTHENTICATED") ? "used" : failure)} />;
}

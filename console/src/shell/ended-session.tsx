import { type FormEvent, useEffect, useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { TextField } from "../components/fields/text-field.tsx";
import { Notice } from "../components/notice.tsx";
import { LoginFailure } from "../login/login-failure.tsx";
import { useTokenLogin } from "../login/use-token-login.ts";
import { joinSession } from "../session/begin-session.ts";
import type { Login } from "../session/credentials.ts";
import { useSession } from "../session/session.tsx";
import { useTexts } from "../texts/texts.tsx";

/**
 * Says once for the whole page that the session has ended, and accepts the token to resume it; open views and typed
 * input stay. If the dialog is closed, for example to copy that input, a notice above the page links to the login page.
 */
export function EndedSession() {
  const { common } = useTexts();
  const { hasEnded, login, logOut } = useSession();
  const [isClosed, setClosed] = useState(false);
  const isReplaced = useRevival();
  const help = isReplaced ? common.sessionReplacedHelp : common.sessionEndedHelp(login.workspaceId);
  useEffect(() => {
    if (!hasEnded) setClosed(false);
  }, [hasEnded]);
  if (hasEnded && isClosed)
    return (
      <Notice kind="bad" title={common.sessionEnded}>
        <p>{help}</p>
        <Button kind="primary" onClick={logOut}>
          {common.toLogin}
        </Button>
      </Notice>
    );
  const close = () => setClosed(true);
  return (
    <Dialog isOpen={hasEnded} onClose={close} title={common.sessionEnded}>
      <p>{help}</p>
      <TokenForm onClose={close} />
    </Dialog>
  );
}

function TokenForm({ onClose }: { onClose: () => void }) {
  const { common, login: texts } = useTexts();
  const { login, resume, logOut } = useSession();
  const [authToken, setAuthToken] = useState("");
  const attempt = useTokenLogin(resume);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate({ workspaceId: login.workspaceId, authToken });
  };
  return (
    <form className="form" onSubmit={submit}>
      <TextField label={texts.authToken} value={authToken} onChange={setAuthToken} isRequired isSecret />
      {attempt.error && <LoginFailure error={attempt.error} />}
      <div className="actions">
        <Button onClick={onClose}>{common.close}</Button>
        <Button onClick={logOut}>{common.toLogin}</Button>
        <Button kind="primary" type="submit" isBusy={attempt.isPending}>
          {texts.logIn}
        </Button>
      </div>
    </form>
  );
}

/**
 * Resumes with a session that another tab has begun, if it is like the one that ended: at once, or when the person
 * returns to this tab. @returns whether another tab has begun a session that is unlike it.
 */
function useRevival(): boolean {
  const { hasEnded, login, isReadOnly, resume } = useSession();
  const [isReplaced, setReplaced] = useState(false);
  useEffect(() => {
    if (!hasEnded) return;
    const isOwn = (next: Login) =>
      login.kind === "session" && next.kind === "session" && next.csrfToken === login.csrfToken;
    const isAlike = (next: Login) =>
      next.kind === "session" && next.workspaceId === login.workspaceId && next.isReadOnly === isReadOnly;
    const revive = () =>
      joinSession().then(
        (next) => {
          setReplaced(!isAlike(next));
          return isAlike(next) && !isOwn(next) ? resume(next) : undefined;
        },
        // There is no new session yet.
        () => undefined,
      );
    void revive();
    addEventListener("focus", revive);
    // Phones fire only this event.
    document.addEventListener("visibilitychange", revive);
    return () => {
      removeEventListener("focus", revive);
      document.removeEventListener("visibilitychange", revive);
    };
  }, [hasEnded, login, isReadOnly, resume]);
  return isReplaced;
}

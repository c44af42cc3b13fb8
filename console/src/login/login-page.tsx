import { type FormEvent, useId, useState } from "react";
import { Button } from "../components/button.tsx";
import { ErrorPanel } from "../components/error-panel.tsx";
import { TextField } from "../components/fields/text-field.tsx";
import { Notice } from "../components/notice.tsx";
import { useSessions } from "../session/session.tsx";
import { SettingsMenu } from "../shell/settings-menu.tsx";
import { useTexts } from "../texts/texts.tsx";
import { LoginFailure } from "./login-failure.tsx";
import { useTokenLogin } from "./use-token-login.ts";

interface LoginPageProps {
  /** Why the opened link did not log in; `used` if its code no longer works. */
  linkFailure?: Error | "used" | undefined;
}

/** The page for logging in with a workspace's credentials. */
export function LoginPage({ linkFailure }: LoginPageProps) {
  const { login: texts, common } = useTexts();
  const { logIn } = useSessions();
  const [workspaceId, setWorkspaceId] = useState("");
  const [authToken, setAuthToken] = useState("");
  const heading = useId();
  const attempt = useTokenLogin(logIn);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate({ workspaceId, authToken });
  };
  return (
    <div className="login">
      <header className="login-head">
        <span className="brand">{common.console}</span>
        <SettingsMenu />
      </header>
      <main aria-labelledby={heading}>
        <h1 id={heading}>{texts.title}</h1>
        {linkFailure === "used" && (
          <Notice kind="bad" title={texts.usedLink}>
            {texts.usedLinkHelp}
          </Notice>
        )}
        {linkFailure instanceof Error && <ErrorPanel error={linkFailure} />}
        <form className="card form" onSubmit={submit}>
          <TextField label={texts.workspaceId} value={workspaceId} onChange={setWorkspaceId} isRequired isCode />
          <TextField label={texts.authToken} value={authToken} onChange={setAuthToken} isRequired isSecret />
          {attempt.error && <LoginFailure error={attempt.error} />}
          <Button kind="primary" type="submit" isBusy={attempt.isPending}>
            {texts.logIn}
          </Button>
          <p className="quiet">{texts.kept}</p>
        </form>
        <p className="quiet">{texts.help}</p>
      </main>
    </div>
  );
}

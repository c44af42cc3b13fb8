/** How the person logged in. It lives in this tab alone. */
export type Login =
  /** Id and token of the workspace as typed; sent as headers. */
  | { kind: "token"; workspaceId: string; authToken: string }
  /** A session of the server, whose cookie no script can read. */
  | { kind: "session"; workspaceId: string; csrfToken: string; isReadOnly: boolean; expiresAt: number };

const storageKey = "atrium-console-login";
const sessionFlagKey = "atrium-console-session";

/** The login of this tab, if there is one. */
export function readLogin(): Login | undefined {
  try {
    const text = sessionStorage.getItem(storageKey);
    return text === null ? undefined : (JSON.parse(text) as Login);
  } catch {
    return undefined;
  }
}

/** Whether a tab of this browser has begun a session of the server, which other tabs may join. */
export function mayJoinSession(): boolean {
  try {
    return localStorage.getItem(sessionFlagKey) !== null;
  } catch {
    return false;
  }
}

/** Keeps the login until the tab is closed. */
export function keepLogin(login: Login): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(login));
    // Nothing of it is secret: it says that there is a cookie.
    if (login.kind === "session") localStorage.setItem(sessionFlagKey, "yes");
  } catch {
    // Where the browser keeps nothing, a reload asks for it again.
  }
}

/** Forgets the login of this tab. @param endsSession whether it ends the session of the server, which other tabs then hear. */
export function forgetLogin(endsSession: boolean): void {
  try {
    sessionStorage.removeItem(storageKey);
    if (endsSession) localStorage.removeItem(sessionFlagKey);
  } catch {
    // Nothing was kept.
  }
}

/** Calls back when another tab of this browser has ended the session of the server. @returns a function that stops it. */
export function watchSessionEnd(onEnd: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === sessionFlagKey && newValue === null) onEnd();
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}

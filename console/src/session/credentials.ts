/** How the person logged in. Kept only in this tab. */
export type Login =
  /** Id and token of the workspace as typed; sent as headers. */
  | { kind: "token"; workspaceId: string; authToken: string }
  /** A server session, whose cookie no script can read. */
  | { kind: "session"; workspaceId: string; csrfToken: string; isReadOnly: boolean; expiresAt: number };

const storageKey = "atrium-console-login";
const sessionFlagKey = "atrium-console-session";

/** The login of this tab, if any. */
export function readLogin(): Login | undefined {
  try {
    const text = sessionStorage.getItem(storageKey);
    return text === null ? undefined : (JSON.parse(text) as Login);
  } catch {
    return undefined;
  }
}

/** Whether a tab of this browser has begun a server session, which other tabs may join. */
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
    // The flag is not secret: it only says that there is a session cookie.
    if (login.kind === "session") localStorage.setItem(sessionFlagKey, "yes");
  } catch {
    // If the browser stores nothing, a reload asks for the login again.
  }
}

/**
 * Forgets the login of this tab.
 * @param endsSession whether the server session ends too, which other tabs are notified of.
 */
export function forgetLogin(endsSession: boolean): void {
  try {
    sessionStorage.removeItem(storageKey);
    if (endsSession) localStorage.removeItem(sessionFlagKey);
  } catch {
    // Nothing was kept.
  }
}

/**
 * Calls back when another tab of this browser has ended the server session.
 * @returns a function that stops watching.
 */
export function watchSessionEnd(onEnd: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === sessionFlagKey && newValue === null) onEnd();
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}

/** How the person signed in. It lives in this tab alone. */
export type Login =
  /** Id and token of the workspace as typed; sent as headers. */
  | { kind: "token"; workspaceId: string; authToken: string }
  /** A session of the server, whose cookie no script can read. */
  | { kind: "session"; workspaceId: string; csrfToken: string; isReadOnly: boolean; expiresAt: number };

const place = "atrium-console-login";

/** The login of this tab, if there is one. */
export function readLogin(): Login | undefined {
  try {
    const text = sessionStorage.getItem(place);
    return text === null ? undefined : (JSON.parse(text) as Login);
  } catch {
    return undefined;
  }
}

/** Keeps the login until the tab is closed. */
export function keepLogin(login: Login): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(login));
  } catch {
    // Where the browser keeps nothing, a reload asks for it again.
  }
}

/** Forgets the login. */
export function forgetLogin(): void {
  try {
    sessionStorage.removeItem(place);
  } catch {
    // Nothing was kept.
  }
}

// The user of the page. An application has its own login; here the link that `npm start` prints contains a code that
// works once.

/** A person as whom this window may act. */
export interface Person {
  userId: string;
  name: string;
  /** A token of this user, as an application's own server signs it. */
  token: string;
}

/** The server's answer to a code. */
export interface Session {
  organizationId: string;
  documentId: string;
  documentName: string;
  editorId: string;
  people: Person[];
}

const KEPT = "atrium-shared-editor";

/**
 * The session of this window: from the code in its link, or inherited from the window that opened it.
 * @throws Error with the server's reason.
 */
export async function openSession(): Promise<Session | undefined> {
  // Opening another link in this window only changes the fragment.
  addEventListener("hashchange", () => {
    if (location.hash.startsWith("#code=")) location.reload();
  });
  const [, code] = /^#code=(.+)$/.exec(location.hash) ?? [];
  // The code must not stay in the address bar or the history.
  if (code) history.replaceState(null, "", location.pathname + location.search);
  const storedSession = sessionStorage.getItem(KEPT);
  if (!code) return storedSession === null ? undefined : JSON.parse(storedSession);
  const reply = await fetch("/demo/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ data: { code } }),
  });
  const { result, error } = await reply.json();
  if (!result) throw new Error(error?.message ?? `/demo/session answered ${reply.status}.`);
  sessionStorage.setItem(KEPT, JSON.stringify(result.data));
  return result.data;
}

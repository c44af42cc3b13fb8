// Who uses the page. An application has its own login; here the link of `npm start` brings a code that works once.

/** A person whom this window may be. */
export interface Person {
  userId: string;
  name: string;
  /** A token of this user, as an application's own server signs it. */
  token: string;
}

/** What the server answers for a code. */
export interface Session {
  organizationId: string;
  documentId: string;
  documentName: string;
  editorId: string;
  people: Person[];
}

const KEPT = "atrium-shared-editor";

/** The session of this window: from the code of its link, or from the window that opened it. @throws Error with the server's reason. */
export async function openSession(): Promise<Session | undefined> {
  // A link that is opened in this window again changes the fragment alone.
  addEventListener("hashchange", () => {
    if (location.hash.startsWith("#code=")) location.reload();
  });
  const [, code] = /^#code=(.+)$/.exec(location.hash) ?? [];
  // Neither the address bar nor the history keeps the code.
  if (code) history.replaceState(null, "", location.pathname + location.search);
  const kept = sessionStorage.getItem(KEPT);
  if (!code) return kept === null ? undefined : JSON.parse(kept);
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

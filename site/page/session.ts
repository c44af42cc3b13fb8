import type { Demo } from "./demo-call.ts";
import { find } from "./elements.ts";

const SESSION = "atrium-demo";
/** A code that the server would not look at yet: a reload tries it again. */
const PENDING = "atrium-link-code";

/**
 * The demo of this tab. A link that `npx atrium open` has printed brings a code in its fragment, for which the server gives
 * the demo; later pages of the tab find it in its storage. Undefined without one: then credentials are typed in.
 */
export async function openedSession(): Promise<Demo | undefined> {
  // A link that is opened in this tab again changes the fragment alone.
  addEventListener("hashchange", () => {
    if (location.hash.startsWith("#code=")) location.reload();
  });
  const code = takeCode();
  return code ? exchange(code) : storedSession();
}

/** The code of the link, taken out of the address bar and the history, or one that had to wait. */
function takeCode(): string | null {
  const [, code] = /^#code=(.+)$/.exec(location.hash) ?? [];
  if (code) history.replaceState(null, "", location.pathname + location.search);
  return code ?? sessionStorage.getItem(PENDING);
}

/** Exchanges a code for the demo and keeps it for this tab. Says so when the server refuses. */
async function exchange(code: string): Promise<Demo | undefined> {
  const reply = await fetch("/docs/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ data: { code, page: pageName() } }),
  });
  const { result, error } = await reply.json().catch(() => ({}));
  sessionStorage.removeItem(PENDING);
  if (result) {
    sessionStorage.setItem(SESSION, JSON.stringify(result.data));
    return result.data;
  }
  const notice = find("#link-notice", HTMLElement);
  if (notice) {
    const advice = pageName() === "docs" ? " You can also type in credentials beside a call." : "";
    notice.textContent = refusal(code, reply, error) + advice;
    notice.hidden = false;
  }
  return storedSession();
}

/** Why a code opens nothing. One that only has to wait is kept. */
function refusal(code: string, reply: Response, error: { message?: string } | undefined): string {
  if (reply.status !== 429 && reply.status !== 503) return error?.message ?? `/docs/session answered ${reply.status}.`;
  sessionStorage.setItem(PENDING, code);
  const seconds = reply.headers.get("retry-after") ?? "60";
  return `The server does not take links right now. Reload this page in ${seconds} seconds: your link is kept.`;
}

/** The page as `npx atrium open` calls it. */
function pageName(): string {
  return { "/": "home", "/mail": "mail" }[location.pathname] ?? "docs";
}

function storedSession(): Demo | undefined {
  return JSON.parse(sessionStorage.getItem(SESSION) ?? "null") ?? undefined;
}

import type { Demo } from "./demo-call.ts";
import { find, showWithCode } from "./elements.ts";

const SESSION = "atrium-demo";
/** Storage key of a code that the server has not processed yet, for another try on reload. */
const PENDING = "atrium-link-code";

/**
 * The demo of this tab. A link printed by `npx atrium open` has a code in its fragment, which the server exchanges for
 * the demo; later pages of the tab read it from the tab's storage. Undefined without a link: then credentials are typed.
 */
export async function openedSession(): Promise<Demo | undefined> {
  // Opening another link in this tab changes only the fragment.
  addEventListener("hashchange", () => {
    if (location.hash.startsWith("#code=")) location.reload();
  });
  const code = takeCode();
  return code ? exchange(code) : storedSession();
}

/** Takes the link's code out of the address bar and the history, or returns a code that had to wait. */
function takeCode(): string | null {
  const [, code] = /^#code=(.+)$/.exec(location.hash) ?? [];
  if (code) history.replaceState(null, "", location.pathname + location.search);
  return code ?? sessionStorage.getItem(PENDING);
}

/** Exchanges a code for the demo and keeps it for this tab. Shows a message if the server refuses. */
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
    showWithCode(notice, refusal(code, reply, error) + advice);
    notice.hidden = false;
  }
  return storedSession();
}

/** Why a code was refused. A code that only has to wait is kept. */
function refusal(code: string, reply: Response, error: { message?: string } | undefined): string {
  if (reply.status !== 429 && reply.status !== 503) return error?.message ?? `/docs/session answered ${reply.status}.`;
  sessionStorage.setItem(PENDING, code);
  const seconds = reply.headers.get("retry-after") ?? "60";
  return `The server does not take links right now. Reload this page in ${seconds} seconds: your link is kept.`;
}

/** The page's name in `npx atrium open`. */
function pageName(): string {
  return { "/": "home", "/mail": "mail" }[location.pathname] ?? "docs";
}

function storedSession(): Demo | undefined {
  return JSON.parse(sessionStorage.getItem(SESSION) ?? "null") ?? undefined;
}

// Runs in the browser: shows openapi.json. A link that `npx atrium open` has printed brings a code in its fragment, for
// which the server gives the demo's credentials; they stay in this tab. Without it, credentials are typed in.

const SESSION = "atrium-demo";
/** A code that the server would not look at yet: a reload tries it again. */
const PENDING = "atrium-link-code";
const notice = document.querySelector("#notice");
const linkNotice = document.querySelector("#link-notice");
const code = takeCode();

// A link that is opened in this tab again changes the fragment alone.
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#code=")) location.reload();
});

try {
  const [description, demo] = await Promise.all([readDescription(), code ? openSession(code) : storedSession()]);
  description.info.description += `\n\n**Try it:** ${advice(demo)}`;
  if (demo) useNames(description, demo.names);
  notice?.remove();
  Scalar.createApiReference("#reference", {
    content: description,
    authentication: {
      securitySchemes: Object.fromEntries(
        Object.entries(demo?.credentials ?? {}).map(([scheme, value]) => [scheme, { value }]),
      ),
    },
    operationTitleSource: "path",
    expandAllSchemaProperties: true,
    defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
    // As short as the place is.
    localization: { translations: { apiClient: { authSelector: { selectedType: "{type}" } } } },
    // Nothing that another server would answer.
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: "never",
    agent: { disabled: true },
    mcp: { disabled: true },
  });
} catch (error) {
  const text = "The documentation can't be shown: ";
  if (notice) notice.textContent = text + (error instanceof Error ? error.message : String(error));
}

/** The code of the link, taken out of the address bar and the history, or one that had to wait. */
function takeCode() {
  const [, code] = /^#code=(.+)$/.exec(location.hash) ?? [];
  if (code) history.replaceState(null, "", location.pathname + location.search);
  return code ?? sessionStorage.getItem(PENDING);
}

async function readDescription() {
  const response = await fetch("/openapi.json");
  if (!response.ok) throw new Error(`/openapi.json answered ${response.status}.`);
  return response.json();
}

/** Exchanges a code for the demo and keeps it for reloads of this tab. Says so when the server refuses. */
async function openSession(code) {
  const reply = await fetch("/docs/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ data: { code } }),
  });
  const { result, error } = await reply.json().catch(() => ({}));
  sessionStorage.removeItem(PENDING);
  if (result) {
    sessionStorage.setItem(SESSION, JSON.stringify(result.data));
    return result.data;
  }
  linkNotice.textContent = `${refusal(code, reply, error)} You can also type in credentials under Authentication.`;
  linkNotice.hidden = false;
  return storedSession();
}

/** Why a code opens nothing. One that only has to wait is kept. */
function refusal(code, reply, error) {
  if (reply.status !== 429 && reply.status !== 503) return error?.message ?? `/docs/session answered ${reply.status}.`;
  sessionStorage.setItem(PENDING, code);
  const seconds = reply.headers.get("retry-after") ?? "60";
  return `The server does not take links right now. Reload this page in ${seconds} seconds: your link is kept.`;
}

/** The demo that an earlier link has brought into this tab. */
function storedSession() {
  return JSON.parse(sessionStorage.getItem(SESSION) ?? "null");
}

function advice(demo) {
  return demo
    ? "the calls on this page are filled in with the demo workspace of this server. Choose an endpoint, then *Test Request* and *Send*."
    : "type in credentials under *Authentication*, choose an endpoint, then *Test Request* and *Send*. Where the server has the demo workspace, `npx atrium open` prints a link that fills them in.";
}

/** Puts the names of the demo in the place of those that examples of requests use. */
function useNames(description, names) {
  const renamed = (value) => {
    if (typeof value === "string") return names[value] ?? value;
    if (Array.isArray(value)) return value.map(renamed);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, renamed(inner)]));
  };
  for (const { post } of Object.values(description.paths).filter(({ post }) => post)) {
    const json = post.requestBody.content["application/json"];
    json.example = renamed(json.example);
  }
}

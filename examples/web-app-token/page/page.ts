// The page: it calls Atrium directly, with its user's token and without any secret of the app.
import { type CommentAnnotation, createClient } from "@atrium/client";

/** The app server's answer about the logged-in user. */
interface Session {
  token: string;
  atrium: string;
  userId: string;
  name: string;
  organizationId: string;
  documentId: string;
}

/** In ms: a presence entry expires 60 s after its last update, and a token 48 hours after it was signed. */
const HEARTBEAT = 30_000;
const RENEWAL = 24 * 3600_000;

const login = async (): Promise<Session> => (await fetch(`session${location.search}`)).json();
const element = (id: string) => document.querySelector(`#${id}`) as HTMLElement;
const session = await login();
const { userId, organizationId, documentId } = session;
const place = { organizationId, documentId };
let [token, fetchedAt] = [session.token, Date.now()];
/** Called before each call, so that the page can stay open for longer than its first token is valid. */
async function userToken(): Promise<string> {
  if (Date.now() - fetchedAt > RENEWAL) [token, fetchedAt] = [(await login()).token, Date.now()];
  return token;
}

const atrium = createClient({ baseUrl: session.atrium, userToken });

const threads = new Map<string, CommentAnnotation>();
const present = new Map<string, string>();
/** Names of the people who are or were here or have written, by their ids. */
const names = new Map<string, string>();
element("document").textContent = documentId;
element("user").textContent = `You are ${session.name}`;

/** A comment's text as people read it: a mention holds an id, and the page shows the name. */
function readable(commentText = ""): string {
  return commentText.replace(/\{\{(.+?)\}\}/g, (_, id) => `@${names.get(id) ?? id}`);
}

function show(): void {
  const all = [...threads.values()].flatMap(({ comments }) => comments).sort((a, b) => a.createdAt - b.createdAt);
  for (const { from } of all) if (from.name) names.set(from.userId, from.name);
  const items = all.map(({ from, createdAt, commentText }) => {
    const item = document.createElement("li");
    item.classList.toggle("own", from.userId === userId);
    // As text, so that no script in a comment can run here.
    for (const [tag, text] of [
      ["b", String(from.name ?? from.userId)],
      ["time", new Date(createdAt).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })],
      ["p", readable(commentText)],
    ] as const)
      item.appendChild(document.createElement(tag)).textContent = text;
    return item;
  });
  element("comments").replaceChildren(...(items.length > 0 ? items : ["Nobody has said anything."]));
  element("present").textContent = present.size > 0 ? `Here: ${[...present.values()].sort().join(", ")}` : "";
}

function showState(text: string, isLive = false): void {
  element("state").textContent = text;
  element("state").classList.toggle("live", isLive);
}

async function follow(): Promise<void> {
  const onDisconnect = () => showState("connecting again …");
  for await (const { event, data } of atrium.documents.stream(place, { onDisconnect })) {
    if (event === "bye") return showState(data.error.message);
    if (event === "ready") {
      showState("live", true);
      // Whatever `ready` does not name has gone during the break.
      for (const id of threads.keys()) if (!data.present.comment.includes(id)) threads.delete(id);
      for (const id of present.keys()) if (!data.present.presence.includes(id)) present.delete(id);
    } else if (event === "comment") {
      if ("removed" in data) threads.delete(data.annotationId);
      else threads.set(data.annotationId, data);
    } else if (event === "presence") {
      if ("removed" in data || data.status === "offline") present.delete(data.userId);
      else {
        present.set(data.userId, data.name ?? data.userId);
        if (data.name) names.set(data.userId, data.name);
      }
    }
    show();
    if (event === "comment") scrollTo(0, document.body.scrollHeight);
  }
}

const sayHere = () => atrium.presence.add({ ...place, users: [{ userId, status: "online" }] }).catch(() => undefined);
const form = document.querySelector("form") as HTMLFormElement;
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const commentText = String(new FormData(form).get("text"));
  form.reset();
  const commentData = [{ commentText, from: { userId } }];
  try {
    await atrium.commentannotations.add({ ...place, commentAnnotations: [{ commentData }] });
  } catch (error) {
    showState((error as Error).message);
  }
});
void sayHere();
setInterval(sayHere, HEARTBEAT);
await follow().catch((error: Error) => showState(error.message));

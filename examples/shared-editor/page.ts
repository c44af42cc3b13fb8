// A text that several people edit at once, with the usual collaboration features: cursors, who is present, comments on
// selected words, and an inbox. Everything goes through `@atrium/client` with the user's own token.
import { AtriumProvider, createClient, type DocumentEvent } from "@atrium/client/realtime";
import { Doc } from "yjs";
import { anchorOf, rangeOf } from "./anchor.ts";
import { showConnection } from "./connection-state.ts";
import { createEditor } from "./editor.ts";
import { element, item, onSubmit, shortened, showWithCode } from "./elements.ts";
import { createInbox } from "./inbox.ts";
import { mentionsIn, offerMentions } from "./mentions.ts";
import { openSession, type Person, type Session } from "./session.ts";
import { keepDrawable } from "./states.ts";
import { createThreads } from "./threads.ts";

/** Colours of cursors, in the order of the people. */
const colours = ["#2457d6", "#c05621"];

/** A new comment, as the other people are notified of it. */
interface News {
  happened: "commented on" | "replied on";
  annotationId: string;
  /** The words that the thread is about. */
  quote: string;
  commentText: string;
}

const session = await openSession().catch((error: Error) => {
  showWithCode(element("reason"), error.message);
  return undefined;
});
const requestedUserId = new URLSearchParams(location.search).get("as");
const me = session?.people.find(({ userId }) => userId === requestedUserId) ?? session?.people[0];
if (session && me) start(session, me);

function start({ organizationId, documentId, documentName, editorId, people }: Session, me: Person): void {
  const place = { organizationId, documentId };
  const others = people.filter((person) => person !== me);
  // The inbox puts the number of unread notifications before it.
  document.title = `${me.name} – ${documentName} – Atrium`;

  // The client, the document, and a Yjs document that is kept in sync with the service's editor.
  const atrium = createClient({ baseUrl: location.origin, userToken: me.token });
  const live = atrium.document(place);
  const ydoc = new Doc();
  const text = ydoc.getText("content");
  const provider = new AtriumProvider(live, editorId, ydoc);

  // What others see of this user. Yjs bindings draw cursors from these fields.
  const { awareness } = provider;
  keepDrawable(awareness);
  const color = colours[people.indexOf(me) % colours.length];
  awareness.setLocalStateField("user", { name: me.name, color, colorLight: `${color}33` });

  const editor = createEditor(element("editor"), {
    text,
    awareness,
    selected: showComment,
    visited: (position) => threads.visit(position),
  });

  const threads = createThreads({
    ...{ editorId, text, others, mark: editor.mark, show: editor.show },
    async reply(annotationId, { quote }, commentText) {
      await atrium.commentannotations.comments.add({ ...place, annotationId, commentData: [mine(commentText)] });
      await notify({ happened: "replied on", annotationId, quote, commentText });
    },
  });

  const comment = element("comment") as HTMLFormElement;
  const draft = comment.elements.namedItem("text") as HTMLTextAreaElement;
  // The form is reset after the event.
  comment.addEventListener("reset", () => queueMicrotask(showComment));
  offerMentions(draft, others);
  onSubmit(comment, async (commentText) => {
    const range = editor.selection();
    if (!range) throw new Error("No words are selected any more. Select the words to comment on.");
    const anchor = anchorOf(editorId, text, range);
    const thread = { context: { ...anchor }, commentData: [mine(commentText)] };
    const { data } = await atrium.commentannotations.add({ ...place, commentAnnotations: [thread] });
    const [annotationId = ""] = Object.keys(data);
    const result = data[annotationId];
    if (!result?.success) throw new Error(result?.message ?? "The comment was not added.");
    await notify({ happened: "commented on", annotationId, quote: anchor.quote, commentText });
    // In the meantime somebody may have written text before it, or this user may have selected something else.
    const [selected, commented] = [editor.selection(), rangeOf(anchor, text)];
    if (selected?.from === commented?.from && selected?.to === commented?.to) editor.unselect();
  });

  // This page creates notifications itself, below; the service can also do it, by rules of the API key.
  const mine = (commentText: string) => ({
    commentText,
    from: { userId: me.userId },
    taggedUserContacts: mentionsIn(commentText, others),
    triggerNotification: false,
  });

  /** Notifies the others of a comment. If this fails the comment is kept: sending it again would add it twice. */
  async function notify({ happened, annotationId, quote, commentText }: News): Promise<void> {
    const isMention = mentionsIn(commentText, others).length > 0;
    const headline = isMention ? "{name} mentioned you on “{quote}”" : `{name} ${happened} “{quote}”`;
    const notification = {
      ...place,
      actionUser: { userId: me.userId },
      notifyUsers: others.map(({ userId }) => ({ userId })),
      notifyAll: false,
      displayHeadlineMessageTemplate: headline,
      displayHeadlineMessageTemplateData: { name: me.name, quote: shortened(quote) },
      displayBodyMessage: commentText,
      notificationSourceData: { annotationId },
    };
    await atrium.notifications.add(notification).catch((error: unknown) => console.error(error));
  }

  const inbox = createInbox({
    async read(ids) {
      const notifications = ids.map((id) => ({ id, readByUserIds: [me.userId] }));
      await atrium.notifications.update({ ...place, notifications });
    },
    open: ({ notificationSourceData }) => threads.open(notificationSourceData?.annotationId),
  });

  // One stream delivers all events of the document.
  live.subscribe(({ event, data }: DocumentEvent) => {
    if (event === "comment") "removed" in data ? threads.delete(data.annotationId) : threads.set(data);
    if (event === "notification") "removed" in data ? inbox.delete(data.id) : inbox.set(data);
    if (event === "ready") {
      // Whatever `ready` does not name was deleted during the break.
      threads.keep(data.present.comment);
      inbox.keep(data.present.notification);
    }
  });

  showConnection(provider, editor.lock);
  provider.on("sync", threads.show);
  // The words around a comment change with the text; updating them after a pause in typing is soon enough.
  let redraw: ReturnType<typeof setTimeout>;
  text.observe(() => {
    clearTimeout(redraw);
    redraw = setTimeout(threads.show, 500);
  });
  awareness.on("change", showPeople);
  showPeople();
  showPage();

  /** Shows the comment form while words are selected. A draft is kept, even if others delete the words. */
  function showComment(): void {
    const range = editor.selection();
    comment.hidden = !range && draft.value === "";
    element("quote").textContent = range ? shortened(text.toString().slice(range.from, range.to)) : "…";
  }

  /** Shows who has the text open: each window announces its user by its awareness. */
  function showPeople(): void {
    const users = [...awareness.getStates().values()].flatMap(({ user }) => (user ? [user] : []));
    const byName = new Map(users.map(({ name, color }) => [String(name), String(color)]));
    const entries = [...byName].sort().map(([name, color]) => {
      const entry = item(name === me.name ? `${name} (you)` : name);
      entry.style.setProperty("--color", color);
      return entry;
    });
    element("people").replaceChildren(...entries);
  }

  function showPage(): void {
    element("title").textContent = documentName;
    const other = element("other") as HTMLAnchorElement;
    other.href = `?as=${encodeURIComponent(others[0]?.userId ?? "")}`;
    other.textContent = `Open as ${others[0]?.name}`;
    for (const id of ["open", "other"]) element(id).hidden = false;
    element("closed").hidden = true;
  }
}

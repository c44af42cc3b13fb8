// A text that several people edit at once, with the usual collaboration features: cursors, who is present, comments on
// selected words, and an inbox. Everything goes through `@atrium/client` with the user's own token.
import { AtriumProvider, createClient, type DocumentEvent } from "@atrium/client/realtime";
import { Doc } from "yjs";
import { createCommentForm } from "./comment-form.ts";
import { createComments } from "./comments.ts";
import { showConnection } from "./connection-state.ts";
import { createEditor } from "./editor.ts";
import { element, showWithCode } from "./elements.ts";
import { createInbox } from "./inbox.ts";
import { showPeople } from "./people.ts";
import { openSession, type Person, type Session } from "./session.ts";
import { createThreads } from "./threads.ts";

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

  // The client, the document, and a Yjs document that is kept in sync with the service's editor.
  const atrium = createClient({ baseUrl: location.origin, userToken: me.token });
  const live = atrium.document(place);
  const ydoc = new Doc();
  const text = ydoc.getText("content");
  const provider = new AtriumProvider(live, editorId, ydoc);

  showPage(documentName, me, others[0]);
  showPeople(provider.awareness, people, me);

  const editor = createEditor(element("editor"), {
    text,
    awareness: provider.awareness,
    selected: () => showCommentForm(),
    visited: (position) => threads.visit(position),
  });
  showConnection(provider, editor.lock);

  const { begin, reply } = createComments({ atrium, place, me, others });
  const showCommentForm = createCommentForm({ editorId, text, editor, others, begin });
  const threads = createThreads({ editorId, text, others, mark: editor.mark, show: editor.show, reply });
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

  provider.on("sync", threads.show);
  // The words around a comment change with the text; updating them after a pause in typing is soon enough.
  let redraw: ReturnType<typeof setTimeout>;
  text.observe(() => {
    clearTimeout(redraw);
    redraw = setTimeout(threads.show, 500);
  });
}

/** Shows the page in place of the explanation how to open it. */
function showPage(documentName: string, me: Person, otherPerson: Person | undefined): void {
  // The inbox puts the number of unread notifications before it.
  document.title = `${me.name} – ${documentName} – Atrium`;
  element("title").textContent = documentName;
  const other = element("other") as HTMLAnchorElement;
  other.href = `?as=${encodeURIComponent(otherPerson?.userId ?? "")}`;
  other.textContent = `Open as ${otherPerson?.name}`;
  for (const id of ["open", "other"]) element(id).hidden = false;
  element("closed").hidden = true;
}

// What others have said, for those who were not looking.
import type { Notification } from "@atrium/client";
import { element, item } from "./elements.ts";

/** Most notifications that are shown. */
const SHOWN = 20;

/** Shows the user's notifications about the document, the newest first. @param read marks some of them as read. */
export function createInbox(read: (ids: readonly string[]) => Promise<void>) {
  const inbox = new Map<string, Notification>();
  const { title } = document;
  element("read").addEventListener("click", () => {
    void read([...inbox.values()].filter(({ isRead }) => !isRead).map(({ id }) => id));
  });

  // On a phone the inbox stands below everything else.
  element("news").addEventListener("click", () => element("inbox-title").focus());

  function show(): void {
    const news = [...inbox.values()].sort((a, b) => b.timestamp - a.timestamp).slice(0, SHOWN);
    const unread = news.filter(({ isRead }) => !isRead).length;
    element("no-news").hidden = news.length > 0;
    element("unread").textContent = unread > 0 ? `(${unread})` : "";
    for (const id of ["read", "news"]) element(id).hidden = unread === 0;
    element("news").textContent = `${unread} unread`;
    document.title = unread > 0 ? `(${unread}) ${title}` : title;
    element("inbox").replaceChildren(...news.map(newsItem));
  }

  return {
    set(notification: Notification): void {
      inbox.set(notification.id, notification);
      show();
    },
    delete(id: string): void {
      inbox.delete(id);
      show();
    },
    /** Forgets all others. */
    keep(ids: readonly string[]): void {
      for (const id of inbox.keys()) if (!ids.includes(id)) inbox.delete(id);
      show();
    },
  };
}

function newsItem({ messages, isRead }: Notification): HTMLElement {
  const entry = item(messages.displayHeadlineMessage ?? "");
  entry.classList.toggle("unread", !isRead);
  if (messages.displayBodyMessage) entry.append(item(messages.displayBodyMessage, "p"));
  return entry;
}

// The inbox: notifications of what others wrote while the user was not looking.
import type { Notification } from "@atrium/client";
import { attemptsIn, element, item } from "./elements.ts";

/** Maximum number of notifications shown. */
const SHOWN = 20;

interface InboxParts {
  /** Marks notifications as read. */
  read(ids: readonly string[]): Promise<void>;
  /** Shows the subject of a notification. */
  open(notification: Notification): void;
}

/** Shows the user's notifications about the document, newest first. */
export function createInbox({ read, open }: InboxParts) {
  const inbox = new Map<string, Notification>();
  const { title } = document;
  const unread = () => [...inbox.values()].filter(({ isRead }) => !isRead);
  const attempt = attemptsIn(element("news-section"));
  element("read").addEventListener("click", () => {
    // The button disappears, and the keyboard focus would be lost with it.
    element("inbox-title").focus();
    void attempt(() => read(unread().map(({ id }) => id)));
  });

  // On a phone the inbox is below everything else.
  element("news").addEventListener("click", () => element("inbox-title").focus());

  function show(): void {
    const news = [...inbox.values()].sort((a, b) => b.timestamp - a.timestamp).slice(0, SHOWN);
    const count = unread().length;
    element("no-news").hidden = news.length > 0;
    element("unread").textContent = count > 0 ? `(${count})` : "";
    for (const id of ["read", "news"]) element(id).hidden = count === 0;
    element("news").textContent = `${count} unread`;
    document.title = count > 0 ? `(${count}) ${title}` : title;
    element("inbox").replaceChildren(...news.map((one) => newsItem(one, open)));
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
    /** Removes all others. */
    keep(ids: readonly string[]): void {
      for (const id of inbox.keys()) if (!ids.includes(id)) inbox.delete(id);
      show();
    },
  };
}

function newsItem(notification: Notification, open: (notification: Notification) => void): HTMLElement {
  const { messages, isRead } = notification;
  const headline = item(messages.displayHeadlineMessage ?? "", "button");
  headline.className = "quote";
  headline.addEventListener("click", () => open(notification));
  const entry = item("");
  entry.append(headline);
  entry.classList.toggle("unread", !isRead);
  if (messages.displayBodyMessage) entry.append(item(messages.displayBodyMessage, "p"));
  return entry;
}

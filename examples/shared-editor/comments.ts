// Adds comments as the user of this window, and notifies the other people of them.
import type { createClient } from "@atrium/client/realtime";
import type { Anchor } from "./anchor.ts";
import { shortened } from "./elements.ts";
import { mentionsIn } from "./mentions.ts";
import type { Person } from "./session.ts";

interface CommentsParts {
  atrium: ReturnType<typeof createClient>;
  place: { organizationId: string; documentId: string };
  me: Person;
  others: readonly Person[];
}

/** A new comment, as the other people are notified of it. */
interface News {
  happened: "commented on" | "replied on";
  annotationId: string;
  /** The words that the thread is about. */
  quote: string;
  commentText: string;
}

/** The ways in which this page adds comments. */
export function createComments({ atrium, place, me, others }: CommentsParts) {
  // This page creates notifications itself; the service can also do it, by rules of the API key.
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

  return {
    /** Begins a thread about words of the text. @throws Error if the service does not add it. */
    async begin(anchor: Anchor, commentText: string): Promise<void> {
      const thread = { context: { ...anchor }, commentData: [mine(commentText)] };
      const { data } = await atrium.commentannotations.add({ ...place, commentAnnotations: [thread] });
      const [annotationId = ""] = Object.keys(data);
      const result = data[annotationId];
      if (!result?.success) throw new Error(result?.message ?? "The comment was not added.");
      await notify({ happened: "commented on", annotationId, quote: anchor.quote, commentText });
    },
    /** Adds a comment to a thread. */
    async reply(annotationId: string, { quote }: Anchor, commentText: string): Promise<void> {
      await atrium.commentannotations.comments.add({ ...place, annotationId, commentData: [mine(commentText)] });
      await notify({ happened: "replied on", annotationId, quote, commentText });
    },
  };
}

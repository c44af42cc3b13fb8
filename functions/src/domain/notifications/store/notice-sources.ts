import { fromEndedThread } from "#domain/comments/ended-thread";
import { type StoredThread, threadPath, unpackThread } from "#domain/comments/store/stored-thread";
import type { Thread } from "#domain/comments/thread";
import { documentBelow, type StoredDocument } from "#domain/documents/store/documents";
import type { EndedThread, NoticeCause } from "#domain/events/notice-cause";
import type { KeyCall } from "#src/call";
import type { Doc } from "#store/port";
import { type NamedThread, withNames } from "./named-people.ts";
import type { StoredNotification } from "./notifications.ts";

/** What a notice is about, as far as it still exists. */
export interface NoticeSource {
  notification: Doc<StoredNotification>;
  cause: NoticeCause;
  document: Doc<StoredDocument> | undefined;
  thread: Thread | undefined;
}

/** Reads what notifications are about, with the names of people, by the id of the notification. */
export async function readSources(
  call: KeyCall,
  organization: string,
  notifications: readonly (Doc<StoredNotification> | undefined)[],
): Promise<ReadonlyMap<string, NoticeSource>> {
  const caused = notifications.flatMap((doc) =>
    doc?.data.cause === undefined ? [] : [{ notification: doc, cause: JSON.parse(doc.data.cause) as NoticeCause }],
  );
  const byThread = Map.groupBy(caused, ({ notification, cause }) =>
    threadPath(documentBelow(organization, notification.data.documentId), cause.annotationId),
  );
  const documents = [...new Set(caused.map(({ notification }) => notification.data.documentId))];
  const [documentDocs, threadDocs] = await Promise.all([
    call.store.getMany<StoredDocument>(documents.map((documentId) => documentBelow(organization, documentId))),
    call.store.getMany<StoredThread>([...byThread.keys()]),
  ]);
  const documentAt = new Map(documents.map((documentId, i) => [documentId, documentDocs[i]]));
  const sources = await Promise.all(
    Array.from(byThread.values(), async (about, i): Promise<[string, NoticeSource][]> => {
      const doc = threadDocs[i];
      const causes = about.map(({ cause }) => cause);
      const there = doc && (await withNames(call.store, organization, unpackThread(doc), causes));
      return Promise.all(
        about.map(async ({ notification, cause }): Promise<[string, NoticeSource]> => {
          const namedThread = cause.ended ? await endedWithNames(call, organization, cause, cause.ended) : there;
          const document = documentAt.get(notification.data.documentId);
          const source = { notification, cause: withActor(cause, namedThread), document, thread: namedThread?.thread };
          return [notification.id, source];
        }),
      );
    }),
  );
  return new Map(sources.flat());
}

function endedWithNames(call: KeyCall, organization: string, cause: NoticeCause, ended: EndedThread) {
  return withNames(call.store, organization, fromEndedThread(ended, cause), [cause]);
}

/** The cause with the name of the person who acted. */
function withActor(cause: NoticeCause, thread: NamedThread | undefined): NoticeCause {
  const { actor } = cause;
  const name = actor && (actor.name || thread?.nameOf(actor.userId));
  return actor && name ? { ...cause, actor: { ...actor, name } } : cause;
}

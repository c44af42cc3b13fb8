import type { Thread } from "#domain/comments/thread";
import { documentBelow } from "#domain/documents/store/documents";
import type { ChannelMessage, MessageItem, MessageRecipient } from "#domain/notifications/channels/channel";
import { commentsOf } from "#domain/notifications/concerned";
import { messagesOf } from "#domain/notifications/messages";
import { contentOfCause } from "#domain/notifications/notice-text";
import type { Channel } from "#domain/notifications/preference";
import { type StoredUser, userPath } from "#domain/organizations/store/members";
import { organizationPath } from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import type { DecidedNotice, Decisions } from "./notice-facts.ts";
import type { NoticeSource } from "./notice-sources.ts";

/**
 * The message of a channel for the notices that are still to be sent by it; undefined if there are none. Notices that
 * were seen since the delivery are sent nevertheless, because other channels do not depend on the inbox.
 */
export async function messageOf(
  call: KeyCall,
  channel: Channel,
  { organization, decided }: Decisions,
  { messageId, attempt }: Pick<ChannelMessage, "messageId" | "attempt">,
): Promise<ChannelMessage | undefined> {
  const alive = decided.filter((notice) => isAlive(notice, channel));
  if (!organization || alive.length === 0) return undefined;
  const items = new Map<string, MessageItem>();
  for (const { doc, source } of alive) {
    const before = items.get(doc.data.notificationId);
    const isDirect = doc.data.isDirect || before?.isDirect === true;
    if (source?.thread) items.set(doc.data.notificationId, { ...itemOf(source, source.thread), isDirect });
  }
  return {
    messageId,
    organization: { organizationId: organization.id, data: organization.data },
    recipients: await recipientsOf(call, organization.id, alive),
    items: [...items.values()].sort((one, other) => one.timestamp - other.timestamp),
    attempt,
  };
}

function isAlive({ decision }: DecidedNotice, channel: Channel): boolean {
  return "channels" in decision ? decision.channels.includes(channel) : decision.dropped === "seen";
}

function itemOf({ notification, cause, document }: NoticeSource, thread: Thread): Omit<MessageItem, "isDirect"> {
  const content = contentOfCause(cause, thread);
  const { displayHeadlineMessage: headline = "", displayBodyMessage: text } = messagesOf(content);
  return {
    notificationId: notification.id,
    type: cause.type,
    timestamp: cause.timestamp,
    actionUser: content.actionUser,
    headline,
    text,
    document: { documentId: notification.data.documentId, documentName: document?.data.documentName },
    thread,
    commentId: commentsOf(cause, thread)[0]?.commentId,
  };
}

/**
 * People with names and addresses: those of the document's members, else of the organization's, else those in the
 * thread.
 */
async function recipientsOf(
  call: KeyCall,
  organizationId: string,
  notices: readonly DecidedNotice[],
): Promise<MessageRecipient[]> {
  const organization = organizationPath(call, organizationId);
  const byUser = new Map(notices.map((notice) => [notice.doc.data.userId, notice]));
  const paths = Array.from(byUser, ([userId, { doc }]) => [
    userPath(documentBelow(organization, doc.data.documentId), userId),
    userPath(organization, userId),
  ]);
  const docs = await call.store.getExisting<StoredUser>(paths.flat());
  return Array.from(byUser.values(), ({ doc: { data }, source }, i) => {
    const profiles = [docs[2 * i]?.data, docs[2 * i + 1]?.data, source?.thread && inThread(source.thread, data.userId)];
    const name = profiles.map((one) => one?.name).find(Boolean);
    const email = profiles.map((one) => one?.email).find(Boolean);
    return { userId: data.userId, ...(name && { name }), ...(email && { email }) };
  });
}

/** The user as the thread describes it. */
function inThread({ from, assignedTo, comments }: Thread, userId: string) {
  const tagged = comments.flatMap(({ taggedUserContacts = [] }) => taggedUserContacts.map(({ contact }) => contact));
  return [from, assignedTo, ...comments.map((comment) => comment.from), ...tagged].find(
    (one) => one?.userId === userId,
  );
}

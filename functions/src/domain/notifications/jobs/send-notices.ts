import { startAll } from "#domain/events/store/change";
import type { ChannelMessage, NotificationChannel, SendOutcome } from "#domain/notifications/channels/channel";
import { outsideChannels } from "#domain/notifications/channels/channels";
import { sendNotices } from "#domain/notifications/jobs";
import type { Channel } from "#domain/notifications/preference";
import { pauseAfter } from "#domain/notifications/send-schedule";
import { messageOf } from "#domain/notifications/store/channel-message";
import { decideNotices } from "#domain/notifications/store/notice-facts";
import { recordOutcomes } from "#domain/notifications/store/notice-outcomes";
import { noticePath, type StoredNotice } from "#domain/notifications/store/notices";
import { organizationPath } from "#domain/organizations/store/organizations";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { WriteCall } from "#src/call";
import { job } from "#src/job";
import type { Doc } from "#store/port";

/**
 * Sends one message, without notices that have lost their cause or recipient since the delivery. If the process dies
 * before the outcome is stored, the message is sent once more.
 */
export default job(sendNotices, async (context, payload, { id }) => {
  const { apiKeyId, organizationId, userIds, notificationIds, attempt } = payload;
  const channelName = payload.channel as Channel;
  const channel = outsideChannels[channelName];
  const apiKey = await findApiKey(context.store, apiKeyId);
  if (!apiKey) return;
  const call: WriteCall = { ...context, requestId: id, apiKey };
  const organization = organizationPath(call, organizationId);
  const paths = userIds.flatMap((userId) => notificationIds.map((one) => noticePath(organization, userId, one)));
  const docs = await call.store.getMany<StoredNotice>(paths);
  const pending = docs.filter((doc) => doc?.data.outcomes?.some(isPendingOn(channelName))) as Doc<StoredNotice>[];
  if (pending.length === 0) return;
  const decisions = await decideNotices(call, organizationId, pending);
  const message = channel && (await messageOf(call, channelName, decisions, { messageId: id, attempt }));
  const outcome = message
    ? await tryToSend(channel, call, decisions.settings, message)
    : ({ status: "failed", why: "Its cause, its recipient or the channel is gone." } as const);
  const pause = outcome.status === "later" ? pauseAfter(attempt, context.random) : undefined;
  const tasks = await retryOnConflict(() =>
    call.store.transact(async (tx) => {
      await recordOutcomes(tx, call, channelName, pending, outcome, pause !== undefined);
      if (pause === undefined) return [];
      const next = sendNotices.task({ id, dueAt: context.now() + pause }, { ...payload, attempt: attempt + 1 });
      context.queue.add(tx, next);
      return [next];
    }),
  );
  await startAll(context, tasks);
});

function isPendingOn(channel: Channel) {
  return (outcome: { channel: Channel; status: string }) => outcome.channel === channel && outcome.status === "pending";
}

async function tryToSend(
  channel: NotificationChannel,
  call: WriteCall,
  settings: Parameters<NotificationChannel["send"]>[1],
  message: ChannelMessage,
): Promise<SendOutcome> {
  try {
    return await channel.send(call, settings, message);
  } catch (error) {
    call.log.warn({ err: error, messageId: message.messageId }, "a notification could not be sent; it is tried again");
    // Customers read the outcome, and the error may tell about the server.
    return { status: "later", why: "Something went wrong on the server." };
  }
}

import type { SendOutcome } from "#domain/notifications/channels/channel";
import type { Channel } from "#domain/notifications/preference";
import type { WriteCall } from "#src/call";
import type { Doc, Transaction } from "#store/port";
import { type ChannelOutcome, ended, type StoredNotice } from "./notices.ts";

/** Maximum length of a stored reason, in UTF-16 units. */
const MAX_WHY = 500;

/** Records in notices what became of a message. @param willRetry whether it will be tried again. */
export async function recordOutcomes(
  tx: Transaction,
  call: WriteCall,
  channel: Channel,
  notices: readonly Doc<StoredNotice>[],
  outcome: SendOutcome,
  willRetry: boolean,
): Promise<void> {
  const at = call.now();
  const status = outcome.status === "sent" ? "sent" : willRetry ? "pending" : "failed";
  const why = "why" in outcome && { why: outcome.why.slice(0, MAX_WHY).toWellFormed() };
  const docs = await tx.getMany<StoredNotice>(notices.map(({ path }) => path));
  for (const doc of docs) {
    if (!doc?.data.outcomes) continue;
    const outcomes = doc.data.outcomes.map(
      (one): ChannelOutcome => (one.channel === channel ? { channel, status, at, ...why } : one),
    );
    tx.update(doc.path, ended({ state: doc.data.state, outcomes }, at));
  }
}

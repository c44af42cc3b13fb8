import { organizationPath } from "#domain/organizations/store/organizations";
import { KEPT } from "#domain/retention/store/retention";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { shortHash } from "#platform/crypto/short-hash";
import type { WriteCall } from "#src/call";
import { toPath } from "#store/paths";
import type { DocData, DocRef } from "#store/port";

const HOUR = 3_600_000;

/** Stored form of a person as a recipient of mails: collection `mailRecipients` below an organization. */
interface StoredMailRecipient extends DocData {
  userId: string;
  /** Identifies the address; the other fields do not apply to any other address. */
  addressHash: string;
  /** The hour in which mails are counted: its start in ms since 1970, and the number of mails. */
  hour: number;
  count: number;
  /** When and why the address permanently refused a mail. */
  bouncedAt?: number;
  why?: string;
  deleteAt: Date;
}

/** A person of an organization, with the address to send to. */
interface Recipient {
  organizationId: string;
  userId: string;
  address: string;
}

/**
 * Whether a mail may be sent: `limited` until the hour is over, `bounced` for 30 days after the address refused one.
 */
type Admission = { status: "admitted" } | { status: "limited" } | { status: "bounced"; at: number; why: string };

/** Counts a mail to a person. @param perHour maximum number of mails per hour; 0 for no limit. */
export async function admitMail(call: WriteCall, recipient: Recipient, perHour: number): Promise<Admission> {
  const path = recipientPath(call, recipient);
  const now = call.now();
  const hour = now - (now % HOUR);
  const addressHash = hashOf(recipient);
  return retryOnConflict(() =>
    call.store.transact(async (tx): Promise<Admission> => {
      const { data } = (await tx.get(path)) ?? {};
      const record = data?.addressHash === addressHash ? data : undefined;
      if (record?.bouncedAt !== undefined && now < record.bouncedAt + KEPT)
        return { status: "bounced", at: record.bouncedAt, why: record.why ?? "" };
      const count = record?.hour === hour ? record.count : 0;
      if (perHour > 0 && count >= perHour) return { status: "limited" };
      const { userId } = recipient;
      tx.set(path, { userId, addressHash, hour, count: count + 1, deleteAt: new Date(now + KEPT) });
      return { status: "admitted" };
    }),
  );
}

/** Records that an address permanently refused a mail: it gets no more of them for 30 days. */
export async function noteBounce(call: WriteCall, recipient: Recipient, why: string): Promise<void> {
  const now = call.now();
  const bounced: StoredMailRecipient = {
    userId: recipient.userId,
    addressHash: hashOf(recipient),
    hour: 0,
    count: 0,
    bouncedAt: now,
    why,
    deleteAt: new Date(now + KEPT),
  };
  await call.store.commit([{ op: "set", path: recipientPath(call, recipient), data: bounced }]);
}

function recipientPath(call: WriteCall, { organizationId, userId }: Recipient): DocRef<StoredMailRecipient> {
  return `${organizationPath(call, organizationId)}/${toPath("mailRecipients", userId)}`;
}

/** Ignores case: the part before the @ may be case-sensitive, but is not on any known server. */
function hashOf({ address }: Recipient): string {
  return shortHash(address.toLowerCase());
}

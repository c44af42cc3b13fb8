import { organizationPath } from "#domain/organizations/store/organizations";
import { KEPT } from "#domain/retention/store/retention";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import { shortHash } from "#platform/crypto/short-hash";
import type { WriteCall } from "#src/call";
import { toPath } from "#store/paths";
import type { DocData, DocRef } from "#store/port";

const HOUR = 3_600_000;

/** Stored form of what is known of a person as a recipient of mails: collection `mailRecipients` below an organization. */
interface StoredMailRecipient extends DocData {
  userId: string;
  /** Identifies the address; what is known of another one does not count. */
  addressHash: string;
  /** The hour in which mails are counted: its beginning in ms since 1970, and their number. */
  hour: number;
  count: number;
  /** When and why the address refused a mail for good. */
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

/** Whether a mail may go out: `limited` until the hour is over, `bounced` for 30 days after the address refused one. */
type Admission = { status: "admitted" } | { status: "limited" } | { status: "bounced"; at: number; why: string };

/** Counts a mail to a person. @param perHour most mails in an hour; 0: any number. */
export async function admitMail(call: WriteCall, recipient: Recipient, perHour: number): Promise<Admission> {
  const path = recipientPath(call, recipient);
  const now = call.now();
  const hour = now - (now % HOUR);
  const addressHash = hashOf(recipient);
  return retryOnConflict(() =>
    call.store.transact(async (tx): Promise<Admission> => {
      const { data } = (await tx.get(path)) ?? {};
      const known = data?.addressHash === addressHash ? data : undefined;
      if (known?.bouncedAt !== undefined && now < known.bouncedAt + KEPT)
        return { status: "bounced", at: known.bouncedAt, why: known.why ?? "" };
      const count = known?.hour === hour ? known.count : 0;
      if (perHour > 0 && count >= perHour) return { status: "limited" };
      const { userId } = recipient;
      tx.set(path, { userId, addressHash, hour, count: count + 1, deleteAt: new Date(now + KEPT) });
      return { status: "admitted" };
    }),
  );
}

/** Records that an address refused a mail for good: it gets no more of them for 30 days. */
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

/** The part before the @ may tell letters apart by their case, but no known server does. */
function hashOf({ address }: Recipient): string {
  return shortHash(address.toLowerCase());
}

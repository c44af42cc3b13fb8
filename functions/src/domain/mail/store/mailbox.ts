import type { Mail, MailAddress } from "#domain/mail/mail";
import { KEPT } from "#domain/retention/store/retention";
import type { KeyCall, WriteCall } from "#src/call";
import { toPath } from "#store/paths";
import type { Doc, DocData, DocRef } from "#store/port";

/** How many mails of an API key are kept: a new one replaces the oldest. */
export const KEPT_MAILS = 500;

/** How many of them a list shows. */
const SHOWN = 50;

/** Stored form of a mailbox: the number of mails it has ever received. Collection `mailboxes` below an API key. */
interface StoredMailbox extends DocData {
  count: number;
}

/** Stored form of a mail: collection `mails` below an API key. */
export interface StoredMail extends DocData {
  /** From 1, in the order of sending. */
  number: number;
  /** When it was sent, in ms since 1970. */
  time: number;
  /**
   * The people it concerns: the recipient in an organization, and those it quotes. Omitted for a mail to a bare
   * address.
   */
  organizationId?: string;
  userId?: string;
  actorIds?: string[];
  /** The mail as JSON. */
  mail: string;
  deleteAt: Date;
}

/** A mail as a list shows it. `time` is in ms since 1970. */
export interface MailSummary {
  number: number;
  time: number;
  from: MailAddress;
  to: MailAddress;
  subject: string;
}

/** Path of the record of an API key's mailbox. */
function mailboxPath({ apiKey }: KeyCall): DocRef<StoredMailbox> {
  return toPath("apiKeys", apiKey.apiKeyId, "mailboxes", "outgoing");
}

/** Path of a mail. Numbers that are 500 apart share a path, so the mailbox never contains more mails. */
function mailPath({ apiKey }: KeyCall, number: number): DocRef<StoredMail> {
  return toPath("apiKeys", apiKey.apiKeyId, "mails", String(number % KEPT_MAILS));
}

/** Stores a mail instead of sending it. */
export function keepMail(call: WriteCall, { about, ...mail }: Mail): Promise<void> {
  const time = call.now();
  const people = about && { ...about, actorIds: [...about.actorIds] };
  return call.store.transact(async (tx) => {
    const box = await tx.get(mailboxPath(call));
    const number = (box?.data.count ?? 0) + 1;
    const storedMail: StoredMail = {
      number,
      time,
      ...people,
      mail: JSON.stringify(mail),
      deleteAt: new Date(time + KEPT),
    };
    tx.set(mailboxPath(call), { count: number });
    tx.set(mailPath(call, number), storedMail);
  });
}

/**
 * The newest 50 stored mails, the newest first, and how many there have ever been.
 * @param knownCount that count as the caller knows it: while it is the same, no mails are listed.
 */
export async function listMails(call: KeyCall, knownCount?: number): Promise<{ count: number; mails: MailSummary[] }> {
  const count = (await call.store.get(mailboxPath(call)))?.data.count ?? 0;
  const shownCount = count === knownCount ? 0 : Math.min(count, SHOWN);
  const numbers = Array.from({ length: shownCount }, (_, i) => count - i);
  const docs = await call.store.getMany(numbers.map((number) => mailPath(call, number)));
  const storedMails = docs.filter((doc, i): doc is Doc<StoredMail> => doc?.data.number === numbers[i]);
  return { count, mails: storedMails.map(toSummary) };
}

function toSummary({ data: { number, time, mail } }: Doc<StoredMail>): MailSummary {
  const { from, to, subject } = JSON.parse(mail) as Mail;
  return { number, time, from, to, subject };
}

/** A stored mail; undefined if it no longer exists. */
export async function readMail(call: KeyCall, number: number): Promise<Mail | undefined> {
  const doc = await call.store.get(mailPath(call, number));
  return doc?.data.number === number ? (JSON.parse(doc.data.mail) as Mail) : undefined;
}

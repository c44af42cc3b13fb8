import type { Mail } from "#domain/mail/mail";
import type { KeyCall } from "#src/call";
import { toPath } from "#store/paths";
import type { Cursor, Doc, StoreReader } from "#store/port";
import { scan } from "#store/scan";
import type { StoredMail } from "./mailbox.ts";

/** A mail to a person as the person's data shows it. `time` is in ms since 1970. */
interface MailToPerson extends Pick<Mail, "subject" | "text" | "html"> {
  organizationId: string;
  time: number;
}

/**
 * A page of the stored mails to a person of an organization. An API key keeps at most 500 mails, so filtering is fast.
 */
export async function listMailsTo(
  reader: StoreReader,
  { apiKey }: KeyCall,
  { organizationId, userId }: { organizationId: string; userId: string },
  { size, maxBytes, after }: { size: number; maxBytes: number; after: Cursor | undefined },
): Promise<{ mails: MailToPerson[]; cursor?: Cursor }> {
  const collection = `${toPath("apiKeys", apiKey.apiKeyId)}/mails`;
  const where = [{ field: "organizationId", op: "==" as const, value: organizationId }];
  const { docs, cursor } = await scan<StoredMail>(reader, { collection, where, maxBytes, after }, size, (page) =>
    page.filter(({ data }) => data.userId === userId),
  );
  return { mails: docs.map((doc) => toMailToPerson(organizationId, doc)), ...(cursor && { cursor }) };
}

function toMailToPerson(organizationId: string, { data }: Doc<StoredMail>): MailToPerson {
  const { subject, text, html } = JSON.parse(data.mail) as Mail;
  return { organizationId, time: data.time, subject, text, html };
}

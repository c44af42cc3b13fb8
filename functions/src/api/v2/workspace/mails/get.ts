import * as z from "zod";
import { listMails, readMail } from "#domain/mail/store/mailbox";
import { endpoint } from "#http/endpoint";
import { notFound } from "#src/errors";

const Address = z.object({ name: z.string().optional(), address: z.string() });

const Summary = z.object({
  /** Counts from 1, in the order of sending. */
  number: z.int(),
  /** When the mail would have been sent, in ms since 1970. */
  time: z.number(),
  from: Address,
  to: Address,
  subject: z.string(),
});

const Content = z.object({
  from: Address,
  to: Address,
  subject: z.string(),
  text: z.string(),
  /** A complete document with its own styles: show it where no script runs. */
  html: z.string(),
});

export default endpoint({
  path: "/v2/workspace/mails/get",
  auth: "apiKey",
  kind: "read",
  summary:
    "List the newest 50 mails that were kept instead of being sent, or read one. Mails are kept if neither the API key nor the server has a way to send them.",
  input: z.object({
    /** Number of the mail to read. */
    number: z.int().min(1).optional(),
    /** `count` from an earlier reply: if it has not changed, no mails are listed. */
    known: z.int().min(0).optional(),
  }),
  output: z.object({
    /** How many mails there have ever been. The newest 500 are kept, for 30 days. */
    count: z.int(),
    mails: z.array(Summary),
    mail: Content.optional(),
  }),
  cost: { reads: 1, writes: 0, trips: 1 },
  example: {},
  async handle(call, { number, known }) {
    const [listed, mail] = await Promise.all([
      listMails(call, known),
      number === undefined ? undefined : readMail(call, number),
    ]);
    if (number !== undefined && !mail) throw notFound("mail");
    const content = mail && (({ from, to, subject, text, html }) => ({ from, to, subject, text, html }))(mail);
    return { message: "Mails retrieved successfully.", data: { ...listed, ...(content && { mail: content }) } };
  },
});

import * as z from "zod";
import { type EmailConfig, emailDefaults } from "#domain/configs/email-config";
import { withDefaults } from "#domain/configs/merge-config";
import { loadConfig } from "#domain/configs/store/configs";
import type { MailAddress } from "#domain/mail/mail";
import { mailRates, TRIALS_PER_MINUTE } from "#domain/mail/mail-rates";
import { sendMail } from "#domain/mail/store/send-mail";
import { trialMail } from "#domain/mail/trial-mail";
import { endpoint } from "#http/endpoint";
import { maxCharacters } from "#platform/shapes/contract-check";
import { rateLimited } from "#src/errors";

/** Timeout of a trial, in ms. The caller waits for it, and clients give up a call after 30 s. */
const PATIENCE = 20_000;

export default endpoint({
  path: "/v2/workspace/emailconfig/test",
  auth: "apiKey",
  kind: "write",
  audit: false,
  summary:
    "Send a mail to an address to test the e-mail configuration, whether or not it is enabled. The reply reports the outcome; a mail that could not be sent is not retried. At most 10 calls a minute.",
  input: z.object({ email: z.string().min(1).check(maxCharacters(320)) }),
  output: z.object({
    /** `later`: trying again may help; `bounced`: the recipient was rejected. */
    status: z.enum(["sent", "later", "bounced", "failed"]),
    /** What the mail was handed to; omitted if it was not handed over. */
    transport: z.enum(["smtp", "sendgrid", "mailbox"]).optional(),
    /** Why it was not sent. */
    why: z.string().optional(),
  }),
  cost: { reads: 1, writes: 0, trips: 1 },
  example: { email: "ada@example.com" },
  async handle(call, { email }) {
    if (!mailRates(call).take(`${call.apiKey.apiKeyId} trials`, TRIALS_PER_MINUTE))
      throw rateLimited("usual", { retryAfter: 60 });
    const config = (await loadConfig(call.store, call, "email")) ?? {};
    const { emailServiceConfig } = withDefaults<EmailConfig>(emailDefaults, config);
    const compose = (from: MailAddress, to: MailAddress) => trialMail(call.newId("mail"), from, to);
    const outcome = await sendMail(call, emailServiceConfig, { address: email }, compose, PATIENCE);
    const message = outcome.status === "sent" ? "E-mail sent successfully." : "The e-mail was not sent.";
    return { message, data: outcome };
  },
});

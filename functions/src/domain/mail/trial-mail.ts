import type { Mail, MailAddress } from "./mail.ts";

const TEXT = "This mail shows that the e-mail configuration works. Nobody needs to answer it.";

/** A mail that tests an e-mail configuration. @param id never used before. */
export function trialMail(id: string, from: MailAddress, to: MailAddress): Mail {
  const domain = from.address.slice(from.address.indexOf("@") + 1);
  return {
    messageId: `${id}@${domain}`,
    from,
    to,
    subject: "Your e-mail configuration works",
    text: `${TEXT}\n`,
    html: `<!doctype html><meta charset="utf-8"><title>Your e-mail configuration works</title><p>${TEXT}</p>`,
  };
}

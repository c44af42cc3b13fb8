import type { Transporter } from "nodemailer";
import type SMTPPool from "nodemailer/lib/smtp-pool";
import type { Mail } from "#domain/mail/mail";
import { mailHeaders } from "#domain/mail/mail-headers";
import { smtpFailure } from "#domain/mail/smtp-failure";
import type { MailOutcome, MailTransport } from "#domain/mail/transport";

/** Maximum number of open connections, and of mails over one of them before it is replaced. */
const CONNECTIONS = 10;
const MAILS_PER_CONNECTION = 200;
/** Timeout for a connection and for its greeting, in ms. */
const CONNECT_TIMEOUT = 15_000;
/** Maximum silence of the server, in ms: some examine a mail for a minute before they accept it. */
const SILENCE_TIMEOUT = 120_000;
/** Maximum time for a mail, in ms, waiting for a connection included. */
const MAIL_TIMEOUT = 300_000;

/** The server to which mails are handed over. */
export interface SmtpServer {
  /** `smtp://` or `smtps://`, with credentials. */
  url: string;
  /** The address to which the server returns mails: one of the operator's, for which the server may send. */
  bouncesTo?: string | undefined;
}

/** Sends mails by SMTP over connections that stay open. */
export function smtpTransport({ url, bouncesTo }: SmtpServer): MailTransport {
  let opening: Promise<Transporter<SMTPPool.SentMessageInfo>> | undefined;
  return {
    name: "smtp",
    async send(mail, patience = MAIL_TIMEOUT): Promise<MailOutcome> {
      const signal = AbortSignal.timeout(patience);
      opening ??= openPool(url);
      const pool = await opening;
      try {
        await pool.sendMail({ ...messageOf(mail, bouncesTo), signal });
        return { status: "sent" };
      } catch (error) {
        if (signal.aborted)
          return { status: "later", why: `The mail server took no mail within ${patience / 1000} s.` };
        return smtpFailure(error as object);
      }
    },
    async close() {
      (await opening)?.close();
      opening = undefined;
    },
  };
}

/** Loads the library with the first mail, because most processes send none. */
async function openPool(url: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url: withEncryption(url),
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: MAILS_PER_CONNECTION,
    connectionTimeout: CONNECT_TIMEOUT,
    greetingTimeout: CONNECT_TIMEOUT,
    socketTimeout: SILENCE_TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Sends credentials only over encrypted connections, unless the URL says otherwise or names this machine. */
function withEncryption(text: string): string {
  const url = new URL(text);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  const isChosen = ["requireTLS", "ignoreTLS"].some((name) => url.searchParams.has(name));
  if (url.protocol === "smtp:" && url.username && !isLocal && !isChosen) url.searchParams.set("requireTLS", "true");
  return url.href;
}

function messageOf(mail: Mail, bouncesTo = mail.from.address): SMTPPool.MailOptions {
  const { from, to, subject, text, html, messageId } = mail;
  return {
    from: { name: from.name ?? "", address: from.address },
    to: { name: to.name ?? "", address: to.address },
    envelope: { from: bouncesTo, to: [to.address] },
    subject,
    text,
    html,
    messageId: `<${messageId}>`,
    headers: mailHeaders(mail),
  };
}

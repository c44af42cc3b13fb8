import type { MailOutcome } from "./transport.ts";

/** The error of an SMTP client for a mail that was not accepted. */
interface SmtpError {
  code?: string;
  /** The command that failed, such as `RCPT TO`. */
  command?: string;
  /** The status code of the server's reply. */
  responseCode?: number;
  /** The server's reply, which may name people. */
  response?: string;
  /** What went wrong; the library has replaced the code that TLS gave. */
  message?: string;
}

/** The commands that are about the mail; all others, such as those to log in, are about the connection. */
const MAIL_COMMANDS = ["MAIL FROM", "RCPT TO", "DATA"];

/**
 * What became of a mail that was not accepted. A permanent refusal (5xx) of the recipient is a bounce, unless it
 * indicates a full mailbox or a policy. A refusal of the connection says nothing about the mail. Of the server's reply
 * only the codes are kept, because the rest may contain addresses.
 */
export function smtpFailure(error: SmtpError): MailOutcome {
  const { command = "", responseCode = 0, response = "" } = error;
  const [, detail = ""] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  const why =
    responseCode === 0
      ? connectionFailure(error)
      : `The mail server answered ${answer(responseCode, detail, command)}.`;
  const isFinal = responseCode >= 500 && responseCode !== 503 && MAIL_COMMANDS.includes(command);
  const isFull = responseCode === 552 || detail === "5.2.2";
  if (!isFinal || isFull) return { status: "later", why };
  const isOfRecipient = command === "RCPT TO" && !detail.startsWith("5.7.");
  return { status: isOfRecipient ? "bounced" : "failed", why };
}

function answer(responseCode: number, detail: string, command: string): string {
  return [responseCode, detail, command && `to ${command}`].filter(Boolean).join(" ");
}

function connectionFailure({ code = "an error", message = "" }: SmtpError): string {
  if (/\bcert(ificate)?\b/i.test(message)) return "The certificate of the mail server is not valid.";
  return `The mail server could not be reached or ended the connection (${code}).`;
}

import type { MailOutcome } from "./transport.ts";

/** What an SMTP client tells of a mail that was not taken. */
interface SmtpError {
  code?: string;
  /** What was asked of the server, such as `RCPT TO`. */
  command?: string;
  /** The number of its answer. */
  responseCode?: number;
  /** Its answer, which may name people. */
  response?: string;
}

/**
 * What became of a mail that was not taken. A refusal for good (5xx) of the recipient is a bounce, unless it speaks of a full
 * mailbox or of a policy. What the server says beside its codes is left out: it may hold addresses.
 */
export function smtpFailure({ code, command = "", responseCode = 0, response = "" }: SmtpError): MailOutcome {
  const [, detail = ""] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  const why =
    responseCode === 0 ? connectionFailure(code) : `The mail server answered ${answer(responseCode, detail, command)}.`;
  const isFinal = responseCode >= 500 && responseCode !== 503 && code !== "EAUTH";
  const isFull = responseCode === 552 || detail === "5.2.2";
  if (!isFinal || isFull) return { status: "later", why };
  const isOfRecipient = command === "RCPT TO" && !detail.startsWith("5.7.");
  return { status: isOfRecipient ? "bounced" : "failed", why };
}

function answer(responseCode: number, detail: string, command: string): string {
  return [responseCode, detail, command && `to ${command}`].filter(Boolean).join(" ");
}

function connectionFailure(code = "an error"): string {
  return `The mail server could not be reached or ended the connection (${code}).`;
}

import type { Mail } from "./mail.ts";

/** The headers that put a mail into its thread and offer to unsubscribe with one click (RFC 8058). */
export function mailHeaders({ inReplyTo, references = [], unsubscribeUrl }: Mail): Record<string, string> {
  return {
    ...(inReplyTo !== undefined && { "In-Reply-To": `<${inReplyTo}>` }),
    ...(references.length > 0 && { References: references.map((id) => `<${id}>`).join(" ") }),
    ...(unsubscribeUrl !== undefined && {
      "List-Unsubscribe": `<${unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
    // Automatic replies, such as out-of-office messages, are not sent to such mails.
    "Auto-Submitted": "auto-generated",
  };
}

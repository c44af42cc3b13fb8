/** Longest address, in ASCII characters (RFC 5321). */
const MAX_ADDRESS = 254;

/** What may stand before the @ without quotes (RFC 5321), and a domain of letters, digits and hyphens. */
const ADDRESS = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/;

/** Longest part before the @ (RFC 5321). */
const MAX_LOCAL_PART = 64;

/**
 * Whether a mail can be sent to a text: one plain address without a name, quotes, comments or line breaks. Those forms would
 * let a text name further recipients.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS && text.indexOf("@") <= MAX_LOCAL_PART && ADDRESS.test(text);
}

/** The text as one line of a header: control characters and line breaks become spaces. */
export function headerText(text: string, maxLength: number): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}

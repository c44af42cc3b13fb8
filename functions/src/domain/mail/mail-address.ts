/** Maximum length of an address, in ASCII characters (RFC 5321). */
const MAX_ADDRESS = 254;

/** What may precede the @ without quotes (RFC 5321), and a domain of letters, digits and hyphens. */
const ADDRESS = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/;

/** Maximum length of the part before the @ (RFC 5321). */
const MAX_LOCAL_PART = 64;

/**
 * Whether a mail can be sent to a text: one plain address without a name, quotes, comments or line breaks. Those forms would
 * let a text name further recipients.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS && text.indexOf("@") <= MAX_LOCAL_PART && ADDRESS.test(text);
}

/**
 * Characters that set the writing direction until another one resets it, so they would affect the text after a name.
 * Letters of right-to-left scripts need none of them, and the marks in such names (U+200E, U+200F) reach no further
 * than the name.
 */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * The text as one line of a header: control characters and line breaks become spaces, and characters that would change
 * the writing direction of the text after it are removed.
 */
export function headerText(text: string, maxLength: number): string {
  return text
    .replaceAll(DIRECTION_CONTROLS, "")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}

/** Maximum length of HTML that is read, in UTF-16 units. */
const MAX_HTML = 40_000;

/** Tags that begin a new line. */
const LINE_BREAK = /<(?:br|\/(?:p|div|li|tr|h[1-6]|pre|blockquote))\b[^<>]*>/gi;

const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** What a person reads of HTML: its text without tags, with line breaks between blocks. It is valid Unicode, but not safe HTML. */
export function textOfHtml(html: string): string {
  return html
    .slice(0, MAX_HTML)
    .replaceAll(/\s+/g, " ")
    .replaceAll(LINE_BREAK, "\n")
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, decodeReference)
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .trim()
    .toWellFormed();
}

function decodeReference(reference: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return characters[name.toLowerCase()] ?? reference;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code > 0x10ffff ? reference : String.fromCodePoint(code);
}

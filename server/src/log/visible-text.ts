/**
 * Matches invisible characters. Text that callers chose, such as ids and names, must not move the cursor of a terminal,
 * change the direction of the text around it, break its line, or make two ids look alike by letters that nobody sees.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const hiddenInLines = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Replaces each invisible character, including line breaks, by the replacement character. */
export function visibleText(text: string): string {
  return text.replaceAll(hidden, "\uFFFD");
}

/** As `visibleText`, but keeps line breaks. */
export function visibleLines(text: string): string {
  return text.replaceAll(hiddenInLines, "\uFFFD");
}

/** Matches text that may contain invisible characters; a quicker check than `hiddenInLines`. */
const unusual = /[^\n -~]/;

/**
 * The same JSON with an escape sequence in place of each invisible character: lines of a log also reach terminals, for
 * example by `docker logs`, and `JSON.stringify` escapes only some of these characters.
 */
export function visibleJson(json: string): string {
  return unusual.test(json) ? json.replaceAll(hiddenInLines, escapeUnits) : json;
}

/** The UTF-16 units of a character as JSON escapes them. */
function escapeUnits(character: string): string {
  return character.replaceAll(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

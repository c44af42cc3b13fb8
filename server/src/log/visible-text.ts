/**
 * What callers chose, such as ids and names, must not move the cursor of whoever reads it on a terminal, turn the direction of the
 * text around it, break its line, or make two ids look alike by letters that nobody sees.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const hiddenInLines = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The text with the replacement character for each character that is not seen, line breaks included. */
export function visibleText(text: string): string {
  return text.replaceAll(hidden, "\uFFFD");
}

/** The same for text whose line breaks are meant. */
export function visibleLines(text: string): string {
  return text.replaceAll(hiddenInLines, "\uFFFD");
}

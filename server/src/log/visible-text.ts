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

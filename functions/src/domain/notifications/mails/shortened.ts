/** The text, cut off with an ellipsis if it is longer. @param maxLength in UTF-16 units. */
export function shortened(text: string, maxLength: number): string {
  const trimmed = text.trim();
  return trimmed.length <= maxLength
    ? trimmed
    : `${trimmed
        .slice(0, maxLength - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

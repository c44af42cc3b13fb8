/** The total length of texts, in UTF-16 units. */
export function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

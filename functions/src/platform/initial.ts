/** First letter of a name as people see one, in upper case. */
export function initialOf(name: string): string {
  const trimmed = name.trim();
  // Loading the rules of Unicode takes longer than all else of a cold start that is ours; between two of ASCII is always a border.
  if (/^[!-~](?:[ -~]|$)/.test(trimmed)) return trimmed.charAt(0).toUpperCase();
  const [first] = new Intl.Segmenter("en", { granularity: "grapheme" }).segment(trimmed);
  return first?.segment.toLocaleUpperCase("en") ?? "";
}

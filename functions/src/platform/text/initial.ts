/** The first visible character of a name, in upper case; empty for a blank name. */
export function initialOf(name: string): string {
  const trimmed = name.trim();
  // Loading Unicode's rules costs more than the rest of a cold start; two ASCII characters never form one grapheme.
  if (/^[!-~](?:[ -~]|$)/.test(trimmed)) return trimmed.charAt(0).toUpperCase();
  const [first] = new Intl.Segmenter("en", { granularity: "grapheme" }).segment(trimmed);
  return first?.segment.toLocaleUpperCase("en") ?? "";
}

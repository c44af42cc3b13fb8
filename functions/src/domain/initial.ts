const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** First letter of a name as people see one, in upper case (section 2.2). */
export function initialOf(name: string): string {
  const [first] = graphemes.segment(name.trim());
  return first?.segment.toLocaleUpperCase("en") ?? "";
}

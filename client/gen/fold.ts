/** A text whose repeated parts are replaced by capital letters. */
export interface FoldedText {
  /** What A and the following letters stand for, in reverse order, separated by spaces. */
  parts: string;
  text: string;
}

/** Shorter parts save nothing; longer ones do not repeat. */
const partLengths = { min: 2, max: 24 };

/**
 * Repeatedly replaces the part that saves the most characters, as byte pair encoding does.
 * @param original must contain neither capital letters nor spaces.
 */
export function fold(original: string): FoldedText {
  const parts: string[] = [];
  let text = original;
  for (let code = 65; code <= 90; code++) {
    const part = bestPart(text);
    if (part === undefined) break;
    text = text.replaceAll(part, String.fromCharCode(code));
    parts.unshift(part);
  }
  return { parts: parts.join(" "), text };
}

/** The part whose replacement by one letter saves the most characters; undefined if none saves any. */
function bestPart(text: string): string | undefined {
  const parts = new Set<string>();
  for (let from = 0; from < text.length; from++)
    for (let length = partLengths.min; length <= partLengths.max && from + length <= text.length; length++)
      parts.add(text.slice(from, from + length));
  let best: { part: string; saved: number } | undefined;
  for (const part of parts) {
    const saved = (text.split(part).length - 1) * (part.length - 1) - part.length - 1;
    if (saved > (best?.saved ?? 0)) best = { part, saved };
  }
  return best?.part;
}

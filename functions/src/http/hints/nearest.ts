/** Longer words, in characters, are not compared, because the comparison is expensive. */
const MAX_LENGTH = 120;
/** Maximum number of mistyped letters, however long the word. */
const MAX_MISTAKES = 6;

/**
 * The candidate that a mistyped word most likely stands for; undefined when none is similar. Case is ignored.
 * @param mistakes maximum number of mistyped letters, however long the word.
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  mistakes: number = MAX_MISTAKES,
): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const lowerWord = word.toLowerCase();
  let most = Math.min(mistakes, Math.max(1, Math.floor(word.length / 4)));
  let best: string | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - lowerWord.length) > most) continue;
    const steps = distance(lowerWord, candidate.toLowerCase(), most);
    if (steps > most || (steps === most && best !== undefined)) continue;
    best = candidate;
    most = steps;
  }
  return best;
}

/**
 * Edit distance with swaps of adjacent letters. Callers without credentials can trigger it, so it computes only cells near
 * the diagonal, and stops after a row beyond the limit.
 * @returns the distance, or `most + 1` if it is larger than `most`.
 */
function distance(from: string, to: string, most: number): number {
  const tooFar = most + 1;
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, j) => Math.min(j, tooFar));
  for (let i = 1; i <= from.length; i++) {
    const row = new Array<number>(to.length + 1).fill(tooFar);
    const first = Math.max(1, i - most);
    if (first === 1) row[0] = Math.min(i, tooFar);
    let least = first === 1 ? (row[0] ?? tooFar) : tooFar;
    for (let j = first; j <= Math.min(to.length, i + most); j++) {
      const isSame = from[i - 1] === to[j - 1];
      let steps = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1), tooFar);
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwapped) steps = Math.min(steps, (before[j - 2] ?? 0) + 1);
      row[j] = steps;
      least = Math.min(least, steps);
    }
    if (least > most) return tooFar;
    before = last;
    last = row;
  }
  return last[to.length] ?? 0;
}

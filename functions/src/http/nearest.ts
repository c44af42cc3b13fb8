/** Longer words are not compared: nobody mistypes them, and comparing costs. */
const LONGEST = 120;

/** The candidate that a mistyped word most likely stands for; undefined when none is near. Case does not count. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined;
  const given = word.toLowerCase();
  let most = Math.max(1, Math.floor(word.length / 4));
  let best: string | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - given.length) > most) continue;
    const steps = distance(given, candidate.toLowerCase());
    if (steps > most || (steps === most && best !== undefined)) continue;
    best = candidate;
    most = steps;
  }
  return best;
}

/** How many letters must be added, taken away or replaced, or swapped with the next one. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const steps = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(isSwapped ? Math.min(steps, (before[j - 2] ?? 0) + 1) : steps);
    }
    before = last;
    last = row;
  }
  return last[to.length] ?? 0;
}

/**
 * Times `run` with values of two kinds, one after the other in random order.
 * @returns how often one of the first kind takes longer than one of the second: 0.5 if the time is independent of the
 * kind.
 */
export async function separation(
  tries: number,
  kinds: readonly [readonly string[], readonly string[]],
  random: () => number,
  run: (value: string) => Promise<void>,
): Promise<number> {
  const timed: { kind: 0 | 1; ns: number }[] = [];
  for (let i = 0; i < tries; i++) {
    const kind = random() < 0.5 ? 0 : 1;
    const values = kinds[kind];
    const value = values[Math.floor(random() * values.length)] as string;
    const started = process.hrtime.bigint();
    await run(value);
    timed.push({ kind, ns: Number(process.hrtime.bigint() - started) });
  }
  return probabilityOfMore(timed);
}

/** The Mann-Whitney statistic as a probability; equal times count half. */
function probabilityOfMore(timed: readonly { kind: 0 | 1; ns: number }[]): number {
  const sorted = timed.toSorted((a, b) => a.ns - b.ns);
  let rankSum = 0;
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    while (end < sorted.length && sorted[end]?.ns === sorted[start]?.ns) end++;
    for (let i = start; i < end; i++) if (sorted[i]?.kind === 0) rankSum += (start + end + 1) / 2;
    start = end;
  }
  const first = timed.filter(({ kind }) => kind === 0).length;
  return (rankSum - (first * (first + 1)) / 2) / (first * (timed.length - first));
}

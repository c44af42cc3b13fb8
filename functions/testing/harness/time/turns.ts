/** Counts the turns of the event loop from now on, until `end`. @returns their number, which goes up while work waits. */
export function countTurns(): { readonly count: number; end(): void } {
  let count = 0;
  let hasEnded = false;
  const turn = () => {
    count++;
    if (!hasEnded) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    get count() {
      return count;
    },
    end() {
      hasEnded = true;
    },
  };
}

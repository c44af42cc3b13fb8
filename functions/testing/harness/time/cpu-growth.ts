/** How the CPU time of one call grows with the bytes that a caller sends. */
export interface Growth {
  /** Sizes of the input in bytes, each four times the one before. */
  bytes: readonly [number, number, number];
  /** Minimum CPU time of several runs in ms, by size. */
  ms: readonly [number, number, number];
}

/** Creates the input of a size in bytes; this is not measured. @returns the work to measure. */
export type Prepare = (bytes: number) => (() => unknown) | Promise<() => unknown>;

/** CPU time up to this, in ms, is harmless, and too short to be measured reliably. */
const HARMLESS = 25;
/** Maximum growth of the CPU time per byte when the size is multiplied by four. Quadratic work grows by four. */
const MOST_GROWTH = 2.5;
/** Maximum CPU time of the work done for every request, in multiples of parsing ordinary JSON of the same size. */
const KERNEL_COST = 60;
/** Number of measurements that must all be bad: another process or a garbage collection can spoil a single one. */
const ATTEMPTS = 3;
const RUNS = 3;

/** CPU time of this process so far, in ms; other processes are excluded. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Detects work that grows faster than its input, or that costs many times the parsing of the input.
 * @param largest size in bytes; a quarter and a sixteenth of it are also measured if it takes long.
 * @param mostCost maximum CPU time per further byte, in multiples of parsing ordinary JSON.
 * @returns a complaint with the measurements; undefined if there is none.
 */
export async function excessiveWork(
  largest: number,
  prepare: Prepare,
  { mostCost = KERNEL_COST } = {},
): Promise<string | undefined> {
  if ((await leastTime(1, largest, prepare)) <= HARMLESS) return undefined;
  let growth: Growth | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [small, middle] = [Math.floor(largest / 16), Math.floor(largest / 4)];
    const time = (size: number) => leastTime(RUNS, size, prepare);
    const ms = [await time(small), await time(middle), await time(largest)] as const;
    growth = { bytes: [small, middle, largest], ms };
    if (!isSuperLinear(growth) && !isCostly(growth, mostCost * (await parsingTime(largest)))) return undefined;
  }
  return growth && describe(growth);
}

/** Whether the CPU time per byte grows with the size. */
export function isSuperLinear({ ms: [, middle, largest] }: Growth): boolean {
  return largest > HARMLESS && largest / 4 > middle * MOST_GROWTH;
}

/**
 * Whether each further byte is slow, apart from the fixed cost of a call.
 * @param most maximum CPU time in ms for the largest size.
 */
export function isCostly({ ms: [, middle, largest] }: Growth, most: number): boolean {
  return largest > HARMLESS && (largest - middle) / 0.75 > most;
}

async function leastTime(runs: number, bytes: number, prepare: Prepare): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const work = await prepare(bytes);
    const started = cpuTime();
    await work();
    least = Math.min(least, cpuTime() - started);
  }
  return least;
}

/** CPU time in ms of parsing an ordinary body of this size on this machine, now. */
function parsingTime(bytes: number): Promise<number> {
  const user = { userId: "ada@example.com", name: "Ada Lovelace", isAdmin: false };
  const list = Array.from({ length: Math.ceil(bytes / JSON.stringify(user).length) }, () => user);
  const text = JSON.stringify(list);
  return leastTime(RUNS, bytes, () => () => JSON.parse(text));
}

function describe({ bytes, ms }: Growth): string {
  const figures = bytes.map((size, i) => {
    const time = ms[i] ?? 0;
    return `${size} bytes in ${time.toFixed(1)} ms (${((time * 1e6) / size).toFixed(0)} ns a byte)`;
  });
  return `too much CPU time: ${figures.join(", ")}`;
}

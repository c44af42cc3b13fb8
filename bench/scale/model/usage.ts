/** A value that a limit applies to, for a place with masked ids, so that one line stands for all places of its kind. */
export interface Finding {
  kind: FindingKind;
  /** The place, without ids of tenants and records. */
  where: string;
  /** The highest value that was seen. */
  value: number;
}

export type FindingKind = keyof typeof limits;

/** The published limits of Firestore and Cloud Tasks, and limits of our own. */
export const limits = {
  range: { limit: 500, unit: "writes/s between two neighbouring keys" },
  document: { limit: 1, unit: "writes/s to one document, on average" },
  locked: { limit: 500, unit: "transactions/s that lock one document" },
  aborted: { limit: 0, unit: "calls that failed through contention" },
  queue: { limit: 500, unit: "dispatches/s that one queue would need" },
  waiting: { limit: 5, unit: "s behind at the end of the run" },
  recovery: { limit: 30, unit: "minutes until all tasks are created again" },
  afterReply: { limit: 0, unit: "operations begun after the reply" },
  failed: { limit: 0, unit: "requests that failed" },
} as const;

/** Collects what the models count. */
export class Usage {
  reads = 0;
  writes = 0;
  deletes = 0;
  tasks = 0;
  /** Transactions that had to be retried. */
  conflicts = 0;
  /** Whether the run is being measured; it is false while warming up. */
  isOn = false;
  readonly #worst = new Map<string, Finding>();
  readonly #writesOf = new Map<string, number>();
  readonly #locksOf = new Map<string, number>();

  /** Records a value; the highest of each place counts. */
  report(kind: FindingKind, place: string, value: number): void {
    if (!this.isOn) return;
    const where = masked(place);
    const key = `${kind} ${where}`;
    if (value > (this.#worst.get(key)?.value ?? 0)) this.#worst.set(key, { kind, where, value });
  }

  /** Adds to a count that starts at 0. */
  add(kind: FindingKind, place: string, more = 1): void {
    if (!this.isOn) return;
    const where = masked(place);
    this.report(kind, where, (this.#worst.get(`${kind} ${where}`)?.value ?? 0) + more);
  }

  wrote(path: string): void {
    if (this.isOn) this.#writesOf.set(path, (this.#writesOf.get(path) ?? 0) + 1);
  }

  locked(path: string): void {
    if (this.isOn) this.#locksOf.set(path, (this.#locksOf.get(path) ?? 0) + 1);
  }

  /** Ends the measurement. @param seconds how long it took. @returns the findings, those above their limit first. */
  findings(seconds: number): Finding[] {
    for (const [path, writes] of this.#writesOf) this.report("document", path, writes / seconds);
    for (const [path, locks] of this.#locksOf) this.report("locked", path, locks / seconds);
    return [...this.#worst.values()].sort((a, b) => excess(b) - excess(a));
  }
}

/** The ratio of a finding to its limit: above 1 it fails. */
export function excess({ kind, value }: Finding): number {
  return value / Math.max(limits[kind].limit, 0.001);
}

const REPEATED = new Set(["subscriptions", "sweep"]);

/** A path or range without the ids of records. */
function masked(place: string): string {
  const [name = "", path] = place.split("|");
  const text = path ?? name;
  if (!text.includes("/")) return place;
  const maskedPath = text
    .split("/")
    .map((segment, i) => (i % 2 === 0 || REPEATED.has(segment) ? segment : idKind(segment)))
    .join("/");
  return path === undefined ? maskedPath : `${name} of ${maskedPath}`;
}

/** An id without its unique part: `{deliver_}` for tasks of one kind, otherwise `{}`. */
function idKind(id: string): string {
  return `{${/^[a-z]+_/.exec(id)?.[0] ?? ""}}`;
}

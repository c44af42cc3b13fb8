import { LRUCache } from "lru-cache";

/** A task that takes longer than this is slow, in ms. */
const SLOW = 2000;

/** Pauses of tasks that wait for a slot of their API key, in ms: the first, what each further one adds, and the longest. */
const FIRST_PAUSE = 1000;
const FURTHER_PAUSE = 50;
const LONGEST_PAUSE = 60_000;

/** Number of shares that are remembered: those used last. */
const MAX_SHARES = 10_000;

/** The place of one task among the running tasks of its job. Times are in ms since 1970. */
export interface Slot {
  /** Records that the task starts. */
  begin(now: number): void;
  /** Releases the slot of a task that has not begun. */
  cancel(): void;
  /** Records that the task has ended. */
  end(now: number): void;
}

/**
 * The part of a job's slots that one API key may use: all of them, as long as its tasks end quickly, otherwise `most`.
 * So a key whose tasks take long, such as calls of a receiver that answers late, leaves slots to the others.
 */
export class KeyShare {
  readonly #most: number;
  #slots = 0;
  /** When each running task began, in ms since 1970; one entry for each task. */
  readonly #running = new Set<{ beganAt: number }>();
  /** Whether the task that ended last was slow. */
  #wasSlow = false;
  /** Number of tasks that had to wait since one began last. */
  #postponed = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether no further task of the key may start. @param now ms since 1970. */
  isUsedUp(now: number): boolean {
    if (this.#slots < this.#most) return false;
    // Entries are in the order of their beginning.
    const [oldest] = this.#running;
    return this.#wasSlow || (oldest !== undefined && now - oldest.beganAt >= SLOW);
  }

  /** Takes one slot, for a task that has not begun. */
  take(): Slot {
    const run = { beganAt: 0 };
    this.#slots++;
    return {
      begin: (now) => {
        run.beganAt = now;
        this.#running.add(run);
        this.#postponed = 0;
      },
      cancel: () => {
        this.#slots--;
      },
      end: (now) => {
        this.#running.delete(run);
        this.#wasSlow = now - run.beganAt >= SLOW;
        this.#slots--;
      },
    };
  }

  /** How long a task that may not start waits until it is looked at again, in ms: the longer the more tasks wait. */
  postpone(): number {
    return Math.min(LONGEST_PAUSE, FIRST_PAUSE + FURTHER_PAUSE * this.#postponed++);
  }
}

/** The shares of all API keys in the slots of all jobs. */
export class KeyShares {
  readonly #shares = new LRUCache<string, KeyShare>({ max: MAX_SHARES });

  /** @param slots number of slots of the job, of which a key with slow tasks gets half. */
  of(job: string, apiKeyId: string, slots: number): KeyShare {
    const id = `${job} ${apiKeyId}`;
    const present = this.#shares.get(id);
    if (present) return present;
    const share = new KeyShare(Math.max(1, Math.floor(slots / 2)));
    this.#shares.set(id, share);
    return share;
  }
}

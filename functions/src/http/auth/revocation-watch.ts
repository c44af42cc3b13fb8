import { revocationsOf } from "#domain/tokens/store/token-revocations";
import { REVOCATION_KEPT } from "#domain/tokens/token-revocation";
import type { SetTimer } from "#platform/timer";
import type { KeyCall } from "#src/call";
import type { ChangeSet } from "#store/port";

/** How far back a watch begins, in ms: clocks of processes differ, and none of what ends a token between two watches is lost. */
const OVERLAP = 60_000;
/** How long one watch goes on, in ms: a new one does not remember what the earlier one was told. */
const LONGEST_WATCH = 3_600_000;
/** Pause before a watch that has failed is begun again, in ms. */
const AGAIN = 2000;

/** Tells of users of one API key some of whose tokens, or of whose resources, have just ended, whichever process did it. */
export class RevocationWatch {
  readonly #call: KeyCall;
  readonly #timer: SetTimer;
  readonly #tell: (users: readonly string[]) => void;
  #stopWatch: () => void = () => undefined;
  #cancelTimer: () => void = () => undefined;
  #isStopped = false;

  /** @param tell is given the `shortHash` of each user. */
  constructor(call: KeyCall, timer: SetTimer, tell: (users: readonly string[]) => void) {
    this.#call = call;
    this.#timer = timer;
    this.#tell = tell;
    this.#begin();
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopWatch();
    this.#cancelTimer();
  }

  #begin(): void {
    // What ends a token says until when it is kept, and so when it was written.
    const since = new Date(this.#call.now() - OVERLAP + REVOCATION_KEPT);
    const query = {
      collection: revocationsOf(this.#call),
      where: [{ field: "deleteAt", op: ">=" as const, value: since }],
      orderBy: [{ field: "deleteAt", direction: "asc" as const }],
    };
    try {
      const next = ({ changes }: ChangeSet) => this.#tell(changes.map(({ doc }) => doc.id));
      this.#stopWatch = this.#call.store.watch(query, { next, error: () => this.#beginIn(AGAIN) });
      this.#beginIn(LONGEST_WATCH);
    } catch {
      this.#beginIn(AGAIN);
    }
  }

  #beginIn(ms: number): void {
    if (this.#isStopped) return;
    this.#cancelTimer();
    this.#cancelTimer = this.#timer(ms, () => {
      this.#stopWatch();
      this.#begin();
    });
  }
}

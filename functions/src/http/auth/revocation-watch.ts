import { revocationsOf } from "#domain/tokens/store/token-revocations";
import { REVOCATION_KEPT } from "#domain/tokens/token-revocation";
import type { SetTimer } from "#platform/async/timer";
import type { KeyCall } from "#src/call";
import type { ChangeSet } from "#store/port";

/** How far back a watch starts, in ms: the clocks of processes differ, and consecutive watches must overlap. */
const OVERLAP = 60_000;
/** Duration of one watch, in ms: replacing it frees the memory of its documents. */
const WATCH_DURATION = 3_600_000;
/** Pause before a failed watch is restarted, in ms. */
const RESTART_PAUSE = 2000;

/** Reports users of one API key whose tokens or resources were just revoked, by any process. */
export class RevocationWatch {
  readonly #call: KeyCall;
  readonly #timer: SetTimer;
  readonly #report: (users: readonly string[]) => void;
  #stopWatch: () => void = () => undefined;
  #cancelTimer: () => void = () => undefined;
  #isStopped = false;

  /** @param report called with the `shortHash` of each user. */
  constructor(call: KeyCall, timer: SetTimer, report: (users: readonly string[]) => void) {
    this.#call = call;
    this.#timer = timer;
    this.#report = report;
    this.#begin();
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopWatch();
    this.#cancelTimer();
  }

  #begin(): void {
    // A revocation stores only the end of its retention, from which its time follows.
    const since = new Date(this.#call.now() - OVERLAP + REVOCATION_KEPT);
    const query = {
      collection: revocationsOf(this.#call),
      where: [{ field: "deleteAt", op: ">=" as const, value: since }],
      orderBy: [{ field: "deleteAt", direction: "asc" as const }],
    };
    try {
      const next = ({ changes }: ChangeSet) => this.#report(changes.map(({ doc }) => doc.id));
      this.#stopWatch = this.#call.store.watch(query, { next, error: () => this.#beginIn(RESTART_PAUSE) });
      this.#beginIn(WATCH_DURATION);
    } catch {
      this.#beginIn(RESTART_PAUSE);
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

import { isNews, type SpokenState } from "@atrium/functions/domain/crdt/awareness";
import type { SetTimer } from "@atrium/functions/platform/async/timer";

/** Least pause between two messages to a room, in ms. */
const PAUSE = 50;
/** Bytes for all connections of a room together that each ms of the pause behind them stands for. */
const BYTES_PER_MS = 32 * 1024;

/** What a client says, and whether it does so through this process. */
interface News {
  said: SpokenState;
  isOwn: boolean;
}

/**
 * Gathers what clients say of themselves while the last message to their room is being paid for: the first word goes out at once,
 * what follows goes out together after a pause, and of each client only the newest.
 */
export class AwarenessNews {
  readonly #timer: SetTimer;
  readonly #broadcast: (news: readonly News[]) => number;
  #news = new Map<number, News>();
  #cancel: (() => void) | undefined;

  /** @param broadcast sends news. It returns how many bytes it has sent to all connections together. */
  constructor(timer: SetTimer, broadcast: (news: readonly News[]) => number) {
    this.#timer = timer;
    this.#broadcast = broadcast;
  }

  add(states: readonly SpokenState[], isOwn: boolean): void {
    for (const said of states) {
      const before = this.#news.get(said.client);
      if (isNews(said, before?.said)) this.#news.set(said.client, { said, isOwn });
    }
    if (!this.#cancel && this.#news.size > 0) this.#send();
  }

  /** Forgets what was not sent. */
  stop(): void {
    this.#cancel?.();
    this.#news.clear();
  }

  #send(): void {
    const news = [...this.#news.values()];
    this.#news = new Map();
    const pause = Math.max(PAUSE, this.#broadcast(news) / BYTES_PER_MS);
    this.#cancel = this.#timer(pause, () => {
      this.#cancel = undefined;
      if (this.#news.size > 0) this.#send();
    });
  }
}

import { isNews, isOfAnother, LEFT, type SpokenState } from "./awareness.ts";

/** How long a client that repeats nothing is shown, in ms: stock clients repeat what they say every 15 s. */
export const SHOWN_FOR = 30_000;
/** Most characters that are kept, about; the oldest go first. */
const MAX_LENGTH = 256 * 1024;
/** About what a client takes beside its state, in characters. */
const CLIENT_LENGTH = 24;

/** What clients elsewhere say of themselves, kept for those who come later. Who has left is kept too: an earlier word may come late. */
export class HeardAwareness {
  readonly #monotonic: () => number;
  /** The longest unrepeated first. */
  readonly #heard = new Map<number, SpokenState & { at: number }>();
  #length = 0;
  #revision = 0;

  /** @param monotonic a clock in ms. */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** Rises with each change of what is shown. */
  get revision(): number {
    this.#forgetOld();
    return this.#revision;
  }

  /** What is shown of clients now. */
  get states(): SpokenState[] {
    this.#forgetOld();
    const shown = [...this.#heard.values()].filter(({ state }) => state !== LEFT);
    return shown.map(({ at: _, ...said }) => said);
  }

  /** Whether the client of a state is shown as another user's. */
  isOfAnother(said: SpokenState): boolean {
    this.#forgetOld();
    return isOfAnother(said, this.#heard.get(said.client));
  }

  /** Takes what clients say, but nothing for the client of another user. @returns what of it is news. */
  take(states: readonly SpokenState[]): SpokenState[] {
    this.#forgetOld();
    const news = states.filter((said) => {
      const before = this.#heard.get(said.client);
      return isNews(said, before) && !isOfAnother(said, before);
    });
    for (const { client, clock, state, userId } of news) {
      this.#forget(client);
      this.#heard.set(client, { client, clock, state, userId, at: this.#monotonic() });
      this.#length += state.length + CLIENT_LENGTH;
      this.#revision++;
    }
    for (const client of this.#heard.keys()) {
      if (this.#length <= MAX_LENGTH) break;
      this.#forget(client);
    }
    return news;
  }

  #forgetOld(): void {
    const since = this.#monotonic() - SHOWN_FOR;
    for (const { client, at } of this.#heard.values()) {
      if (at > since) break;
      this.#forget(client);
    }
  }

  #forget(client: number): void {
    const known = this.#heard.get(client);
    if (!known) return;
    this.#heard.delete(client);
    this.#length -= known.state.length + CLIENT_LENGTH;
    this.#revision++;
  }
}

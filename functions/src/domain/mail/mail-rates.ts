import { type CacheSurroundings, type TtlCache, ttlCache } from "#platform/ttl-cache";
import { processPart } from "#src/context";

const MINUTE = 60_000;
const MAX_KEYS = 10_000;

/** Maximum number of mails per minute that test the configuration of an API key. */
export const TRIALS_PER_MINUTE = 10;

/** Counts the mails of each API key in this process, minute by minute. */
class MailRates {
  readonly #counts: TtlCache<{ mails: number }>;

  constructor(process: CacheSurroundings) {
    this.#counts = ttlCache(process, { name: "mail-rates", max: MAX_KEYS, ttl: MINUTE, isOwn: true });
  }

  /**
   * Counts a mail.
   * @param perMinute maximum mails per minute; 0 for no limit.
   * @returns false if the API key has reached it.
   */
  take(apiKeyId: string, perMinute: number): boolean {
    if (perMinute === 0) return true;
    const count = this.#counts.get(apiKeyId) ?? { mails: 0 };
    if (count.mails === 0) this.#counts.set(apiKeyId, count);
    if (count.mails >= perMinute) return false;
    count.mails++;
    return true;
  }
}

/** The rates of mails of this process. */
export const mailRates = processPart((context) => new MailRates(context));

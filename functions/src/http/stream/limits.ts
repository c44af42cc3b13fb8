import { addressBlock } from "#http/request/address-block";
import { ApiError } from "#platform/error";
import type { StreamLimitSettings } from "#src/context";

/** Defaults of the operator's settings. */
export const defaultStreamLimits: StreamLimitSettings = {
  perKey: 2000,
  perUser: 20,
  perAddress: 1000,
  perProcess: 5000,
};

/** Seconds after which a refused stream may be retried. */
const RETRY_AFTER = 30;

/** Who opens a stream. */
export interface StreamOpener {
  apiKeyId: string;
  userId: string;
  /** Its IP address. */
  ip: string;
}

/** Counts open streams. */
export class StreamLimits {
  readonly #settings: StreamLimitSettings;
  /** Numbers of open streams by what they are counted for, such as a user. */
  readonly #open = new Map<string, number>();

  constructor(settings: StreamLimitSettings) {
    this.#settings = settings;
  }

  /** Number of open streams. */
  get size(): number {
    return this.#open.get("all") ?? 0;
  }

  /** Counts a new stream. @returns a function to call once when it ends. @throws ApiError RESOURCE_EXHAUSTED with `Retry-After` */
  take({ apiKeyId, userId, ip }: StreamOpener): () => void {
    const { perKey, perUser, perAddress, perProcess } = this.#settings;
    const counted = [
      { name: `user ${apiKeyId} ${userId}`, limit: perUser, of: "of this user " },
      { name: `key ${apiKeyId}`, limit: perKey, of: "" },
      { name: `address ${addressBlock(ip)}`, limit: perAddress, of: "from this address " },
      { name: "all", limit: perProcess, of: "" },
    ];
    for (const { name, limit, of } of counted)
      if (limit > 0 && (this.#open.get(name) ?? 0) >= limit)
        throw new ApiError("RESOURCE_EXHAUSTED", `Too many streams ${of}are open. Close one, or try again later.`, {
          retryAfter: RETRY_AFTER,
        });
    for (const { name } of counted) this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    return () => {
      for (const { name } of counted) {
        const openCount = (this.#open.get(name) ?? 0) - 1;
        if (openCount > 0) this.#open.set(name, openCount);
        else this.#open.delete(name);
      }
    };
  }
}

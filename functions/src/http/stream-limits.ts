import { ApiError } from "#model/error";

/** Streams that may be open at once in one process; 0 turns a limit off. */
export interface StreamLimitSettings {
  /** Of one API key. Environment `STREAM_LIMIT_PER_KEY`. */
  perKey: number;
  /** Of all together. Environment `STREAM_LIMIT`. */
  perProcess: number;
}

/** What applies when the operator sets nothing. */
export const defaultStreamLimits: StreamLimitSettings = { perKey: 2000, perProcess: 5000 };

/** Seconds after which a stream that was refused may be tried again. */
const RETRY_AFTER = 30;

/** Counts open streams. */
export class StreamLimits {
  readonly #settings: StreamLimitSettings;
  readonly #ofKeys = new Map<string, number>();
  #all = 0;

  constructor(settings: StreamLimitSettings) {
    this.#settings = settings;
  }

  /** @returns gives the place back, once. @throws ApiError RESOURCE_EXHAUSTED with `Retry-After` */
  take(apiKeyId: string): () => void {
    const { perKey, perProcess } = this.#settings;
    const open = this.#ofKeys.get(apiKeyId) ?? 0;
    if ((perKey > 0 && open >= perKey) || (perProcess > 0 && this.#all >= perProcess))
      throw new ApiError("RESOURCE_EXHAUSTED", "Too many streams are open. Try again later.", {
        retryAfter: RETRY_AFTER,
      });
    this.#ofKeys.set(apiKeyId, open + 1);
    this.#all++;
    return () => {
      const left = (this.#ofKeys.get(apiKeyId) ?? 0) - 1;
      if (left > 0) this.#ofKeys.set(apiKeyId, left);
      else this.#ofKeys.delete(apiKeyId);
      this.#all--;
    };
  }
}

import type { UserTokenKeys } from "#src/context";
import { keysAt } from "./signing-key-rotation.ts";
import { importSigningKeys, type StoredSigningKey } from "./user-token.ts";

/** TTL of the stored keys, in ms. */
const TTL = 1_000;

/** Anybody, including pages, may read and cache the public keys: a key is listed ten minutes before it signs. */
export const JWKS_HEADERS = { "cache-control": "public, max-age=60", "access-control-allow-origin": "*" };

/** Reads the stored keys, the newest first. @throws when they can't be read. */
export type ReadSigningKeys = () => readonly StoredSigningKey[];

/**
 * The current signing keys of a process. They are read again every second, so that rotation and reset need no restart.
 * If they can't be read, the last ones stay in use, and the failure is reported once.
 */
export class SigningKeys {
  readonly #read: ReadSigningKeys;
  readonly #now: () => number;
  readonly #monotonic: () => number;
  readonly #onFailed: (error: unknown) => void;
  /** Whether the last attempt to read them failed. */
  #isFailing = false;
  #keys: UserTokenKeys | undefined;
  /** JSON text of the stored keys from which `#keys` was created. */
  #text = "";
  /** When the keys are read again, in ms of the monotonic clock. */
  #readAgain = Number.NEGATIVE_INFINITY;

  /**
   * @param now decides which key signs, in ms since 1970.
   * @param monotonic decides when the keys are read again, in ms.
   * @param onFailed called once if the keys can no longer be read, and again only after a success.
   * @throws when the keys can't be read.
   */
  constructor(
    read: ReadSigningKeys,
    now: () => number,
    monotonic: () => number,
    onFailed: (error: unknown) => void = () => undefined,
  ) {
    this.#read = read;
    this.#now = now;
    this.#monotonic = monotonic;
    this.#onFailed = onFailed;
    this.current();
  }

  /** The current keys: the same object until they change. */
  current(): UserTokenKeys {
    const elapsed = this.#monotonic();
    if (this.#keys && elapsed < this.#readAgain) return this.#keys;
    this.#readAgain = elapsed + TTL;
    try {
      const valid = keysAt(this.#read(), this.#now());
      const text = JSON.stringify(valid);
      if (!this.#keys || text !== this.#text) this.#keys = importSigningKeys(valid);
      this.#text = text;
      this.#isFailing = false;
    } catch (error) {
      if (!this.#keys) throw error;
      if (!this.#isFailing) this.#onFailed(error);
      this.#isFailing = true;
    }
    return this.#keys;
  }
}

import type { UserTokenKeys } from "#src/context";
import { keysAt } from "./signing-key-rotation.ts";
import { importSigningKeys, type StoredSigningKey } from "./user-token.ts";

/** How long the stored keys are trusted without looking again, in ms. */
const READ_AFTER = 5_000;

/** The public keys are for everybody, pages too, and may be kept: a key is listed for ten minutes before it signs. */
export const JWKS_HEADERS = { "cache-control": "public, max-age=60", "access-control-allow-origin": "*" };

/** Where the keys stand, the newest first. @throws when they can't be read. */
export type ReadSigningKeys = () => readonly StoredSigningKey[];

/**
 * The signing keys of a process, as they are now: they are read again every 5 s, so that rotation and reset need no
 * restart. While they can't be read, those that were read last hold.
 */
export class SigningKeys {
  readonly #read: ReadSigningKeys;
  readonly #now: () => number;
  readonly #monotonic: () => number;
  #keys: UserTokenKeys | undefined;
  /** What `#keys` were made of. */
  #text = "";
  /** By the monotonic clock. */
  #readAgain = Number.NEGATIVE_INFINITY;

  /**
   * @param now decides which key signs, in ms since 1970.
   * @param monotonic decides when the keys are read again, in ms.
   * @throws when the keys can't be read.
   */
  constructor(read: ReadSigningKeys, now: () => number, monotonic: () => number) {
    this.#read = read;
    this.#now = now;
    this.#monotonic = monotonic;
    this.current();
  }

  /** The same object as long as nothing has changed. */
  current(): UserTokenKeys {
    const elapsed = this.#monotonic();
    if (this.#keys && elapsed < this.#readAgain) return this.#keys;
    this.#readAgain = elapsed + READ_AFTER;
    try {
      const valid = keysAt(this.#read(), this.#now());
      const text = JSON.stringify(valid);
      if (!this.#keys || text !== this.#text) this.#keys = importSigningKeys(valid);
      this.#text = text;
    } catch (error) {
      if (!this.#keys) throw error;
    }
    return this.#keys;
  }
}

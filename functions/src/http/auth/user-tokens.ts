import { hash } from "node:crypto";
import { type VerifiedUserToken, verifyUserToken } from "#domain/tokens/user-token-verification";
import { type CacheSurroundings, type TtlCache, ttlCache } from "#platform/ttl-cache";
import type { Context, UserTokenKeys } from "#src/context";
import { processPart } from "#src/context";

/** How long a token that was verified is not verified again, in ms. Its own end counts all the same. */
const VERIFIED_TTL = 60_000;
const CAPACITY = 10_000;

interface Entry {
  verified: Promise<VerifiedUserToken>;
  /** The end of the token, in ms since 1970. */
  expiresAt: number;
}

/**
 * User tokens that were found to be genuine: checking a signature costs more than a small request. They are found by their
 * hash, so that nothing about a wrong one can be learnt from the time taken. Wrong ones are not remembered.
 */
class UserTokenCache {
  readonly #entries: TtlCache<Entry>;
  /** What the entries were verified with. */
  #keys: UserTokenKeys | undefined;

  constructor(process: CacheSurroundings) {
    this.#entries = ttlCache(process, { name: "user-tokens", max: CAPACITY, ttl: VERIFIED_TTL });
  }

  /** @throws ApiError UNAUTHENTICATED */
  verify(context: Pick<Context, "userTokenKeys" | "settings" | "now">, token: string): Promise<VerifiedUserToken> {
    const userTokenKeys = context.userTokenKeys();
    // Signing keys may have been taken away.
    if (userTokenKeys !== this.#keys) this.#entries.clear();
    this.#keys = userTokenKeys;
    const now = context.now();
    const key = hash("sha256", token, "base64");
    const entry = this.#entries.get(key);
    if (entry && entry.expiresAt > now) return entry.verified;
    const verified = verifyUserToken(userTokenKeys, token, { issuer: context.settings.issuer, now });
    verified.then(
      ({ expiresAt }) => {
        if (userTokenKeys === this.#keys) this.#entries.set(key, { verified, expiresAt: expiresAt * 1000 });
      },
      () => undefined,
    );
    return verified;
  }
}

/** The cache of the process. */
export const userTokens = processPart((context) => new UserTokenCache(context));

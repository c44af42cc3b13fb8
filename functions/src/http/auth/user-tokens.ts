import { hash } from "node:crypto";
import { type VerifiedUserToken, verifyUserToken } from "#domain/tokens/user-token-verification";
import { type CacheSurroundings, type TtlCache, ttlCache } from "#platform/ttl-cache";
import type { Context, UserTokenKeys } from "#src/context";
import { processPart } from "#src/context";

/** How long a verified token is trusted without verification, in ms; its expiry is checked every time. */
const VERIFIED_TTL = 60_000;
const CAPACITY = 10_000;

interface Entry {
  verified: Promise<VerifiedUserToken>;
  /** Expiry of the token, in ms since 1970. */
  expiresAt: number;
}

/**
 * Cache of verified user tokens, since checking a signature costs more than a small request. The keys are hashes, so that the
 * response time reveals nothing about a wrong token. Wrong tokens are not cached.
 */
class UserTokenCache {
  readonly #entries: TtlCache<Entry>;
  /** The keys that verified the entries. */
  #keys: UserTokenKeys | undefined;

  constructor(process: CacheSurroundings) {
    this.#entries = ttlCache(process, { name: "user-tokens", max: CAPACITY, ttl: VERIFIED_TTL });
  }

  /** Verifies a token, or finds it in the cache. @throws ApiError UNAUTHENTICATED */
  verify(context: Pick<Context, "userTokenKeys" | "settings" | "now">, token: string): Promise<VerifiedUserToken> {
    const userTokenKeys = context.userTokenKeys();
    // Signing keys may have been removed.
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

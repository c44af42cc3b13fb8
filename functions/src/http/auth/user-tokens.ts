import { hash } from "node:crypto";
import { type VerifiedUserToken, verifyUserToken } from "#domain/tokens/user-token-verification";
import type { Context, UserTokenKeys } from "#src/context";
import { processPart } from "#src/context";

/** How long a token that was verified is not verified again, in ms. Its own end counts all the same. */
const VERIFIED_TTL = 60_000;
const CAPACITY = 10_000;

interface Entry {
  verified: Promise<VerifiedUserToken>;
  /** Ms, by the monotonic clock. */
  until: number;
  /** The end of the token, in ms since 1970. */
  expiresAt: number;
}

/**
 * User tokens that were found to be genuine: checking a signature costs more than a small request. They are found by their
 * hash, so that nothing about a wrong one can be learnt from the time taken. Wrong ones are not remembered.
 */
export class UserTokenCache {
  readonly #entries = new Map<string, Entry>();
  /** What the entries were verified with. */
  #keys: UserTokenKeys | undefined;

  /** @throws ApiError UNAUTHENTICATED */
  verify(
    context: Pick<Context, "userTokenKeys" | "settings" | "now" | "monotonic">,
    token: string,
  ): Promise<VerifiedUserToken> {
    const userTokenKeys = context.userTokenKeys();
    // Signing keys may have been taken away.
    if (userTokenKeys !== this.#keys) this.#entries.clear();
    this.#keys = userTokenKeys;
    const now = context.now();
    const key = hash("sha256", token, "base64");
    const entry = this.#entries.get(key);
    if (entry && entry.until > context.monotonic() && entry.expiresAt > now) return entry.verified;
    const until = context.monotonic() + VERIFIED_TTL;
    const verified = verifyUserToken(userTokenKeys, token, { issuer: context.settings.issuer, now });
    verified.then(
      ({ expiresAt }) => {
        if (userTokenKeys === this.#keys) this.#remember(key, { verified, until, expiresAt: expiresAt * 1000 });
      },
      () => undefined,
    );
    return verified;
  }

  #remember(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size > CAPACITY) this.#entries.delete(oldest);
  }
}

/** The cache of the process. */
export const userTokens = processPart(() => new UserTokenCache());

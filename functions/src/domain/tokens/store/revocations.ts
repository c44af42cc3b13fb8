import { revocationPath, type StoredRevocation } from "#domain/tokens/store/token-revocations";
import { isRevoked, type Revocation, validResources } from "#domain/tokens/token-revocation";
import type { VerifiedUserToken } from "#domain/tokens/user-token-verification";
import { shortHash } from "#platform/crypto/short-hash";
import { type CacheSurroundings, type TtlCache, ttlCache } from "#platform/ttl-cache";
import type { KeyCall, UserCall } from "#src/call";
import { processPart } from "#src/context";
import { badUserToken } from "#src/errors";

/** TTL of cached revocations, in ms. It limits how long a revocation takes to reach processes on other machines. */
const TTL = 60_000;
const CAPACITY = 10_000;

/** Caches the revocations of user tokens: one document per user, read at most once a minute per process. */
class Revocations {
  readonly #entries: TtlCache<Promise<Revocation | undefined>>;

  constructor(process: CacheSurroundings) {
    this.#entries = ttlCache(process, { name: "revocations", max: CAPACITY, ttl: TTL });
  }

  /**
   * Checks the token of a call whose signature and API key have been verified.
   * @returns the token with the resources that have not been withdrawn.
   * @throws ApiError UNAUTHENTICATED
   */
  async check(call: KeyCall, token: VerifiedUserToken): Promise<VerifiedUserToken> {
    const revocation = await this.#find(call, shortHash(token.userId));
    if (!revocation) return token;
    if (isRevoked(revocation, token)) throw badUserToken("revoked");
    return { ...token, resources: validResources(revocation, token) };
  }

  /**
   * Drops the entries of users that have changed, so that the next call to any process of the machine reads them again.
   * @param users `shortHash` of each user id.
   */
  forget(call: KeyCall, users: readonly (string | undefined)[]): void {
    const userHashes = users.filter((user) => user !== undefined);
    this.#entries.deleteEverywhere(userHashes.map((user) => revocationPath(call, user)));
  }

  /** Makes this process read a user's revocations again, because they may have changed elsewhere. */
  refresh(call: UserCall): void {
    this.#entries.delete(revocationPath(call, shortHash(call.user.userId)));
  }

  #find(call: KeyCall, user: string): Promise<Revocation | undefined> {
    const path = revocationPath(call, user);
    const cached = this.#entries.get(path);
    if (cached) return cached;
    const read = call.store.get<StoredRevocation>(path).then((doc) => doc?.data);
    this.#entries.set(path, read);
    // A failed read is not cached.
    read.catch(() => this.#entries.peek(path) === read && this.#entries.delete(path));
    return read;
  }
}

/** The revocation cache of the process. */
export const revocations = processPart((context) => new Revocations(context));

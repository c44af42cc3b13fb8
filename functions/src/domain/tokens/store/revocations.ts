import { revocationPath, type StoredRevocation } from "#domain/tokens/store/token-revocations";
import { heldResources, isRevoked, type Revocation } from "#domain/tokens/token-revocation";
import type { VerifiedUserToken } from "#domain/tokens/user-token-verification";
import { shortHash } from "#platform/short-hash";
import { type TtlCache, ttlCache } from "#platform/ttl-cache";
import type { KeyCall } from "#src/call";
import { processPart } from "#src/context";
import { badUserToken } from "#src/errors";

/** How long a process goes by what it has read, in ms: the bound of every revocation. */
const TTL = 60_000;
const CAPACITY = 10_000;

/** What ends user tokens before their time: for each user one document, read at most once a minute per process. */
class Revocations {
  readonly #entries: TtlCache<Promise<Revocation | undefined>>;

  /** @param monotonic clock in ms. */
  constructor(monotonic: () => number) {
    this.#entries = ttlCache(monotonic, { max: CAPACITY, ttl: TTL });
  }

  /**
   * Asked for every call with a user token, after its signature and its API key were found good.
   * @returns the token with those of its resources that still count.
   * @throws ApiError UNAUTHENTICATED
   */
  async check(call: KeyCall, token: VerifiedUserToken): Promise<VerifiedUserToken> {
    const revocation = await this.#find(call, shortHash(token.userId));
    if (!revocation) return token;
    if (isRevoked(revocation, token)) throw badUserToken("revoked");
    return { ...token, resources: heldResources(revocation, token) };
  }

  /** Looks again next time. @param users `shortHash` of each. */
  forget(call: KeyCall, users: Iterable<string | undefined>): void {
    for (const user of users) if (user !== undefined) this.#entries.delete(revocationPath(call, user));
  }

  #find(call: KeyCall, user: string): Promise<Revocation | undefined> {
    const path = revocationPath(call, user);
    const cached = this.#entries.get(path);
    if (cached) return cached;
    const read = call.store.get<StoredRevocation>(path).then((doc) => doc?.data);
    this.#entries.set(path, read);
    // What could not be read is not remembered.
    read.catch(() => this.#entries.peek(path) === read && this.#entries.delete(path));
    return read;
  }
}

/** The cache of the process. */
export const revocations = processPart(({ monotonic }) => new Revocations(monotonic));

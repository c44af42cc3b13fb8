import { RevocationWatch } from "#http/auth/revocation-watch";
import type { SetTimer } from "#platform/async/timer";
import { shortHash } from "#platform/crypto/short-hash";
import type { UserCall } from "#src/call";
import type { Context, UserTokenKeys } from "#src/context";

/** Interval of checks for removed signing keys, in ms. */
const SIGNING_KEYS_LOOK = 500;
/** How long a possible revocation of a user's tokens is remembered, in ms: the caches of a call may be that old. */
const REMEMBERED = 60_000;

/** A listener for the possible revocation of a user's tokens. */
interface Watcher {
  userHash: string;
  run: () => void;
}

/** The revocations of one API key, while it has open streams. */
interface Watched {
  watch: RevocationWatch;
  watchers: Set<Watcher>;
  /** Time of the latest report about each user, in ms on the monotonic clock; the oldest first. */
  recent: Map<string, number>;
}

/** Notifies open streams that the credentials of their users may have been revoked, by any process. */
export class CallerWatch {
  readonly #context: Context;
  readonly #timer: SetTimer;
  readonly #watchers = new Set<Watcher>();
  readonly #revocations = new Map<string, Watched>();
  #signingKeys: UserTokenKeys | undefined;
  #cancelKeyLook: (() => void) | undefined;

  constructor(context: Context, timer: SetTimer) {
    this.#context = context;
    this.#timer = timer;
  }

  /**
   * Calls `run` when tokens of the call's user, or signing keys, may have been revoked, and at once if the
   * user's tokens may have been revoked recently.
   * @returns a function that unsubscribes.
   */
  watch(call: UserCall, run: () => void): () => void {
    const { apiKeyId } = call.apiKey;
    const watcher = { userHash: shortHash(call.user.userId), run };
    const watched = this.#revocations.get(apiKeyId) ?? this.#watchRevocations(call);
    watched.watchers.add(watcher);
    this.#watchers.add(watcher);
    this.#cancelKeyLook ??= this.#lookForKeys();
    if (this.#isRecent(watched.recent.get(watcher.userHash))) run();
    return () => {
      this.#watchers.delete(watcher);
      watched.watchers.delete(watcher);
      if (watched.watchers.size > 0) return;
      watched.watch.stop();
      this.#revocations.delete(apiKeyId);
      if (this.#watchers.size > 0) return;
      this.#cancelKeyLook?.();
      this.#cancelKeyLook = undefined;
    };
  }

  #isRecent(at = Number.NEGATIVE_INFINITY): boolean {
    return at > this.#context.monotonic() - REMEMBERED;
  }

  #watchRevocations({ requestId, apiKey }: UserCall): Watched {
    const watchers = new Set<Watcher>();
    const recent = new Map<string, number>();
    const remember = (user: string) => {
      recent.delete(user);
      recent.set(user, this.#context.monotonic());
    };
    const onRevoked = (users: readonly string[]) => {
      users.forEach(remember);
      for (const [user, at] of recent) {
        if (this.#isRecent(at)) break;
        recent.delete(user);
      }
      const concerned = new Set(users);
      for (const { userHash, run } of watchers) if (concerned.has(userHash)) run();
    };
    const watch = new RevocationWatch({ ...this.#context, requestId, apiKey }, this.#timer, onRevoked);
    const watched = { watch, watchers, recent };
    this.#revocations.set(apiKey.apiKeyId, watched);
    return watched;
  }

  /** Checks periodically whether the signing keys have changed since the tokens of open streams were verified. */
  #lookForKeys(): () => void {
    this.#signingKeys ??= this.#context.userTokenKeys();
    return this.#timer(SIGNING_KEYS_LOOK, () => {
      const keys = this.#context.userTokenKeys();
      if (keys !== this.#signingKeys) for (const { run } of this.#watchers) run();
      this.#signingKeys = keys;
      this.#cancelKeyLook = this.#lookForKeys();
    });
  }
}

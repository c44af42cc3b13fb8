import { revocations } from "#domain/tokens/store/revocations";
import { credentials } from "#domain/workspaces/store/credentials";
import type { SetTimer } from "#platform/async/timer";
import type { Call, UserCall } from "#src/call";
import type { Context } from "#src/context";
import { CallerWatch } from "./caller-watch.ts";
import type { StreamEndpoint } from "./declaration.ts";
import { authenticateStream, type StreamRequest } from "./request.ts";

/** Interval in ms in which an API key is reread at most once, however many connections are checked. */
const KEY_READ = 10_000;
/** Maximum number of API keys whose last read is remembered. */
const KEYS = 10_000;

/** Checks the credentials of users whose connections stay open. One per process and kind of connection. */
export class CallerChecks {
  readonly #context: Context;
  readonly #watch: CallerWatch;
  readonly #keysRead = new Map<string, number>();

  constructor(context: Context, timer: SetTimer) {
    this.#context = context;
    this.#watch = new CallerWatch(context, timer);
  }

  /** @throws ApiError like endpoints that accept user tokens; UNAUTHENTICATED without one. */
  authenticate(call: Call, endpoint: Pick<StreamEndpoint, "user">, request: StreamRequest): Promise<UserCall> {
    return authenticateStream(this.#context, call, endpoint, request);
  }

  /** Checks the credentials again without trusting caches. @throws ApiError like `authenticate`. */
  authenticateAgain(user: UserCall, endpoint: Pick<StreamEndpoint, "user">, request: StreamRequest): Promise<UserCall> {
    this.#forgetCached(user);
    return this.authenticate({ ...this.#context, requestId: user.requestId }, endpoint, request);
  }

  /** Calls `run` when tokens of the user, or signing keys, may have been revoked. @returns a function that stops the watch. */
  watch(user: UserCall, run: () => void): () => void {
    return this.#watch.watch(user, run);
  }

  /** Makes sure that revocations and the API key are read again, since the cached ones may be a minute old. */
  #forgetCached(call: UserCall): void {
    const now = call.now();
    const { apiKeyId } = call.apiKey;
    revocations(call).refresh(call);
    if (now - (this.#keysRead.get(apiKeyId) ?? Number.NEGATIVE_INFINITY) < KEY_READ) return;
    // Forgetting the remembered reads only causes some extra ones.
    if (this.#keysRead.size >= KEYS) this.#keysRead.clear();
    this.#keysRead.set(apiKeyId, now);
    credentials(call).refresh(apiKeyId);
  }
}

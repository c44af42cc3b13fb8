import { newTokenId } from "#domain/tokens/token-revocation";
import {
  generateSigningKey,
  importSigningKeys,
  type StoredSigningKey,
  signUserToken,
  type UserTokenClaims,
} from "#domain/tokens/user-token";
import { createWorkspace } from "#domain/workspaces/store/workspaces";
import { textOfBody } from "#http/reply-body";
import { tooLarge } from "#http/request/body";
import { createServe, type Serve } from "#http/serve";
import { defaultStreamLimits } from "#http/stream/limits";
import type { Metrics } from "#platform/observability/metrics";
import type { Tracing } from "#platform/observability/tracing";
import { StoreQueue } from "#queue/store-queue";
import type { RateLimitSettings, UserTokenKeys } from "#src/context";
import { type Context, createContext, type Settings } from "#src/context";
import { callEndpoints } from "#src/endpoints";
import { HeavyWork } from "#src/heavy-work";
import { declaredJobs } from "#src/jobs";
import type { Store } from "#store/port";
import { isFailureOfServer, openTestStore, type StoreImage, testTimer } from "#testing/harness/store/test-store";
import { guardTransactions } from "#testing/harness/store/transaction-guard";
import { checkListedIssues } from "./properties/listed-issues.ts";
import { checkReplyForm } from "./properties/reply-form.ts";
import { Receivers } from "./receivers.ts";

/** Where the virtual clock starts: 2026-01-05T09:00:00Z. */
export const START = Date.UTC(2026, 0, 5, 9);

/** The credentials of one tenant. */
export interface Tenant {
  workspaceId: string;
  workspaceToken: string;
  apiKeyId: string;
  authToken: string;
}

/** The parsed content of a reply. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
  body: any;
}

/** In ms: the wall clock since 1970, and the elapsed time. */
interface VirtualClock {
  now: number;
  monotonic: number;
}

/** The stored data of a world, and the tenant that owns it. */
export interface WorldImage {
  content: StoreImage;
  tenant: Tenant;
}

/** How a world differs from the usual one. */
export interface WorldOptions {
  settings?: Partial<Omit<Settings, "rateLimits">>;
  rateLimits?: Partial<RateLimitSettings>;
  /** Wraps the store, for faults. */
  wrapStore?: (store: Store) => Store;
  /** Whether the store that `wrapStore` returns may contain data whose writes it has not seen. */
  isImageWrapped?: boolean;
  /** Replaces the default, which runs all heavy work in this thread. */
  heavyWork?: HeavyWork;
  metrics?: Metrics;
  tracing?: Tracing;
  /** Initial data, instead of a new tenant. */
  image?: WorldImage | undefined;
}

/** What a single call may set. */
export interface CallOptions {
  tenant?: Tenant;
  headers?: Record<string, string | string[] | undefined>;
  method?: string;
  /** The raw body, instead of `{ data }`. */
  raw?: string | Uint8Array;
  ip?: string;
  /** A user token instead of all credentials of the tenant. */
  token?: string | undefined;
}

/** Options of a user token; by default its user is no administrator and has no resources. */
export interface TokenOptions extends Partial<Omit<UserTokenClaims, "userId">> {
  tenant?: Tenant;
}

/** Tests send many requests in one virtual minute. */
const noRateLimits: RateLimitSettings = { apiKey: 0, user: 0, allUsers: 0, workspace: 0, public: 0 };

let storedKey: Promise<StoredSigningKey> | undefined;
let keys: Promise<UserTokenKeys> | undefined;

/** One signing key for all worlds of a test file: creating one is slow, and no test needs its own. */
function signingKeys(): Promise<UserTokenKeys> {
  storedKey ??= generateSigningKey("test-key");
  keys ??= storedKey.then((key) => importSigningKeys([key]));
  return keys;
}

/** A service with one tenant, a virtual clock and no other data. Calls go through the public API. */
export class World {
  readonly context: Context;
  readonly tenant: Tenant;
  readonly logged: { level: string; fields: Record<string, unknown>; message: string }[];
  /** Answers outbound calls. */
  readonly receivers: Receivers;
  readonly #clock: VirtualClock;
  readonly #serve: Serve;

  constructor(parts: {
    context: Context;
    tenant: Tenant;
    logged: World["logged"];
    clock: VirtualClock;
    receivers: Receivers;
    serve: Serve;
  }) {
    this.context = parts.context;
    this.tenant = parts.tenant;
    this.logged = parts.logged;
    this.receivers = parts.receivers;
    this.#clock = parts.clock;
    this.#serve = parts.serve;
  }

  /** Lets time pass, in ms. */
  advance(ms: number): void {
    this.#clock.now += ms;
    this.#clock.monotonic += ms;
  }

  /** Sets the clock forward or back by `ms`, without time elapsing. */
  setClock(ms: number): void {
    this.#clock.now += ms;
  }

  /** Creates another workspace with its key. */
  async newTenant(email = "grace@example.com"): Promise<Tenant> {
    const { workspace, apiKeyId, apiKeyAuthToken } = await createWorkspace(this.context, { ownerEmail: email });
    return { workspaceId: workspace.id, workspaceToken: workspace.authToken, apiKeyId, authToken: apiKeyAuthToken };
  }

  /** A token of a user, for the tenant. */
  token(userId: string, { tenant = this.tenant, ...claims }: TokenOptions = {}): Promise<string> {
    const { context } = this;
    return signUserToken(
      context.userTokenKeys(),
      {
        issuer: context.settings.issuer,
        apiKeyId: tenant.apiKeyId,
        tokenId: newTokenId(context.newId, userId),
        now: context.now(),
      },
      { userId, name: `${userId} of the token`, email: "token@example.com", isAdmin: false, resources: [], ...claims },
    );
  }

  /** Any request. Sends the tenant's credentials of both levels, unless headers override them. */
  async request(path: string, data: unknown, options: CallOptions = {}): Promise<Answer> {
    const { tenant = this.tenant, headers = {}, method = "POST", ip = "127.0.0.1" } = options;
    const body = Buffer.from(options.raw ?? JSON.stringify({ data }));
    const response = await this.#serve({
      method,
      path,
      ip,
      headers: {
        "content-type": "application/json",
        ...credentialHeaders(tenant, options.token),
        ...headers,
      },
      async body(maxBytes) {
        if (body.length > maxBytes) throw tooLarge(maxBytes);
        return body;
      },
    });
    const { status, headers: replyHeaders } = response;
    const text = textOfBody(response.body);
    return { status, headers: replyHeaders, body: text === "" ? undefined : JSON.parse(text) };
  }

  /** Makes a call that must succeed. @returns its `result`. */
  async ok(path: string, data: unknown, options?: CallOptions) {
    const answer = await this.request(path, data, options);
    if (answer.status !== 200) throw new Error(`${path} answered ${JSON.stringify(answer.body)}`);
    checkReplyForm(path, data, answer.body.result.data);
    return answer.body.result;
  }

  /** Makes a call that must fail. @returns its `error`, with the HTTP status and headers. */
  async fails(path: string, data: unknown, options?: CallOptions) {
    const answer = await this.request(path, data, options);
    if (answer.status === 200)
      throw new Error(`${path} should have failed but answered ${JSON.stringify(answer.body)}`);
    checkListedIssues(path, answer.body.error);
    return { ...answer.body.error, http: answer.status, headers: answer.headers };
  }

  /**
   * Runs all background work that is due now; failed work becomes due again once the clock has moved. If a server was
   * too busy, the clock moves to the retry.
   */
  async drain(): Promise<void> {
    for (;;) {
      await this.context.queue.drain();
      const failed = this.logged.filter(({ fields }) => isFailureOfServer(fields.err));
      const untilRetry = Math.max(0, ...failed.map(({ fields }) => Number(fields.retryAt ?? 0) - this.context.now()));
      if (untilRetry === 0) return;
      this.advance(untilRetry);
    }
  }
}

/** The headers that carry a tenant's credentials, of both levels, or a user token instead. */
export function credentialHeaders(tenant: Tenant, token?: string): Record<string, string> {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  return {
    "x-service-api-key": tenant.apiKeyId,
    "x-service-auth-token": tenant.authToken,
    "x-service-workspace-id": tenant.workspaceId,
    "x-service-workspace-auth-token": tenant.workspaceToken,
  };
}

/** Creates a world. Rate limits are off by default. */
export async function world({
  settings,
  rateLimits,
  wrapStore,
  heavyWork,
  image,
  isImageWrapped: _,
  ...observers
}: WorldOptions = {}): Promise<World> {
  const clock = { now: START, monotonic: 1000 };
  const logged: World["logged"] = [];
  const note = (level: string) => (fields: object, message: string) =>
    void logged.push({ level, fields: { ...fields }, message });
  const opened = guardTransactions(await openTestStore(image?.content));
  const receivers = new Receivers();
  const now = () => clock.now;
  const monotonic = () => clock.monotonic;
  const keysOfWorlds = await signingKeys();
  const context: Context = createContext({
    store: wrapStore ? wrapStore(opened) : opened,
    queue: new StoreQueue({ context: () => context, jobs: declaredJobs, timer: testTimer }),
    settings: {
      headerBrand: "service",
      allowWorkspaceCreate: true,
      issuer: "atrium",
      streams: defaultStreamLimits,
      ...settings,
      rateLimits: { ...noRateLimits, ...rateLimits },
    },
    log: { info: note("info"), warn: note("warn"), error: note("error") },
    outbound: receivers,
    now,
    monotonic,
    random: () => 0.5,
    encryptionKey: new Uint8Array(32).fill(7),
    userTokenKeys: () => keysOfWorlds,
    heavyWork: heavyWork ?? new HeavyWork(Number.POSITIVE_INFINITY),
    ...observers,
  });
  const parts = { context, logged, clock, receivers, serve: createServe(context, callEndpoints) };
  const empty = { workspaceId: "", workspaceToken: "", apiKeyId: "", authToken: "" };
  const tenant = image?.tenant ?? (await new World({ ...parts, tenant: empty }).newTenant("ada@example.com"));
  return new World({ ...parts, tenant });
}

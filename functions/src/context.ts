import type { CryptoKey, JWK } from "jose";
import type { Outbound } from "#outbound/port";
import { hostTimer, type SetTimer } from "#platform/async/timer";
import { newIdsBy } from "#platform/crypto/base62";
import type { Log } from "#platform/observability/log";
import { type Metrics, noMetrics } from "#platform/observability/metrics";
import type { Tracing } from "#platform/observability/tracing";
import { noSiblings, type Siblings } from "#platform/siblings";
import type { Template } from "#platform/text/template";
import type { DeclaredTask } from "#queue/declare-job";
import type { Queue } from "#queue/port";
import type { ReadableStore, Store } from "#store/port";
import { HeavyWork } from "./heavy-work.ts";

/** Rate limits in requests per minute, for each caller and process; 0 turns a limit off. */
export interface RateLimitSettings {
  /**
   * Per API key, for calls with the key itself, not counting calls of its users. Environment `RATE_LIMIT_PER_MINUTE`.
   */
  apiKey: number;
  /** Per user of an API key, with a token. Environment `RATE_LIMIT_USER_PER_MINUTE`. */
  user: number;
  /** All users of an API key together, with tokens. Environment `RATE_LIMIT_ALL_USERS_PER_MINUTE`. */
  allUsers: number;
  /** Per workspace. Environment `RATE_LIMIT_WORKSPACE_PER_MINUTE`. */
  workspace: number;
  /** Per IP address, on public endpoints. Environment `RATE_LIMIT_PUBLIC_PER_MINUTE`. */
  public: number;
}

/** Maximum numbers of open streams in one process; 0 turns a limit off. */
export interface StreamLimitSettings {
  /** Of one API key. Environment `STREAM_LIMIT_PER_KEY`. */
  perKey: number;
  /** Of one user of an API key. Environment `STREAM_LIMIT_PER_USER`. */
  perUser: number;
  /** From one IP address. Environment `STREAM_LIMIT_PER_ADDRESS`. */
  perAddress: number;
  /** In total. Environment `STREAM_LIMIT`. */
  perProcess: number;
}

/** Maximum of what may be stored; an omitted bound does not apply. */
export interface QuotaSettings {
  /** Records. Environment `QUOTA_DOCUMENTS`, `QUOTA_USER_DOCUMENTS`. */
  documents?: number;
  /** Bytes of all records. Environment `QUOTA_MIB`, `QUOTA_USER_MIB`. */
  bytes?: number;
  /** Records written in a day, in UTC. Environment `QUOTA_WRITES_PER_DAY`, `QUOTA_USER_WRITES_PER_DAY`. */
  writesPerDay?: number;
}

/** How mails are sent for API keys without their own mail provider. */
export interface MailSettings {
  /** Address of the SMTP server with its credentials: `smtp://` or `smtps://`. Environment `SMTP_URL`. */
  smtpUrl?: string | undefined;
  /** Sender of mails of API keys that set none. Environment `MAIL_FROM`. */
  from?: { name: string; address: string } | undefined;
  /** Replace the built-in templates of mails about events. Environment `MAIL_TEMPLATES`. */
  templates?: { html?: Template; text?: Template };
  /**
   * Whether mails that can't be sent are kept to be read in a browser: true on the one-machine host without an SMTP
   * server.
   */
  hasMailbox: boolean;
  /** Mails per minute, API key and process; 0 turns the limit off. Environment `MAIL_LIMIT_PER_MINUTE`. */
  perMinute: number;
  /** Mails per hour to one person of an organization; 0 turns the limit off. Environment `MAIL_LIMIT_PER_RECIPIENT`. */
  perRecipient: number;
}

/** Settings of the operator, which the host reads from the environment. */
export interface Settings {
  /** Brand segment of the header names: `x-<headerBrand>-api-key`. Environment `HEADER_BRAND`. */
  headerBrand: string;
  /** `iss` of user tokens. Environment `TOKEN_ISSUER`. */
  issuer: string;
  /**
   * Whether callers without credentials may create workspaces; `onThisMachine`: only programs on the machine itself,
   * which a host allows only if it listens on loopback. Environment `ALLOW_WORKSPACE_CREATE`; off by default in the
   * cloud.
   */
  allowWorkspaceCreate: boolean | "onThisMachine";
  rateLimits: RateLimitSettings;
  streams: StreamLimitSettings;
  /** If omitted, only API keys with their own mail provider send mails. */
  mail?: MailSettings;
  /** Whether others see the cursors of people who may only read. Default: true. Environment `VIEWERS_ARE_VISIBLE`. */
  viewersAreVisible?: boolean;
  /** Whether the host counts the usage of API keys and stores the counts. Default: true. */
  countsUsage?: boolean;
  /** Whether the host receives webhooks for inspectors. Default: true. */
  hasInspectors?: boolean;
  /**
   * Name of the session cookie, always sent as `Secure`. Default: `atrium-session`, over HTTPS with the prefix
   * `__Host-`.
   */
  sessionCookie?: string;
  /** Minimum time between two calls of a client that sends its cursor position, in ms. Default: 100. */
  awarenessInterval?: number;
  /**
   * Interval between two `crdt.update_data` of an editor that is edited live, in ms. Default: 5000. Environment
   * `CRDT_EVENT_SECONDS`.
   */
  crdtEventDelay?: number;
  /**
   * Maximum size of request bodies that the process holds at once, in bytes. Default: 64 MiB. Environment
   * `BODY_BUDGET_MIB`.
   */
  bodyBudget?: number;
  /**
   * Maximum that each API key, and each of its users, may store. Default: unlimited. Environment `QUOTA_…` and
   * `QUOTA_USER_…`.
   */
  quotas?: { apiKey?: QuotaSettings; user?: QuotaSettings };
}

/** The key that currently signs user tokens, and the public keys that verify them. */
export interface UserTokenKeys {
  kid: string;
  privateKey: CryptoKey;
  /** Public JWKs for `GET /.well-known/jwks.json`. */
  jwks: { keys: JWK[] };
  /** Verification keys by `kid`. */
  publicKeys: ReadonlyMap<string, CryptoKey>;
}

/** What a host provides: everything that differs between one machine, the cloud and a test. */
export interface HostParts {
  store: Store;
  queue: Queue<DeclaredTask>;
  /** Calls to customers' servers. */
  outbound: Outbound;
  settings: Settings;
  log: Log;
  /** 32-byte key that encrypts stored credentials; the key of page tokens is derived from it. */
  encryptionKey: Uint8Array;
  /** Keys for user tokens. Returns the same object until the keys change. */
  userTokenKeys(): UserTokenKeys;
  /**
   * The address of the service as browsers reach it, without a path, for links in mails. While it is undefined, mails
   * have no such links. Default: undefined.
   */
  publicAddress?(): Promise<string | undefined>;
  /** Reads the last lines of the log, newest last. Omitted if the host keeps no log, or keeps it elsewhere. */
  readLog?(): Promise<string[]>;
  /** Returns facts about the host. Omitted if there are none. */
  describeHost?(): Promise<HostFacts>;
  /** Wall clock, in ms since 1970; it may be set forward or back at any time. Default: the clock of the machine. */
  now?(): number;
  /**
   * Monotonic clock, in ms since an arbitrary moment, for durations: setting the wall clock lengthens no TTL.
   * Default: the clock of the process.
   */
  monotonic?(): number;
  /** Schedules background waits, such as those of a worker for its next delivery. Default: the timer of the process. */
  timer?: SetTimer;
  /** A number from 0 up to 1, for jitter; never used for secrets. Default: `Math.random`. */
  random?(): number;
  /** Runs work that would block the event loop. Default: large inputs go to a pool of threads. */
  heavyWork?: HeavyWork;
  /** Receives the operator's metrics. Default: they are discarded. */
  metrics?: Metrics;
  /** The other processes of the machine, which are notified when caches must drop entries. Default: none. */
  siblings?: Siblings;
  /** Creates traces for the operator. Omitted if tracing is off. */
  tracing?: Tracing | undefined;
}

/** Facts about a host, for people who manage a workspace. */
export interface HostFacts {
  version: string;
  store: Store["kind"];
  /** When the process started, in ms since 1970. */
  startedAt: number;
  /** Sizes in bytes; omitted if there is no disk. */
  disk?: { data: number; free: number; total: number };
}

/** Parts that have no default. */
type OptionalPart = "tracing" | "readLog" | "describeHost";

/** Everything that endpoints and jobs depend on. Built once per process; nothing else is global. */
export interface Context extends Required<Omit<HostParts, OptionalPart>>, Pick<HostParts, OptionalPart> {
  /** Creates an id that sorts by time, with a prefix such as `task`. */
  newId(prefix: string): string;
  /** Per-process state of the kernel and the topics, such as caches; only `processPart` reads it. */
  readonly parts: Pick<Map<object, unknown>, "get" | "set">;
}

/** The context of code that only reads. */
export interface ReadContext extends Omit<Context, "store"> {
  store: ReadableStore;
}

/** Builds the context of a process. */
export function createContext(host: HostParts): Context {
  const {
    now = Date.now,
    monotonic = () => performance.now(),
    timer = hostTimer,
    random = Math.random,
    heavyWork = new HeavyWork(),
    metrics = noMetrics,
    siblings = noSiblings,
    publicAddress = async () => undefined,
  } = host;
  const parts = { now, monotonic, timer, random, heavyWork, metrics, siblings, publicAddress };
  return { ...host, ...parts, newId: newIdsBy(now), parts: new Map() };
}

/**
 * Declares an object that exists once per process, such as a cache. The file that owns it exports the returned function;
 * the context does not know about it. The object is created at its first use.
 */
export function processPart<T>(make: (context: ReadContext) => T): ProcessPart<T> {
  const key = {};
  const find = (context: ReadContext): T => {
    const existing = context.parts.get(key);
    if (existing !== undefined) return existing as T;
    const part = make(context);
    context.parts.set(key, part);
    return part;
  };
  return Object.assign(find, { key });
}

/** Returns the one object of this kind in the process. */
export interface ProcessPart<T> {
  (context: ReadContext): T;
  /** The key of the object in `context.parts`. */
  readonly key: object;
}

/** The parts of a context with some of them replaced; objects created later are still shared with the context. */
export function withParts({ parts }: ReadContext, replaced: ReadonlyMap<object, unknown>): Context["parts"] {
  return { get: (key) => replaced.get(key) ?? parts.get(key), set: (key, part) => parts.set(key, part) as never };
}

import type { CryptoKey, JWK } from "jose";
import type { Outbound } from "#outbound/port";
import { timeOrderedId } from "#platform/base62";
import type { Log } from "#platform/log";
import type { DeclaredTask } from "#queue/declare-job";
import type { Queue } from "#queue/port";
import type { ReadableStore, Store } from "#store/port";
import { HeavyWork } from "./heavy-work.ts";

/** Requests a minute per caller and process; 0 turns a limit off. */
export interface RateLimitSettings {
  /** Per API key, for calls with it: those of its users do not count. Environment `RATE_LIMIT_PER_MINUTE`. */
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

/** Streams that may be open at once in one process; 0 turns a limit off. */
export interface StreamLimitSettings {
  /** Of one API key. Environment `STREAM_LIMIT_PER_KEY`. */
  perKey: number;
  /** Of one user of an API key. Environment `STREAM_LIMIT_PER_USER`. */
  perUser: number;
  /** From one IP address. Environment `STREAM_LIMIT_PER_ADDRESS`. */
  perAddress: number;
  /** Of all together. Environment `STREAM_LIMIT`. */
  perProcess: number;
}

/** What the operator can set; read from the environment by the host. */
export interface Settings {
  /** Brand segment of the header names: `x-<headerBrand>-api-key`. Environment `HEADER_BRAND`. */
  headerBrand: string;
  /** `iss` of user tokens. Environment `TOKEN_ISSUER`. */
  issuer: string;
  /** Whether strangers may make workspaces. Environment `ALLOW_WORKSPACE_CREATE`; off in the cloud by default. */
  allowWorkspaceCreate: boolean;
  rateLimits: RateLimitSettings;
  streams: StreamLimitSettings;
  /** Most bytes of request bodies that the process holds at once. Missing: 64 MiB. Environment `BODY_BUDGET_MIB`. */
  bodyBudget?: number;
}

/** The key that signs user tokens now, and the public keys that verify what was signed. */
export interface UserTokenKeys {
  kid: string;
  privateKey: CryptoKey;
  /** Public JWKs for `GET /.well-known/jwks.json`. */
  jwks: { keys: JWK[] };
  /** What verifies, by `kid`. */
  publicKeys: ReadonlyMap<string, CryptoKey>;
}

/** What a host provides: everything that differs between one machine, the cloud and a test. */
export interface HostParts {
  store: Store;
  queue: Queue<DeclaredTask>;
  /** Calls to servers of customers. */
  outbound: Outbound;
  settings: Settings;
  log: Log;
  /** 32 bytes: encrypts stored credentials, and page tokens by a key derived from it. */
  encryptionKey: Uint8Array;
  /** Keys that sign user tokens, as they are now: the same object as long as nothing has changed. */
  userTokenKeys(): UserTokenKeys;
  /** Milliseconds since 1970: what time it is. It may be set forward or back at any moment. Default: the clock of the machine. */
  now?(): number;
  /**
   * Milliseconds since some moment: how long something has lasted. It never goes back, so what may be trusted for a minute
   * is trusted no longer, whatever is done to the clock. Default: that of the process.
   */
  monotonic?(): number;
  /** From 0 up to 1, for jitter; nothing secret. Default: `Math.random`. */
  random?(): number;
  /** Work that would keep the event loop for long. Default: large inputs go to a pool of threads. */
  heavyWork?: HeavyWork;
}

/** Everything that endpoints and jobs work with. Built once per process; nothing else is global. */
export interface Context extends Required<HostParts> {
  /** A new id that sorts by time, with a prefix such as `task`. */
  newId(prefix: string): string;
  /** What the kernel and the topics remember in this process; only `processPart` reads it. */
  readonly parts: Pick<Map<object, unknown>, "get" | "set">;
}

/** What is there for those who only read. */
export interface ReadContext extends Omit<Context, "store"> {
  store: ReadableStore;
}

/** Builds the context of a process. */
export function createContext(host: HostParts): Context {
  const {
    now = Date.now,
    monotonic = () => performance.now(),
    random = Math.random,
    heavyWork = new HeavyWork(),
  } = host;
  const newId = (prefix: string) => `${prefix}_${timeOrderedId(now())}`;
  return { ...host, now, monotonic, random, heavyWork, newId, parts: new Map() };
}

/**
 * Declares something of which each process has one, such as a cache: whoever owns it exports the function that finds it, and
 * the context needs to know nothing of it. It is made when it is first asked for.
 */
export function processPart<T>(make: (context: ReadContext) => T): ProcessPart<T> {
  const key = {};
  const find = (context: ReadContext): T => {
    const made = context.parts.get(key);
    if (made !== undefined) return made as T;
    const part = make(context);
    context.parts.set(key, part);
    return part;
  };
  return Object.assign(find, { key });
}

/** Finds something of which each process has one. */
export interface ProcessPart<T> {
  (context: ReadContext): T;
  /** Where the context keeps it. */
  readonly key: object;
}

/** The parts of a context with some of them replaced: what is made later is shared with the context all the same. */
export function withParts({ parts }: ReadContext, replaced: ReadonlyMap<object, unknown>): Context["parts"] {
  return { get: (key) => replaced.get(key) ?? parts.get(key), set: (key, part) => parts.set(key, part) as never };
}

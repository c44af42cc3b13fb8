import type { RateLimits } from "#http/rate-limit";
import type { Outbound } from "#outbound/port";
import type { Queue } from "#queue/port";
import type { Wakes } from "#queue/wakes";
import type { Store } from "#store/port";
import type { FolderGuesses } from "./domain/access/store/ancestor-cache.ts";
import type { PermissionProviders } from "./domain/access/store/permission-providers.ts";
import type { EventType } from "./domain/events/types.ts";
import type { UserTokenClaims, UserTokenKeys } from "./domain/tokens/user-token.ts";
import type { ApiKeyRecord } from "./domain/workspaces/store/api-keys.ts";
import type { HeavyWork } from "./heavy-work.ts";
import type { CredentialCache } from "./http/auth/credentials.ts";
import type { Revocations } from "./http/auth/revocations.ts";
import type { UserTokenCache } from "./http/auth/user-tokens.ts";
import type { StreamLimitSettings } from "./http/stream/limits.ts";

/** Structured log: fields first, then a message. pino fits, and so does the logger of Cloud Functions. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the operator can set; read from the environment by the host. */
export interface Settings {
  /** Brand segment of the header names: `x-<headerBrand>-api-key`. Environment `HEADER_BRAND`. */
  headerBrand: string;
  /** `iss` of user tokens. Environment `TOKEN_ISSUER`. */
  issuer: string;
  /** Whether strangers may make workspaces. Environment `ALLOW_WORKSPACE_CREATE`; off in the cloud by default. */
  allowWorkspaceCreate: boolean;
  /** Missing: the usual ones. */
  streams?: StreamLimitSettings;
  /** Most bytes of request bodies that the process holds at once. Missing: 64 MiB. Environment `BODY_BUDGET_MIB`. */
  bodyBudget?: number;
}

/** Everything that endpoints and jobs work with. Built once per process; nothing else is global. */
export interface Context {
  store: Store;
  queue: Queue;
  /** Calls to servers of customers. */
  outbound: Outbound;
  /** Wakes deliveries of this process that wait for more. */
  deliveryWakes: Wakes;
  settings: Settings;
  log: Log;
  /** Milliseconds since 1970: what time it is. It may be set forward or back at any moment. */
  now(): number;
  /**
   * Milliseconds since some moment: how long something has lasted. It never goes back, so what may be trusted for a minute
   * is trusted no longer, whatever is done to the clock.
   */
  monotonic(): number;
  /** From 0 up to 1, for jitter; nothing secret. */
  random(): number;
  /** A new id that sorts by time, with a prefix such as `task`. */
  newId(prefix: string): string;
  /** 32 bytes: encrypts stored credentials, and page tokens by a key derived from it. */
  encryptionKey: Uint8Array;
  /** Keys that sign user tokens, as they are now: the same object as long as nothing has changed. */
  userTokenKeys(): UserTokenKeys;
  /** User tokens that were verified lately. */
  userTokens: UserTokenCache;
  /** What ends user tokens before their time. */
  revocations: Revocations;
  /** Customers' own servers that decide about access. */
  permissionProviders: PermissionProviders;
  credentials: CredentialCache;
  rateLimits: RateLimits;
  /** Work that would keep the event loop for long. */
  heavyWork: HeavyWork;
  /** Where folders were found to stand, which saves a round trip. */
  folderGuesses: FolderGuesses;
}

/** One request. Its `store` counts what it costs. */
export interface Call extends Context {
  requestId: string;
}

/** The user of a request, as its token describes it. Times in seconds since 1970. */
export interface CallingUser extends UserTokenClaims {
  tokenId: string;
  issuedAt: number;
  expiresAt: number;
}

/** A request with an API key or with a token of one of its users: its tenant is the key. */
export interface KeyCall extends Call {
  apiKey: ApiKeyRecord;
  /** Missing: the call comes with the API key itself and passes every access check. */
  user?: CallingUser | undefined;
  /** Events that its endpoint declares. */
  emits?: readonly EventType[] | undefined;
  /** Nobody is told of what it changes: what an import brings has happened elsewhere. */
  isSilent?: boolean;
}

/** A request of a user. */
export interface UserCall extends KeyCall {
  user: CallingUser;
}

/** A request with workspace credentials. */
export interface WorkspaceCall extends Call {
  workspaceId: string;
}

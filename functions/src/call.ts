import type { AccessDecision } from "#domain/access/decide-access";
import type { EventType } from "#domain/events/types";
import type { UserTokenClaims } from "#domain/tokens/user-token";
import type { ApiKeyRecord } from "#domain/workspaces/api-key";
import type { Span } from "#platform/observability/tracing";
import type { Context, ReadContext } from "./context.ts";

/** The session of a browser that makes a call in place of the workspace's token. */
export interface CallSession {
  sessionId: string;
  /** Whether it may only read. */
  readOnly: boolean;
  /** When it ends unless it is used again, in ms since 1970. */
  expiresAt: number;
  csrfToken: string;
}

/** One request that reads. Its `store` counts what it costs. */
export interface Call extends ReadContext {
  requestId: string;
  /** Missing: the call has credentials in its headers, or none. */
  session?: CallSession | undefined;
  /** The request in its trace; missing where no traces are made. */
  span?: Span | undefined;
}

/** A request without credentials. */
export interface PublicCall extends Call {
  /** Whether it comes from a program of this machine, where the server listens on loopback (`http/request/host-name.ts`). */
  isFromThisMachine: boolean;
}

/** A request that may also write: a call of an endpoint whose `kind` is `write`. */
export type WriteCall<C extends Call = KeyCall> = C & Context;

/** The user of a request, as its token describes it. Times in seconds since 1970. */
export interface CallingUser extends UserTokenClaims {
  tokenId: string;
  issuedAt: number;
  expiresAt: number;
}

/** A request with an API key, or with a token of one of its users. The API key is the tenant. */
export interface KeyCall extends Call {
  apiKey: ApiKeyRecord;
  /** Missing: the call comes with the API key itself and passes every access check. */
  user?: CallingUser | undefined;
  /** Event types that the endpoint declares. */
  emits?: readonly EventType[] | undefined;
  /** Reads of which event types the call notifies people; missing: it notifies nobody. */
  notifies?: (() => Promise<ReadonlySet<EventType>>) | undefined;
  /** Emits no events: an import brings data whose events have happened elsewhere. */
  isSilent?: boolean;
}

/** A request with a user token. */
export interface UserCall extends KeyCall {
  user: CallingUser;
  /**
   * What has been decided about the user in this call, by path of the place, so that access is decided once. Missing in what
   * outlives a request, such as a stream.
   */
  decisions?: Map<string, AccessDecision>;
}

/** A request with workspace credentials. */
export interface WorkspaceCall extends Call {
  workspaceId: string;
}

/** The events of an open stream as bytes, read chunk by chunk as the connection accepts them. */
export interface StreamEvents extends AsyncIterableIterator<Uint8Array> {
  /** @param cut closes a connection whose client reads nothing any more. */
  onCut(cut: () => void): void;
  /** The client has disconnected. */
  return(): Promise<IteratorResult<Uint8Array>>;
}

/** A request for a stream, with what the stream needs of the kernel as long as it is open. */
export interface StreamCall extends UserCall {
  /** Id of the last event that the client has received; undefined: it has none. */
  lastEventId: string | undefined;
  /** Checks the credentials anew, trusting no cache. @throws ApiError as a new request would be answered. */
  authenticateAgain(): Promise<UserCall>;
  /** Calls `run` when tokens of the user, or signing keys, may have ended. @returns stops that. */
  onDoubt(run: () => void): () => void;
  /** The stream calls it once, when it has ended. @param reason for the log. */
  onEnd(reason: string): void;
}

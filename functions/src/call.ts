import type { AccessDecision } from "#domain/access/decide-access";
import type { EventType } from "#domain/events/types";
import type { UserTokenClaims } from "#domain/tokens/user-token";
import type { ApiKeyRecord } from "#domain/workspaces/api-key";
import type { Span } from "#platform/observability/tracing";
import type { Context, ReadContext } from "./context.ts";

/** The browser session that makes a call instead of the workspace's token. */
export interface CallSession {
  sessionId: string;
  /** Whether the session may only read. */
  readOnly: boolean;
  /** When the session ends unless it is used again, in ms since 1970. */
  expiresAt: number;
  csrfToken: string;
}

/** One request that reads. Its `store` counts what it costs. */
export interface Call extends ReadContext {
  requestId: string;
  /** Omitted if the call has credentials in its headers, or none. */
  session?: CallSession | undefined;
  /** The span of the request; omitted if tracing is off. */
  span?: Span | undefined;
}

/** A request without credentials. */
export interface PublicCall extends Call {
  /**
   * Whether the request comes from a program on this machine and the server listens on loopback
   * (`http/request/host-name.ts`).
   */
  isFromThisMachine: boolean;
}

/** A request that may also write: a call of an endpoint whose `kind` is `write`. */
export type WriteCall<C extends Call = KeyCall> = C & Context;

/** The user of a request, as described by its token. Times are in seconds since 1970. */
export interface CallingUser extends UserTokenClaims {
  tokenId: string;
  issuedAt: number;
  expiresAt: number;
}

/** A request with an API key, or with a token of one of its users. The API key is the tenant. */
export interface KeyCall extends Call {
  apiKey: ApiKeyRecord;
  /** Omitted if the call uses the API key itself, which passes every access check. */
  user?: CallingUser | undefined;
  /** Event types that the endpoint declares. */
  emits?: readonly EventType[] | undefined;
  /** Reads the event types for which the call notifies people; omitted if it notifies nobody. */
  notifies?: (() => Promise<ReadonlySet<EventType>>) | undefined;
  /** Whether no events are emitted: an import brings data whose events have happened elsewhere. */
  isSilent?: boolean;
}

/** A request with a user token. */
export interface UserCall extends KeyCall {
  user: CallingUser;
  /**
   * Access decisions about the user in this call, by path of the place, so that access is decided once. Omitted in
   * calls that outlive a request, such as streams.
   */
  decisions?: Map<string, AccessDecision>;
}

/** A request with workspace credentials. */
export interface WorkspaceCall extends Call {
  workspaceId: string;
}

/** The events of an open stream as bytes, read chunk by chunk as the connection accepts them. */
export interface StreamEvents extends AsyncIterableIterator<Uint8Array> {
  /** @param cut closes the connection if its client stops reading. */
  onCut(cut: () => void): void;
  /** Called when the client has disconnected. */
  return(): Promise<IteratorResult<Uint8Array>>;
}

/** A request for a stream, with what the open stream needs from the kernel. */
export interface StreamCall extends UserCall {
  /** Id of the last event that the client has received; undefined if it has received none. */
  lastEventId: string | undefined;
  /** Checks the credentials again, without any cache. @throws ApiError as for a new request. */
  authenticateAgain(): Promise<UserCall>;
  /**
   * Calls `run` when tokens of the user, or signing keys, may have been revoked.
   * @returns a function that stops this.
   */
  onDoubt(run: () => void): () => void;
  /** The stream calls it once, when it ends. @param reason for the log. */
  onEnd(reason: string): void;
}

import type { EventType } from "#domain/events/types";
import type { UserTokenClaims } from "#domain/tokens/user-token";
import type { ApiKeyRecord } from "#domain/workspaces/api-key";
import type { Context, ReadContext } from "./context.ts";

/** One request that reads. Its `store` counts what it costs. */
export interface Call extends ReadContext {
  requestId: string;
}

/** A request that may write as well: that of an endpoint whose `kind` is `write`. */
export type WriteCall<C extends Call = KeyCall> = C & Context;

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
  /** No event of it is emitted: what an import brings has happened elsewhere. */
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

import type { ApiKeyRecord } from "#domain/workspaces/api-key";
import type { CallEndpoint } from "#http/endpoint";
import type { CallingUser, CallSession } from "#src/call";

/** On whose behalf a call acts, according to its credentials. */
export type Principal = {
  apiKey?: ApiKeyRecord;
  user?: CallingUser;
  workspaceId?: string;
  session?: CallSession;
  isFromThisMachine?: boolean;
};

/** The part of an endpoint's declaration that determines who may call it. */
export type AuthenticatedEndpoint = Pick<CallEndpoint, "auth" | "user"> &
  Partial<Pick<CallEndpoint, "kind" | "readOnlySessions" | "withoutCsrfToken">>;

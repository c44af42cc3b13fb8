import { ApiError } from "#platform/error";
import { derivedKey, sealBytes, unsealBytes } from "#platform/secrets";
import type { KeyCall, WorkspaceCall } from "#src/call";
import type { Cursor } from "#store/port";

/**
 * A position as sealed text: a position may stand at what the caller may not see. It opens only for the tenant and the query it
 * came from (`query`: all that selects and orders), and gives no authority: the call that brings it is checked like any other.
 */
export function toPageToken(
  call: KeyCall | WorkspaceCall,
  query: unknown,
  cursor: Cursor | undefined,
): string | undefined {
  return cursor && sealBytes(keyOf(call, query), JSON.stringify(cursor)).toString("base64url");
}

/** @throws ApiError INVALID_ARGUMENT when the token was not given out for this query. */
export function fromPageToken(
  call: KeyCall | WorkspaceCall,
  query: unknown,
  token: string | undefined,
): Cursor | undefined {
  if (token === undefined) return undefined;
  const bytes = Buffer.from(token, "base64url");
  try {
    // Other texts may stand for the same bytes.
    if (bytes.toString("base64url") === token) return JSON.parse(unsealBytes(keyOf(call, query), bytes));
  } catch {
    // Not sealed with this key.
  }
  throw new ApiError(
    "INVALID_ARGUMENT",
    "data.pageToken does not belong to this query. Leave it out to start at the first page.",
  );
}

/** A key for each query: what binds the token costs no byte of it, and no key seals more than one query's positions. */
function keyOf(call: KeyCall | WorkspaceCall, query: unknown): Uint8Array {
  const tenant = "apiKey" in call ? call.apiKey.apiKeyId : call.workspaceId;
  return derivedKey(call.encryptionKey, JSON.stringify(["page", tenant, query]));
}

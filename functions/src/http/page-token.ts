import { derivedKey, sealBytes, unsealBytes } from "#platform/crypto/secrets";
import { invalidField } from "#platform/error";
import type { KeyCall, WorkspaceCall } from "#src/call";
import type { Cursor } from "#store/port";

/**
 * Encrypts a cursor, which may contain data that the caller may not see. The token is valid only for its tenant and
 * query (`query` is everything that selects and orders), and grants no access: the call that sends it is checked like
 * any other.
 */
export function toPageToken(
  call: KeyCall | WorkspaceCall,
  query: unknown,
  cursor: Cursor | undefined,
): string | undefined {
  return cursor && sealBytes(keyOf(call, query), JSON.stringify(cursor)).toString("base64url");
}

/** Decrypts a page token. @param field name of the field that contained it. @throws ApiError INVALID_ARGUMENT when the token was not issued for this query. */
export function fromPageToken(
  call: KeyCall | WorkspaceCall,
  query: unknown,
  token: string | undefined,
  field = "pageToken",
): Cursor | undefined {
  if (token === undefined) return undefined;
  const bytes = Buffer.from(token, "base64url");
  try {
    // Several base64 texts decode to the same bytes; only the canonical one is accepted.
    if (bytes.toString("base64url") === token) return JSON.parse(unsealBytes(keyOf(call, query), bytes));
  } catch {
    // The token was encrypted with another key.
  }
  throw invalidField(`data.${field}`, "does not belong to this query. Leave it out to start at the first page.");
}

/**
 * The ids of a list that a page covers, in their order.
 * @param after the cursor of the page before: how many ids the earlier pages covered.
 * @returns `cursor` is undefined on the last page.
 */
export function idsOfPage(
  ids: readonly string[],
  { limit, after }: { limit: number; after: Cursor | undefined },
): { ids: string[]; cursor: Cursor | undefined } {
  const start = Number(after?.[0] ?? 0);
  const end = start + limit;
  return { ids: ids.slice(start, end), cursor: end < ids.length ? [end] : undefined };
}

/** Each query has its own key, which binds the token to the query without making it longer. */
function keyOf(call: KeyCall | WorkspaceCall, query: unknown): Uint8Array {
  const tenant = "apiKey" in call ? call.apiKey.apiKeyId : call.workspaceId;
  return derivedKey(call.encryptionKey, JSON.stringify(["page", tenant, query]));
}

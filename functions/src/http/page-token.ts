import { timingSafeEqual } from "node:crypto";
import { mac } from "#domain/secrets";
import { ApiError } from "#model/error";
import type { KeyCall, WorkspaceCall } from "#src/context";
import type { Cursor } from "#store/port";

/** Largest page; a larger `pageSize` is served as this. */
export const MAX_PAGE_SIZE = 1000;

const MAC_LENGTH = 16;

/**
 * A position as opaque text, bound to the tenant and to the query it came from (`query`: all that selects and orders).
 * It gives no authority: the call that brings it is checked like any other.
 */
export function toPageToken(
  call: KeyCall | WorkspaceCall,
  query: unknown,
  cursor: Cursor | undefined,
): string | undefined {
  if (!cursor) return undefined;
  const body = Buffer.from(JSON.stringify(cursor)).toString("base64url");
  return sign(call, query, body) + body;
}

/** @throws ApiError INVALID_ARGUMENT when the token was not given out for this query. */
export function fromPageToken(
  call: KeyCall | WorkspaceCall,
  query: unknown,
  token: string | undefined,
): Cursor | undefined {
  if (token === undefined) return undefined;
  const body = token.slice(MAC_LENGTH);
  const expected = Buffer.from(sign(call, query, body));
  const given = Buffer.from(token.slice(0, MAC_LENGTH));
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new ApiError(
      "INVALID_ARGUMENT",
      "data.pageToken does not belong to this query. Leave it out to start at the first page.",
    );
  return JSON.parse(Buffer.from(body, "base64url").toString());
}

function sign(call: KeyCall | WorkspaceCall, query: unknown, body: string): string {
  const tenant = "apiKey" in call ? call.apiKey.apiKeyId : call.workspaceId;
  return mac(call.encryptionKey, JSON.stringify(["page", tenant, query, body]), MAC_LENGTH);
}

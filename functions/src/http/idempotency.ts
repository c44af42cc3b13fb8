import { hash } from "node:crypto";
import { seal, unseal } from "#domain/secrets";
import { ApiError } from "#model/error";
import type { Call } from "#src/context";
import { toPath } from "#store/paths";
import type { DocData } from "#store/port";
import type { Response } from "./response.ts";

/** How long a reply is kept, in ms. */
const KEPT = 24 * 60 * 60 * 1000;
/** After so many ms a call without a reply is taken for dead. */
const LEASE = 60_000;
const MAX_LENGTH = 255;

interface Stored extends DocData {
  bodyHash: string;
  /** Missing while the first call runs. Encrypted: replies may show secrets. */
  reply?: string;
  startedAt: number;
  /** A date, so that the cloud's expiry policy can use it. */
  expireAt: Date;
}

/** Whose call it is, and which. */
export interface OnceKey {
  /** Path of the API key's or workspace's document. */
  tenant: string;
  /** Missing: the call comes with the API key or workspace itself. */
  userId?: string | undefined;
  path: string;
  key: string;
  body: Uint8Array;
}

/** Errors that a second try may not meet again: their reply is not kept. */
const transient = new Set([409, 429, 499, 500, 503, 504]);

/**
 * Runs a writing call once per `Idempotency-Key` and replays its reply for 24 hours (decisions.md, "Wire format").
 * @throws ApiError INVALID_ARGUMENT for the same key with another body; ABORTED while the first call runs.
 */
export async function once(
  call: Call,
  { tenant, path, key, body, userId }: OnceKey,
  run: () => Promise<Response>,
): Promise<Response> {
  if (key.length > MAX_LENGTH)
    throw new ApiError("INVALID_ARGUMENT", `The Idempotency-Key header must have at most ${MAX_LENGTH} characters.`);
  const named = userId === undefined ? `${path}\n${key}` : JSON.stringify([userId, path, key]);
  const record = `${tenant}/${toPath("idempotency", hash("sha256", named))}`;
  const bodyHash = hash("sha256", body);
  const kept = await call.store.transact(async (tx) => {
    const now = call.now();
    const found = (await tx.get<Stored>(record))?.data;
    const isLive =
      found && found.expireAt.getTime() > now && (found.reply !== undefined || found.startedAt + LEASE > now);
    if (isLive) return found;
    tx.set(record, { bodyHash, startedAt: now, expireAt: new Date(now + KEPT) } satisfies Stored);
    return undefined;
  });
  if (kept) return replay(call, kept, bodyHash);
  const forget = () => call.store.commit([{ op: "delete", path: record }]);
  const response = await run().catch(async (fault: unknown) => {
    // Should this fail as well, the lease ends the wait. The first fault is the one to report.
    await forget().catch(() => undefined);
    throw fault;
  });
  if (transient.has(response.status)) await forget();
  else
    await call.store.commit([
      { op: "merge", path: record, data: { reply: seal(call.encryptionKey, JSON.stringify(response)) } },
    ]);
  return response;
}

function replay(call: Call, kept: Stored, bodyHash: string): Response {
  if (kept.bodyHash !== bodyHash)
    throw new ApiError(
      "INVALID_ARGUMENT",
      "This Idempotency-Key was used with another body. Use a new key for a new request.",
    );
  if (kept.reply === undefined)
    throw new ApiError("ABORTED", "The first request with this Idempotency-Key is still running.", { retryAfter: 1 });
  const response = JSON.parse(unseal(call.encryptionKey, kept.reply)) as Response;
  return { ...response, headers: { ...response.headers, "idempotent-replayed": "true" } };
}

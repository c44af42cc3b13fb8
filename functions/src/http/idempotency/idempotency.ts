import { hash } from "node:crypto";
import type { CallResponse } from "#http/response";
import { ApiError } from "#platform/error";
import type { Call, WriteCall } from "#src/call";
import { toPath } from "#store/paths";
import { IdempotentCall, requireBody } from "./call.ts";
import type { RunningCalls } from "./running-calls.ts";

const MAX_LENGTH = 255;

/** Identifies a call by its principal, path and idempotency key. */
export interface IdempotencyScope {
  /** Path of the API key's or workspace's document. */
  tenant: string;
  /** Undefined if the call uses the credentials of the API key or workspace itself. */
  userId?: string | undefined;
  path: string;
  key: string;
  body: Uint8Array;
}

/**
 * Runs a write once per `Idempotency-Key` and replays its reply for 24 hours. The record of the key is committed in the
 * transaction of the write, so a crash leaves both or none. A call of several transactions records the results of each,
 * and resumes where it was interrupted.
 * @param handle the handler; it may run several times, and one run takes effect.
 * @throws ApiError INVALID_ARGUMENT for the same key with another body; ABORTED while the first call runs, and when an
 *   interrupted one can't be resumed.
 */
export async function withIdempotencyKey<C extends WriteCall<Call>>(
  call: C,
  running: RunningCalls,
  { tenant, path, key, body, userId }: IdempotencyScope,
  handle: (call: C) => Promise<CallResponse>,
): Promise<CallResponse> {
  if (key.length > MAX_LENGTH)
    throw new ApiError("INVALID_ARGUMENT", `The Idempotency-Key header must have at most ${MAX_LENGTH} characters.`);
  const identity = userId === undefined ? `${path}\n${key}` : JSON.stringify([userId, path, key]);
  const record = `${tenant}/${toPath("idempotency", hash("sha256", identity))}`;
  const own = { bodyHash: hash("sha256", body), startedAt: call.now() };
  const other = running.enter(record, own);
  if (other) {
    requireBody(other, own.bodyHash);
    throw new ApiError("ABORTED", "The first request with this Idempotency-Key is still running.", { retryAfter: 1 });
  }
  try {
    return await new IdempotentCall(call, record, own.bodyHash, handle).answer();
  } finally {
    running.leave(record, own);
  }
}

import type { QuotaName } from "#domain/workspaces/quota";
import { ApiError } from "#platform/error";
import type { Excess } from "./usage.ts";

/** Whose quota it is. */
export type QuotaOwner = "apiKey" | "user";

const owners = { apiKey: "this API key", user: "this user" } as const;

const DAY = 86_400_000;

const hints: { [quota in QuotaName]: string } = {
  documents: "Delete what is no longer needed, or raise the quota with POST /v2/workspace/apikeyconfig/update.",
  bytes: "Delete what is no longer needed, or raise the quota with POST /v2/workspace/apikeyconfig/update.",
  writesPerDay:
    "Wait until the next day in UTC, as the header Retry-After says, or raise the quota with POST /v2/workspace/apikeyconfig/update.",
};

/**
 * RESOURCE_EXHAUSTED: the call would exceed a storage quota (docs/behaviour.md#storage-quotas).
 * @param now ms since 1970.
 */
export function quotaExceeded(of: QuotaOwner, { quota, used, limit }: Excess, now: number): ApiError {
  const message = `The storage quota \`${quota}\` of ${owners[of]} would be exceeded: ${used} of ${limit} are used.`;
  const details = { quota, of, used, limit };
  const retryAfter = Math.ceil((DAY - (now % DAY)) / 1000);
  return new ApiError("RESOURCE_EXHAUSTED", message, {
    details,
    hint: hints[quota],
    ...(quota === "writesPerDay" && { retryAfter }),
  });
}

import { zeroUsage } from "#domain/quotas/usage";
import type { Quotas } from "#domain/workspaces/quota";
import type { WriteCall } from "#src/call";
import type { Store } from "#store/port";
import { CountedStore } from "./counted-store.ts";
import { keepMeasured } from "./measurements.ts";
import { type Account, usages } from "./usages.ts";

/** Approximate size of a record besides its content, in bytes: its path and the names of its fields. */
const RECORD_BYTES = 300;

/**
 * The store of a call whose API key has a quota: it counts writes, and refuses those that would exceed the quota if
 * `isEnforced`.
 */
export async function countedStore(
  call: WriteCall,
  quotas: Quotas,
  { isEnforced }: { isEnforced: boolean },
): Promise<Store> {
  await keepMeasured(call, call.apiKey.apiKeyId);
  return new CountedStore(call.store, call, { account: accountOf(call, quotas), isEnforced, quotasOf: () => quotas });
}

/**
 * Reads the caller's usage, for callers that write in small parts and need to know at once whether another part fits.
 * @returns a function that throws ApiError RESOURCE_EXHAUSTED if a record of this many bytes would exceed a quota.
 */
export async function loadQuotaCheck(call: WriteCall, quotas: Quotas): Promise<(bytes: number) => void> {
  const account = accountOf(call, quotas);
  const usage = usages(call);
  await usage.prepare(call.store, account);
  return (bytes) => {
    const growth = { ...zeroUsage(usage.day), documents: 1, bytes: RECORD_BYTES + bytes, writes: 1 };
    usage.check(account, { all: growth, users: new Map([[account.userId ?? "", growth]]) });
  };
}

function accountOf({ apiKey, user }: WriteCall, quotas: Quotas): Account {
  return { apiKeyId: apiKey.apiKeyId, userId: user?.userId, quotas };
}

import type { Context } from "@atrium/functions/context";
import { asOperator, recordAlone } from "@atrium/functions/domain/audit/store/audited-store";
import { apiKeyPath, findApiKey } from "@atrium/functions/domain/workspaces/store/api-keys";
import { tree } from "@atrium/functions/store/tree";
import { pagesBelow } from "@atrium/functions/store/walk";
import { browserAddress, recordedAddress } from "./data/server-address.ts";
import { setDemoAddress } from "./docs/demo-address.ts";
import { loadSeedWorld, seedApiKeys } from "./first-run.ts";
import type { ImportResult } from "./transfer/import/report.ts";

/** Collections to keep: revoked tokens stay revoked, and a job measures the usage of quotas. */
const KEPT = ["tokenRevocations", "usage", "userUsage"];

/**
 * Restores the demo world to its original state: deletes all data of its API keys and loads it anew. Ids and tokens are
 * kept, and so is everything that the workspaces have besides the demo's keys. It may run beside a server, and be
 * repeated after an interruption.
 */
export async function resetDemo(context: Context): Promise<ImportResult> {
  const apiKeyIds = await seedApiKeys();
  for (const apiKeyId of apiKeyIds) await clearApiKey(context, apiKeyId);
  const result = await loadSeedWorld(context);
  const server = await recordedAddress(context.store);
  if (server) for (const apiKeyId of apiKeyIds) await setDemoAddress(context.store, apiKeyId, browserAddress(server));
  return result;
}

async function clearApiKey(context: Context, apiKeyId: string): Promise<void> {
  const apiKey = await findApiKey(context.store, apiKeyId);
  if (!apiKey) return;
  const operator = asOperator(context, "demo.reset", { workspaceId: apiKey.workspaceId, apiKey: apiKeyId });
  await operator.store.transact(async (tx) => recordAlone(tx, {}));
  const collections = (tree.collections.apiKeys?.children ?? []).filter((name) => !KEPT.includes(name));
  for await (const { docs } of pagesBelow(context.store, apiKeyPath(apiKeyId), undefined, collections))
    await context.store.commit(docs.map(({ path }) => ({ op: "delete", path })));
}

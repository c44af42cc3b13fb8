import type { Context } from "@atrium/functions/context";
import { asOperator, recordAlone } from "@atrium/functions/domain/audit/store/audited-store";
import { apiKeyPath, findApiKey } from "@atrium/functions/domain/workspaces/store/api-keys";
import { tree } from "@atrium/functions/store/tree";
import { pagesBelow } from "@atrium/functions/store/walk";
import { browserAddress, notedAddress } from "./data/server-address.ts";
import { pointDemoTo } from "./docs/demo-address.ts";
import { loadSeedWorld, seedApiKeys } from "./first-run.ts";
import type { ImportResult } from "./transfer/import/report.ts";

/** What stays: revoked tokens stay revoked, and what is used of a quota is measured by a job. */
const KEPT = ["tokenRevocations", "usage", "userUsage"];

/**
 * Makes the demo world what it was at first: deletes everything of its API keys and loads it anew. Ids and tokens stay, and so
 * does what the workspaces have beside the keys of the demo. It may run beside a server, and be repeated when it was cut off.
 */
export async function resetDemo(context: Context): Promise<ImportResult> {
  const apiKeyIds = await seedApiKeys();
  for (const apiKeyId of apiKeyIds) await clearApiKey(context, apiKeyId);
  const result = await loadSeedWorld(context);
  const server = await notedAddress(context.store);
  if (server) for (const apiKeyId of apiKeyIds) await pointDemoTo(context.store, apiKeyId, browserAddress(server));
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

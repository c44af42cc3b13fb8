import { measureUsage } from "#domain/quotas/jobs";
import { sizeOf } from "#domain/quotas/store/growth";
import type { StoredUsage } from "#domain/quotas/store/usage-counter";
import { countedFor, measurementPath, usageShards } from "#domain/quotas/store/usage-paths";
import { usages } from "#domain/quotas/store/usages";
import { negate, sum, type Usage, zeroUsage } from "#domain/quotas/usage";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { Context } from "#src/context";
import { job } from "#src/job";
import type { StoreReader } from "#store/port";
import { pagesBelow } from "#store/walk";

/**
 * Walks through everything that counts for an API key and corrects the stored count by the difference, so changes that
 * are counted meanwhile stay counted. An interrupted run starts over; if a later measurement has been started, this one
 * ends.
 */
export default job(measureUsage, async (context, { apiKeyId, startedAt }) => {
  const { store } = context;
  await usages(context).flush(store);
  const counted = await countOf(store, apiKeyId);
  const actualUsage = zeroUsage("");
  for await (const { docs } of pagesBelow(store, apiKeyPath(apiKeyId), undefined, ["organizations"]))
    for (const { path, data } of docs) {
      if (countedFor(path) === undefined) continue;
      actualUsage.documents++;
      actualUsage.bytes += sizeOf(path, data).bytes;
    }
  if (await correct(context, { apiKeyId, startedAt }, sum(actualUsage, negate({ ...counted, writes: 0 }))))
    await usages(context).refresh(store, apiKeyId);
});

async function countOf(reader: StoreReader, apiKeyId: string): Promise<Usage> {
  const docs = await reader.getMany<StoredUsage>(usageShards(apiKeyId));
  return docs.reduce((total, doc) => (doc ? sum(total, doc.data) : total), zeroUsage(""));
}

/** Adds what was missing. @returns false if a later measurement has started. */
function correct(
  { store, now }: Context,
  { apiKeyId, startedAt }: { apiKeyId: string; startedAt: number },
  missing: Usage,
): Promise<boolean> {
  const [shard] = usageShards(apiKeyId) as [string];
  return retryOnConflict(() =>
    store.transact(async (tx) => {
      const [measurement, doc] = await tx.getMany([
        measurementPath(apiKeyId),
        shard as ReturnType<typeof usageShards>[0],
      ]);
      if (measurement?.data.startedAt !== startedAt) return false;
      tx.set(shard, doc ? sum(doc.data, missing) : missing);
      tx.update(measurementPath(apiKeyId), { endedAt: now() });
      return true;
    }),
  );
}

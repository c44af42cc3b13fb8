import { expect, test } from "@jest/globals";
import { organizationPath, unlessDeleting } from "#domain/organizations/store/organizations";
import type { ApiKeyRecord } from "#domain/workspaces/api-key";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import type { KeyCall } from "#src/call";
import type { ReadableStore, Store, Transaction } from "#store/port";
import { RecentStore } from "#store/recent-store";
import { exampleWorld } from "#testing/harness/example-world";
import { loadPlace, loadPlaceForChange } from "./places.ts";

const place = { organizationId: "acme", documentId: "plan" };

test("a change can't skip the migration check of its place, and a read can't make it: neither compiles", () => {
  const uses = {
    // @ts-expect-error: a transaction
    change: (tx: Transaction, call: KeyCall) => loadPlace(tx, call, place),
    // @ts-expect-error: a store
    read: (store: ReadableStore, call: KeyCall) => loadPlaceForChange(store, call, place),
  };
  expect(Object.keys(uses)).toHaveLength(2);
});

/** A world whose store caches organizations, and a call for the same tenant in another process. */
async function twoProcesses() {
  const clock = { now: 0 };
  /** The other process reads at the end of each pause. */
  const pause = async (ms: number) => {
    clock.now += ms;
    await change().catch(() => undefined);
  };
  const caching = (inner: Store) => new RecentStore(inner, { now: () => clock.now, pause });
  let shared: Store | undefined;
  const wrapStore = (inner: Store) => {
    shared = inner;
    return caching(inner);
  };
  const w = await exampleWorld({ wrapStore });
  const apiKey = (await findApiKey(w.context.store, w.tenant.apiKeyId)) as ApiKeyRecord;
  const call = { ...w.context, requestId: "other", apiKey, store: caching(shared as Store) };
  const homepage = { organizationId: "acme", documentId: "homepage" };
  const change = () => call.store.transact((tx) => loadPlaceForChange(tx, call, homepage));
  const options = { maxAge: 2000, remembers: () => true };
  const recentOrganizationId = async () =>
    unlessDeleting(await call.store.getRecent(organizationPath(call, "acme"), options))?.id;
  return { w, change, known: recentOrganizationId };
}

for (const headers of [{}, { "idempotency-key": "once" }])
  test(`no process still uses an organization whose deletion was acknowledged, with headers ${JSON.stringify(headers)}`, async () => {
    const { w, change, known } = await twoProcesses();
    expect((await change()).organization?.id).toBe("acme");
    await w.request("/v2/organizations/delete", { organizationIds: ["acme"] }, { headers });
    expect(await known()).toBeUndefined();
    await expect(change()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

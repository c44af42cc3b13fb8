import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { newCredentials, startServer } from "../testing/running-server.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { openData } from "./data/data-folder.ts";

/** Does something with the store of a folder that no server uses. */
async function withStore<T>(
  folder: string,
  body: (store: Awaited<ReturnType<typeof openData>>["store"]) => Promise<T>,
) {
  const { store } = await openData(folder);
  try {
    return await body(store);
  } finally {
    await store.close();
  }
}

test("a server that starts forgets the idempotency records that have ended, keeps the others and comes again in an hour", async (t) => {
  const folder = join(temporaryFolder(t), "data");
  const first = await startServer(folder);
  const headers = await newCredentials(first);
  const call = (key: string) => {
    const user = { organizationId: "acme", users: [{ userId: key }] };
    return first.post("/v2/users/add", user, { ...headers, "idempotency-key": key });
  };
  assert.equal((await call("old")).status, 200);
  assert.equal((await call("new")).status, 200);
  assert.equal(await first.end(), 0);

  const collection = `apiKeys/${headers["x-service-api-key"]}/idempotency`;
  const [old, young] = await withStore(folder, async (store) => {
    const { docs } = await store.query({ collection, orderBy: [{ field: "expireAt", direction: "asc" }] });
    const [old, young] = docs.map(({ path }) => path);
    assert.ok(old && young && docs.length === 2);
    const due = { nextAt: Date.now(), dueAt: Date.now() };
    await store.commit([
      { op: "update", path: old, data: { expireAt: new Date(Date.now() - 1) } },
      // The first start has put it off by an hour.
      { op: "update", path: "tasks/sweep", data: due },
    ]);
    return [old, young];
  });

  const second = await startServer(folder, { ATRIUM_WORKERS: "2" });
  for (let tries = 0; tries < 100; tries++) {
    const nextAt = await withStore(folder, async (store) => (await store.get("tasks/sweep"))?.data.nextAt);
    if (Number(nextAt) > Date.now() + 3_000_000) break;
    await sleep(50);
  }
  assert.equal(await second.end(), 0);
  await withStore(folder, async (store) => {
    assert.equal(await store.get(old), undefined);
    assert.ok(await store.get(young));
    const { docs } = await store.query({ collection: "tasks" });
    assert.deepEqual(
      docs.map(({ id }) => id),
      ["sweep"],
    );
    const pause = Number(docs[0]?.data.nextAt) - Date.now();
    assert.ok(pause > 3_000_000 && pause <= 3_600_000, `${pause}`);
  });
});

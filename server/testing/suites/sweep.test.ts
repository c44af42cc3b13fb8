import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { ensure } from "@atrium/functions/testing/harness/jest/ensure";
import { expect, test } from "@jest/globals";
import { openData } from "../../src/data/data-folder.ts";
import { newCredentials, startServer } from "../running-server.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** Runs a function with the store of a folder that no server uses. */
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

test("a server deletes expired idempotency records at its start, keeps the others, and repeats this hourly", async () => {
  const folder = join(temporaryFolder(), "data");
  const first = await startServer(folder);
  const headers = await newCredentials(first);
  const call = (key: string) => {
    const user = { organizationId: "acme", users: [{ userId: key }] };
    return first.post("/v2/users/add", user, { ...headers, "idempotency-key": key });
  };
  expect((await call("old")).status).toBe(200);
  expect((await call("new")).status).toBe(200);
  expect(await first.end()).toBe(0);

  const collection = `apiKeys/${headers["x-service-api-key"]}/idempotency`;
  const [old, young] = await withStore(folder, async (store) => {
    const { docs } = await store.query({ collection, orderBy: [{ field: "expireAt", direction: "asc" }] });
    const [old, young] = docs.map(({ path }) => path);
    ensure(old && young && docs.length === 2);
    const due = { nextAt: Date.now(), dueAt: Date.now() };
    await store.commit([
      { op: "update", path: old, data: { expireAt: new Date(Date.now() - 1) } },
      // The first start has postponed it by an hour.
      { op: "update", path: "tasks/sweep", data: due },
    ]);
    return [old, young];
  });

  const second = await startServer(folder, { ATRIUM_WORKERS: "2" });
  const nextSweep = () => withStore(folder, async (store) => Number((await store.get("tasks/sweep"))?.data.nextAt));
  while ((await nextSweep()) <= Date.now() + 3_000_000) await sleep(50);
  expect(await second.end()).toBe(0);
  await withStore(folder, async (store) => {
    expect(await store.get(old)).toBeUndefined();
    expect(await store.get(young)).toBeTruthy();
    const { docs } = await store.query({ collection: "tasks" });
    expect(docs.map(({ id }) => id)).toStrictEqual(["sweep"]);
    const pause = Number(docs[0]?.data.nextAt) - Date.now();
    expectWithContext(pause > 3_000_000 && pause <= 3_600_000, `${pause}`).toBe(true);
  });
});

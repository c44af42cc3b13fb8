import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { Recorder } from "#testing/harness/store/recorder";
import { inRounds } from "#testing/harness/store/rounds";
import { openTestStore } from "#testing/harness/store/test-store";
import { ForwardingStore } from "./forwarding-store.ts";
import { type Cost, MeteredStore } from "./metered.ts";
import type { DocData } from "./port.ts";

test("a watch costs one round trip and one read for each document that it delivers, none for removed documents", async () => {
  const store = await openTestStore();
  onTestFinished(() => store.close());
  await store.commit(["a", "b"].map((id) => ({ op: "set", path: `workspaces/${id}`, data: {} })));
  const cost: Cost = { reads: 0, writes: 0, trips: 0 };
  const recorder = Recorder.watch(new MeteredStore(store, cost), { collection: "workspaces" });
  await recorder.calls(1);
  await store.commit([{ op: "update", path: "workspaces/a", data: { n: 1 } }]);
  await recorder.calls(2);
  await store.commit([{ op: "delete", path: "workspaces/a" }]);
  await recorder.calls(3);
  expect(cost).toStrictEqual({ reads: 3, writes: 0, trips: 1 });
  recorder.stop();
  await store.commit([{ op: "delete", path: "workspaces/b" }]);
  expect(recorder.received.length).toBe(3);
});

test("tests count round trips by which operation waits for which, however long each answer takes", async () => {
  const store = await openTestStore();
  onTestFinished(() => store.close());
  const slow = new (class extends ForwardingStore {
    override async get<T extends DocData>(path: string) {
      for (let turns = path.endsWith("slow") ? 9 : 0; turns > 0; turns--) await turn();
      return super.get<T>(path);
    }
  })(store);
  const cost: Cost = { reads: 0, writes: 0, trips: 0 };
  const metered = new MeteredStore(inRounds(slow), cost);
  const quick = () => metered.get("workspaces/quick");
  await Promise.all([metered.get("workspaces/slow"), quick().then(quick)]);
  expect(cost.trips).toBe(2);
});

test("reading documents that may be missing costs one read per existing document, and one per query that finds none", async () => {
  const store = await openTestStore();
  onTestFinished(() => store.close());
  const there = ["apiKeys/a/organizations/o/grants/u", "apiKeys/a/organizations/o/documents/d/grants/u"];
  await store.commit(there.map((path) => ({ op: "set", path, data: {} })));
  const missing = (count: number, name: string) =>
    Array.from({ length: count }, (_, i) => `apiKeys/a/organizations/o/${name}/none-${i}`);
  const cost: Cost = { reads: 0, writes: 0, trips: 0 };
  const metered = new MeteredStore(inRounds(store), cost);
  await metered.getExisting([...there, ...missing(3, "grants"), ...missing(31, "users")]);
  expect(cost).toStrictEqual({ reads: 2 + 2, writes: 0, trips: 1 });
  await metered.transact((tx) => tx.getExisting([...there, ...missing(3, "grants")]));
  expect(cost).toMatchObject({ reads: 4 + 5, writes: 0 });
});

import { expect, test } from "@jest/globals";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { Recorder } from "#testing/harness/store/recorder";
import { openTestStore } from "#testing/harness/store/test-store";
import { type Cost, MeteredStore } from "./metered.ts";

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

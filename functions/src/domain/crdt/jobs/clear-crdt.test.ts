import { expect, test } from "@jest/globals";
import { splitPath } from "#store/paths";
import { editorInStore, plan, storedChunks, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { expectWithContext } from "#testing/harness/jest/context";
import { faultyStore } from "#testing/harness/store/faulty-store";
import clearCrdt from "./clear-crdt.ts";

test("content written before the deletion is deleted with its chunks, however the job is interrupted; newer content stays", async () => {
  let cuts = 0;
  for (let point = 0; ; point++) {
    const fault = { left: Number.POSITIVE_INFINITY };
    const w = await worldWithPlan({ wrapStore: (store) => faultyStore(store, fault) });
    const add = (editorId: string, data: string) => w.ok("/v2/crdt/add", { ...plan, editorId, type: "text", data });
    await add("title", "large ".repeat(200_000));
    for (let i = 0; i < 25; i++) await add(`e${i}`, "old");
    const until = w.context.now();
    w.advance(1);
    await add("new", "new");
    const { collection } = splitPath(editorInStore(w, "title"));
    const payload = { collection, until: String(until) };
    fault.left = point;
    await clearCrdt.run(w.context, payload).catch(() => undefined);
    const isHit = fault.left < 0;
    fault.left = Number.POSITIVE_INFINITY;
    await clearCrdt.run(w.context, payload);
    w.advance(3_600_000);
    await w.drain();
    expect((await w.ok("/v2/crdt/get", plan)).data.map(({ id }: { id: string }) => id)).toStrictEqual(["new"]);
    expect(await storedChunks(w)).toStrictEqual([]);
    expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
    if (!isHit) break;
    cuts++;
  }
  expectWithContext(cuts, `only ${cuts} points were tried`).toBeGreaterThan(3);
});

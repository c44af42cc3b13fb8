import { expect, test } from "@jest/globals";
import { claimPath, writeChunks } from "#domain/crdt/store/chunks";
import { editorInStore, plan, readEditor, storedChunks, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import trimCrdt from "./trim-crdt.ts";

test("chunks without an editor are deleted, current chunks stay, and a second run changes nothing", async () => {
  const w = await worldWithPlan();
  const data = "large ".repeat(200_000);
  await w.ok("/v2/crdt/add", { ...plan, editorId: "title", type: "text", data });
  await w.drain();
  const before = await storedChunks(w);
  for (const id of ["title", "gone"]) {
    const path = editorInStore(w, id);
    await w.context.store.commit([{ op: "set", path: claimPath(path, "gen_dead"), data: {} }]);
    await writeChunks(w.context.store, path, "gen_dead", { content: ["a"], update: ["b"] });
  }
  const payload = { editors: ["title", "gone"].map((id) => editorInStore(w, id)), over: "gen_dead" };
  for (let run = 0; run < 2; run++) {
    await trimCrdt.run(w.context, payload);
    expect(await storedChunks(w)).toStrictEqual(before);
    expect(await storedChunks(w, "gone")).toStrictEqual([]);
  }
  expect((await readEditor(w, "title")).data).toBe(data);
});

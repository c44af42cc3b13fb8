import { expect, test } from "@jest/globals";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import { retryOnConflict } from "#platform/async/retry-on-conflict";
import type { WriteCall } from "#src/call";
import type { Store } from "#store/port";
import { editorInStore, plan, readEditor, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { fail } from "#testing/harness/jest/ensure";
import type { World } from "#testing/harness/world";
import { redactEditor } from "./editors.ts";

const eve = { userId: "eve" };
const lin = { userId: "lin" };
const gone = { userId: "deleted-user", name: "Deleted user" };
const subjects = { userIds: new Set(["eve"]), emails: new Set<string>(), names: new Set<string>() };

/** A call whose store runs `between` before its first transaction, after the editor was read. */
async function callWith(w: World, between: () => Promise<unknown>): Promise<WriteCall> {
  const apiKey = await findApiKey(w.context.store, w.tenant.apiKeyId);
  if (!apiKey) throw new Error("the tenant has no API key");
  const { store } = w.context;
  let isFirst = true;
  const transact: Store["transact"] = async (body) => {
    if (isFirst) {
      isFirst = false;
      await between();
    }
    return store.transact(body);
  };
  const racingStore = new Proxy(store, {
    get(_store, name) {
      if (name === "transact") return transact;
      const member = Reflect.get(store, name);
      return typeof member === "function" ? member.bind(store) : member;
    },
  });
  return { ...w.context, store: racingStore, requestId: "test", apiKey };
}

for (const [size, filler] of [
  ["small", ""],
  ["large", "x".repeat(800_000)],
] as const)
  test(`a write between reading and changing is not lost, in ${size} content`, async () => {
    const w = await worldWithPlan();
    const editor = { ...plan, editorId: "e", type: "array" };
    await w.ok("/v2/crdt/add", { ...editor, data: [eve, filler] });
    const call = await callWith(w, () => w.ok("/v2/crdt/update", { ...editor, data: [eve, filler, lin] }));
    await retryOnConflict(() => redactEditor(call, editorInStore(w, "e"), subjects));
    expect((await readEditor(w, "e")).data).toStrictEqual([gone, filler, lin]);
  });

test("a missing editor or document is not an error, and an editor that does not name the users is not written", async () => {
  const w = await worldWithPlan();
  const editor = { ...plan, type: "map" };
  await w.ok("/v2/crdt/add", { ...editor, editorId: "e", data: { eve } });
  await w.ok("/v2/crdt/add", { ...editor, editorId: "quiet", data: { lin } });
  const before = await readEditor(w, "quiet");
  const quiet = await callWith(w, async () => fail("nothing should be written"));
  await redactEditor(quiet, editorInStore(w, "quiet"), subjects);
  await redactEditor(quiet, editorInStore(w, "none"), subjects);
  expect(await readEditor(w, "quiet")).toStrictEqual(before);

  const documents = { organizationId: "acme", documentIds: ["plan"] };
  const call = await callWith(w, () => w.ok("/v2/organizations/documents/delete", documents));
  await redactEditor(call, editorInStore(w, "e"), subjects);
});

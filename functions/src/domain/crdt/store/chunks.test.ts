import { expect, test } from "@jest/globals";
import type { Store } from "#store/port";
import { testUnless } from "#testing/harness/jest/skip";
import { openTestStore, serverLocks } from "#testing/harness/store/test-store";
import { claimPath, cut, readChunks, trimChunks, writeChunks } from "./chunks.ts";

const editor = "apiKeys/k/organizations/o/documents/d/crdt/e";
const parts = { content: ["a", "b"], update: ["c"] };
const both = [
  { kind: "content", count: 2 },
  { kind: "update", count: 1 },
] as const;

/** A store with these generations, each with its claim. */
async function storeWith(...generations: string[]): Promise<Store> {
  const store = await openTestStore();
  for (const generation of generations) {
    await store.commit([{ op: "set", path: claimPath(editor, generation), data: {} }]);
    expect(await writeChunks(store, editor, generation, parts)).toBe(true);
  }
  return store;
}

const letGo = (store: Store, generation: string) =>
  store.commit([{ op: "delete", path: claimPath(editor, generation) }]);
const makeCurrent = (store: Store, generation: string) =>
  store.commit([{ op: "set", path: editor, data: { generation } }]);
const idsOf = async (store: Store) =>
  (await store.query({ collection: `${editor}/chunks`, select: [] })).docs.map(({ id }) => id);

test("text is cut into chunks of at most 900 KiB, between characters", async () => {
  for (const [text, count] of [
    ["", 0],
    ["short", 1],
    ["x".repeat(900 * 1024), 1],
    [`${"x".repeat(900 * 1024 - 1)}é`, 2],
    ["é€😀".repeat(300_000), 3],
    [`x${"😀".repeat(500_000)}`, 3],
  ] as const) {
    const chunks = await cut(text);
    expect(chunks.join("")).toBe(text);
    expect(chunks.length).toBe(count);
    for (const chunk of chunks) expect(Buffer.byteLength(chunk) <= 900 * 1024 && chunk.isWellFormed()).toBe(true);
  }
});

test("written chunks of one part or both are read, and nothing if a chunk is missing", async () => {
  const store = await storeWith("gen1");
  expect(await readChunks(store, editor, "gen1", both)).toStrictEqual([["a", "b"], ["c"]]);
  expect(await readChunks(store, editor, "gen1", [{ kind: "content", count: 2 }])).toStrictEqual([["a", "b"]]);
  await store.commit([{ op: "delete", path: `${editor}/chunks/gen1-content-1` }]);
  expect(await readChunks(store, editor, "gen1", both)).toBeUndefined();
});

test("a generation without a claim is not written", async () => {
  const store = await storeWith();
  expect(await writeChunks(store, editor, "gen1", parts)).toBe(false);
  expect(await idsOf(store)).toStrictEqual([]);
});

test("the current generation and claimed ones are kept, all others are deleted", async () => {
  const store = await storeWith("current", "claimed", "replaced", "over");
  for (const generation of ["current", "replaced"]) await letGo(store, generation);
  await makeCurrent(store, "current");
  await trimChunks(store, editor, "over");
  const claimedIds = ["claimed", "claimed-content-0", "claimed-content-1", "claimed-update-0"];
  expect(await idsOf(store)).toStrictEqual([
    ...claimedIds,
    "current-content-0",
    "current-content-1",
    "current-update-0",
  ]);
  expect(await writeChunks(store, editor, "over", parts)).toBe(false);
  expect(await writeChunks(store, editor, "claimed", parts)).toBe(true);
});

test("a current generation is kept after its claim has ended; nothing is kept for a missing editor", async () => {
  const store = await storeWith("gen1");
  await letGo(store, "gen1");
  await makeCurrent(store, "gen1");
  await trimChunks(store, editor, "gen1");
  expect((await idsOf(store)).length).toBe(3);
  await store.commit([{ op: "delete", path: editor }]);
  await trimChunks(store, editor);
  expect(await idsOf(store)).toStrictEqual([]);
});

test("a generation with more chunks than a page is deleted completely, or kept completely", async () => {
  const store = await storeWith("kept", "over");
  const many = { content: Array.from({ length: 130 }, (_, i) => `${i}`), update: [] };
  for (const generation of ["kept", "over"]) await writeChunks(store, editor, generation, many);
  await trimChunks(store, editor, "over");
  const chunkIds = await idsOf(store);
  expect(chunkIds.length).toBe(1 + 130 + 1);
  expect(chunkIds.every((id) => id.startsWith("kept"))).toBe(true);
});

testUnless(serverLocks)("a generation that becomes current while chunks are being trimmed is kept", async () => {
  const store = await storeWith("gen1", "gen2");
  await letGo(store, "gen1");
  await makeCurrent(store, "gen1");
  let looks = 0;
  const racing: Store = Object.create(store, {
    transact: {
      value: (body: Parameters<Store["transact"]>[0]) =>
        store.transact(async (tx) => {
          const result = await body(tx);
          if (looks++ === 0) {
            await makeCurrent(store, "gen2");
            await letGo(store, "gen2");
          }
          return result;
        }),
    },
  });
  await trimChunks(racing, editor, "gen1");
  expect(looks).toBe(2);
  expect(await readChunks(store, editor, "gen2", both)).toStrictEqual([["a", "b"], ["c"]]);
  expect((await idsOf(store)).length).toBe(3);
});

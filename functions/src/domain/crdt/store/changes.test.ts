import { expect, test } from "@jest/globals";
import * as Y from "yjs";
import type { Store } from "#store/port";
import {
  editorInStore,
  join,
  plan,
  readEditor,
  seenBy,
  storedChunks,
  worldWithPlan,
} from "#testing/fixtures/crdt/crdt";
import { expectWithContext } from "#testing/harness/jest/context";
import { takeOver } from "#testing/harness/processes/take-over";
import { faultyStore } from "#testing/harness/store/faulty-store";
import type { World } from "#testing/harness/world";
import { trimChunks } from "./chunks.ts";
import { LONGEST_WRITE } from "./replacement.ts";

const title = { ...plan, editorId: "title", type: "text" };
// With its Yjs state each takes three chunks, and so two commits.
const before = "before ".repeat(104_000);
const after = "after ".repeat(123_000);

/** A store that awaits `when` before each call. */
function interrupted(store: Store, when: (name: string, input: unknown[]) => Promise<void> | undefined): Store {
  return new Proxy(store, {
    get(_store, name) {
      const member = Reflect.get(store, name);
      if (typeof member !== "function") return member;
      return async (...input: unknown[]) => {
        await when(String(name), input);
        return member.apply(store, input);
      };
    },
  });
}

/** Acts as another process at a time when all writes known to it count as dead. */
async function takeUp(w: World): Promise<void> {
  w.advance(LONGEST_WRITE);
  await takeOver(w);
}

/** Checks that only the current generation is left. */
async function assertTrimmed(w: World): Promise<void> {
  const editor = await w.context.store.get(editorInStore(w, "title"));
  const generations = new Set((await storedChunks(w)).map((id) => id.split("-")[0]));
  const { generation } = editor?.data ?? {};
  expect([...generations]).toStrictEqual(generation === undefined ? [] : [generation]);
  expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
}

/** Checks that content and Yjs state agree. @returns the content. */
async function assertWhole(w: World): Promise<string> {
  const editor = await readEditor(w, "title");
  const client = new Y.Doc();
  join(client, editor);
  expect(seenBy(client, "text", "content")).toBe(editor.data);
  return editor.data;
}

const changes: [name: string, path: string, request: object][] = [
  ["a replacement", "/v2/crdt/update", { ...title, data: after }],
  ["a replacement by small content", "/v2/crdt/update", { ...title, data: "small" }],
  ["a deletion", "/v2/crdt/delete", { ...plan, editorIds: ["title"] }],
];
for (const [name, path, request] of changes)
  test(`${name} that is interrupted at any point takes effect completely or not at all, and leaves no chunk behind`, async () => {
    let cuts = 0;
    for (let point = 0; ; point++) {
      const fault = { left: Number.POSITIVE_INFINITY };
      const w = await worldWithPlan({ wrapStore: (store) => faultyStore(store, fault) });
      await w.ok("/v2/crdt/add", { ...title, data: before });
      await w.drain();
      fault.left = point;
      const { status } = await w.request(path, request);
      await w.drain();
      const isHit = fault.left < 0;
      fault.left = Number.POSITIVE_INFINITY;
      await takeUp(w);
      await assertTrimmed(w);
      const isThere = (await w.ok("/v2/crdt/get", plan)).data.length === 1;
      if (name === "a deletion") expect(status !== 200 || !isThere).toBe(true);
      else {
        const data = await assertWhole(w);
        expect(data === before || data === (request as { data?: string }).data).toBe(true);
        expect(status !== 200 || data !== before).toBe(true);
      }
      if (!isHit) break;
      cuts++;
    }
    expectWithContext(cuts, `only ${cuts} points were tried`).toBeGreaterThanOrEqual(6);
  });

test("first content that is interrupted at any point is stored completely or not at all, and leaves no chunk behind", async () => {
  let cuts = 0;
  for (let point = 0; ; point++) {
    const fault = { left: Number.POSITIVE_INFINITY };
    const w = await worldWithPlan({ wrapStore: (store) => faultyStore(store, fault) });
    fault.left = point;
    await w.request("/v2/crdt/add", { ...title, data: before });
    await w.drain();
    const isHit = fault.left < 0;
    fault.left = Number.POSITIVE_INFINITY;
    await takeUp(w);
    await assertTrimmed(w);
    if ((await w.ok("/v2/crdt/get", plan)).data.length === 1) expect(await assertWhole(w)).toBe(before);
    if (!isHit) break;
    cuts++;
  }
  expectWithContext(cuts, `only ${cuts} points were tried`).toBeGreaterThanOrEqual(6);
});

for (const [name, other, expected] of [
  ["processes the queue", takeOver, ["done"]],
  ["considers a write dead", takeUp, ["ABORTED", "done"]],
] as const)
  test(`another process that ${name} during a write neither mixes old and new content nor leaves chunks behind`, async () => {
    const outcomes = new Set<string>();
    for (let point = 0; ; point++) {
      let transactionsLeft = Number.POSITIVE_INFINITY;
      const w: World = await worldWithPlan({
        wrapStore: (store) =>
          interrupted(store, (call) => (call === "transact" && transactionsLeft-- === 0 ? other(w) : undefined)),
      });
      await w.ok("/v2/crdt/add", { ...title, data: before });
      transactionsLeft = point;
      const { status, body } = await w.request("/v2/crdt/update", { ...title, data: after });
      await w.drain();
      outcomes.add(body.error?.status ?? "done");
      const data = await assertWhole(w);
      expect(data).toBe(status === 200 ? after : before);
      const isOver = transactionsLeft >= 0;
      await takeUp(w);
      await assertTrimmed(w);
      if (isOver) break;
    }
    expect([...outcomes].sort()).toStrictEqual(expected);
  });

test("trimming an editor for one write leaves chunks of another unfinished write alone", async () => {
  let trims = 0;
  let isOn = false;
  const w: World = await worldWithPlan({
    wrapStore: (store) =>
      interrupted(store, async (name) => {
        if (name !== "transact" || !isOn) return;
        trims++;
        await trimChunks(store, editorInStore(w, "title"), "gen_other");
      }),
  });
  await w.ok("/v2/crdt/add", { ...title, data: before });
  isOn = true;
  await w.ok("/v2/crdt/update", { ...title, data: after });
  isOn = false;
  await w.drain();
  expect(trims).toBeGreaterThan(3);
  expect(await assertWhole(w)).toBe(after);
  await assertTrimmed(w);
});

/** A world that calls `disturb` before reads of content chunks for a reply, at most `times` times. */
async function worldWithDisturbedReaders(times: number, disturb: (w: World, nth: number) => Promise<unknown>) {
  const state = { left: 0 };
  const w: World = await worldWithPlan({
    wrapStore: (store) =>
      interrupted(store, async (name, [paths]) => {
        if (name !== "getMany" || !String(paths).includes("-content-") || state.left <= 0) return;
        const nth = times - --state.left;
        const { left } = state;
        state.left = 0;
        await disturb(w, nth);
        await w.drain();
        state.left = left;
      }),
  });
  await w.ok("/v2/crdt/add", { ...title, data: before });
  state.left = times;
  return w;
}

for (const list of [false, true]) {
  const request = { ...plan, ...(!list && { editorId: "title" }), includeUpdate: true };

  test(`a reader during a replacement gets all of the new content${list ? ", in a list too" : ""}`, async () => {
    const w = await worldWithDisturbedReaders(3, (it, nth) =>
      it.ok("/v2/crdt/update", { ...title, data: `${nth}${after}` }),
    );
    const { data } = await w.ok("/v2/crdt/get", request);
    expect(data[0].data).toBe(`3${after}`);
    const client = new Y.Doc();
    join(client, data[0]);
    expect(seenBy(client, "text", "content")).toBe(data[0].data);
  });

  test(`a reader during a deletion gets nothing${list ? ", in a list too" : ""}`, async () => {
    const w = await worldWithDisturbedReaders(1, (it) => it.ok("/v2/crdt/delete", plan));
    expect((await w.ok("/v2/crdt/get", request)).data).toStrictEqual([]);
  });
}

test("a reader of content that is replaced again and again gets an error that tells it to retry", async () => {
  const w = await worldWithDisturbedReaders(5, (it, nth) =>
    it.ok("/v2/crdt/update", { ...title, data: `${nth}${after}` }),
  );
  const error = await w.fails("/v2/crdt/get", { ...plan, editorId: "title" });
  expect([error.status, error.headers["retry-after"]]).toStrictEqual(["ABORTED", "1"]);
});

test("large content for a document that is deleted meanwhile leaves nothing behind", async () => {
  const statuses: number[] = [];
  for (let point = 1; ; point++) {
    let transactionsLeft = Number.POSITIVE_INFINITY;
    const w: World = await worldWithPlan({
      wrapStore: (store) =>
        interrupted(store, async (name) => {
          if (name !== "transact" || transactionsLeft-- !== 0) return;
          await w.ok("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["plan"] });
        }),
    });
    transactionsLeft = point;
    const { status } = await w.request("/v2/crdt/add", { ...title, data: before });
    await w.drain();
    if (transactionsLeft >= 0) break;
    expect(await storedChunks(w)).toStrictEqual([]);
    expect(await w.context.store.get(editorInStore(w, "title"))).toBeUndefined();
    expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
    statuses.push(status);
  }
  // Deleted before the claim, before each of the two commits with chunks, before these become current, and after that.
  expect(statuses.slice(0, 5)).toStrictEqual([404, 404, 404, 404, 200]);
});

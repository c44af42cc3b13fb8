import { existsSync, readdirSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { expect, test } from "@jest/globals";
import * as Y from "yjs";
import { join, plan, readEditor, seenBy, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { itemsAtTheBeginning, lineOfItems } from "#testing/fixtures/crdt/hostile-updates";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { expectWithContext } from "#testing/harness/jest/context";
import { testUnless } from "#testing/harness/jest/skip";
import { type CrdtWriting, writeCrdt } from "./domain/crdt/writing.ts";
import type { FoldedState } from "./domain/crdt/yjs-state.ts";
import { HeavyReads } from "./heavy-reads.ts";
import { type HeavyTaskName, HeavyWork } from "./heavy-work.ts";

const long = "long ".repeat(100);
const contents = {
  text: [`first é😀 ${long}`, `second ${long}`],
  map: [
    { a: [1, { constructor: 1 }], b: null, long },
    { a: [1], c: long },
  ],
  array: [
    [1, null, { x: long }],
    [[], 2, long],
  ],
  xml: [`<p a="1">${long}</p>`, `<p a="2">${long}<q/></p>`],
} as const;
const types = Object.keys(contents) as (keyof typeof contents)[];

/** Worlds that do the same work: one in this thread and, for 100 bytes or more, one in another thread. */
async function bothWorlds(heavyWork: HeavyWork) {
  return [await worldWithPlan(), await worldWithPlan({ heavyWork })] as const;
}

test("large content is written and read in another thread with the same result as in this one", async () => {
  const heavyWork = new HeavyWork(100);
  onTestFinished(() => heavyWork.close());
  for (const w of await bothWorlds(heavyWork))
    for (const type of types) {
      const editor = { ...plan, editorId: type };
      const [first, second] = contents[type];
      await w.ok("/v2/crdt/add", { ...editor, type, data: first });
      const client = new Y.Doc();
      join(client, await readEditor(w, type));
      await w.ok("/v2/crdt/update", { ...editor, type, data: second });
      const storedEditor = await readEditor(w, type);
      expect(storedEditor.data).toStrictEqual(second);
      expect(Object.keys(storedEditor)).toStrictEqual([
        ...["data", "id", "type", "contentKey", "lastUpdate", "lastUpdatedBy", "sessionId", "update"],
      ]);
      join(client, storedEditor);
      const fresh = new Y.Doc();
      join(fresh, storedEditor);
      expect(seenBy(client, type, "content")).toStrictEqual(seenBy(fresh, type, "content"));
      if (type !== "xml") expect(seenBy(fresh, type, "content")).toStrictEqual(second);
    }
});

test("short XML with many elements or attributes is written in another thread, where it blocks nobody", async () => {
  const tasks: HeavyTaskName[] = [];
  class RecordedWork extends HeavyWork {
    override run<Result>(name: HeavyTaskName, input: object): Promise<Result> {
      tasks.push(name);
      return super.run(name, input);
    }
  }
  const heavyWork = new RecordedWork();
  onTestFinished(() => heavyWork.close());
  const w = await worldWithPlan({ heavyWork });
  const attributes = Array.from({ length: 5000 }, (_, i) => `k${i}="1"`).join(" ");
  const contentOf = { elements: "<a/>".repeat(5000), attributes: `<a ${attributes}/>` };
  for (const [editorId, data] of Object.entries(contentOf)) {
    await w.ok("/v2/crdt/add", { ...plan, editorId, type: "xml", data });
    expect(tasks.splice(0)).toStrictEqual(["writeCrdt"]);
    expect((await readEditor(w, editorId)).data).toBe(data);
  }
  await w.ok("/v2/crdt/add", {
    ...plan,
    editorId: "words",
    type: "xml",
    data: `<p a="1">${"long ".repeat(20_000)}</p>`,
  });
  await w.ok("/v2/crdt/add", { ...plan, editorId: "text", type: "text", data: "<a/>".repeat(5000) });
  expect(tasks).toStrictEqual([]);
});

test("a Yjs document that another thread builds is the same, byte for byte", async () => {
  const heavyWork = new HeavyWork(0);
  onTestFinished(() => heavyWork.close());
  for (const type of types) {
    const [first, second] = contents[type].map((data) => JSON.stringify(data)) as [string, string];
    const adding: CrdtWriting = { type, contentKey: "content", client: 7, text: first };
    const added = await heavyWork.run<string>("writeCrdt", adding);
    expect(added).toBe(writeCrdt(adding));
    const updating = { ...adding, text: second, before: added };
    const inParts = { ...updating, before: [added.slice(0, 9), added.slice(9)] };
    for (const input of [updating, inParts]) expect(await heavyWork.run("writeCrdt", input)).toBe(writeCrdt(updating));
  }
});

test("an error in another thread has the same message, and fails no other work", async () => {
  const heavyWork = new HeavyWork(100);
  onTestFinished(() => heavyWork.close());
  const [here, there] = await bothWorlds(heavyWork);
  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const body = (data: string) => `{"data":{"organizationId":"acme","documentId":"plan","editorId":"e",${data}}}`;
  const padding = " ".repeat(200);
  const bodies = [
    ...[`{"data":${padding}`, `[${padding}]`, `{"data":1,"more":"${long}"}`, body(`"__proto__":"${long}"`)],
    ...[body(`"type":"array","data":${nested(101)}`), body(`"type":"array","data":${nested(501)}`)],
    ...[body(`"type":"map","data":"${long}"`), body(`"data":"${long}"`), body(`"type":"text"${padding}`)],
    ...[body(`"type":"text","data":"\\ud83d${long}"`), body(`"type":"xml","data":"<p>${long}</q>"`)],
    ...[body(`"type":"text","data":null${padding}`), `{"data":[${padding}]}`, `{"data":{"data":"${long}"}}`],
  ];
  for (const raw of bodies) {
    const [expected, answer] = await Promise.all([here, there].map((w) => w.request("/v2/crdt/add", {}, { raw })));
    expectWithContext(expected?.status, raw).not.toBe(200);
    expect([answer?.status, answer?.body]).toStrictEqual([expected?.status, expected?.body]);
  }
  await there.ok("/v2/crdt/add", { ...plan, editorId: "e", type: "text", data: long });
});

// A process that already has the lowest priority can't have threads with a lower one.
testUnless(!existsSync("/proc/thread-self") || getPriority() === constants.priority.PRIORITY_LOW)(
  "a thread of the pool yields to the event loop if both need the same processor",
  async () => {
    const heavyWork = new HeavyWork(0);
    onTestFinished(() => heavyWork.close());
    const input = { type: "text", contentKey: "content", client: 7, text: JSON.stringify("short") };
    const before = threadsBehind();
    await heavyWork.run("writeCrdt", input);
    expect(threadsBehind()).toBe(before + 1);
  },
);

/** Number of threads of this process with a lower priority than the process itself. */
function threadsBehind(): number {
  return readdirSync("/proc/self/task").filter((thread) => getPriority(Number(thread)) > getPriority()).length;
}

test("content that needs more memory than a thread may use is refused, and the work waiting behind it is done", async () => {
  const heavyWork = new HeavyWork(0, { maxOldGenerationSizeMb: 30, maxYoungGenerationSizeMb: 8 });
  onTestFinished(() => heavyWork.close());
  const entries = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [i, i])));
  const write = (count: number) =>
    heavyWork.run<string>("writeCrdt", { type: "map", contentKey: "content", client: 7, text: entries(count) });
  const [tooMuch, ...others] = await Promise.allSettled([write(100_000), write(10), write(20), write(30)]);
  expect(tooMuch).toMatchObject({
    status: "rejected",
    reason: { code: "INVALID_ARGUMENT", message: "The content takes more memory than one call may use." },
  });
  expect(others.map(({ status }) => status)).toStrictEqual(["fulfilled", "fulfilled", "fulfilled"]);
});

test("work that takes a thread longer than its time limit is refused, and the work waiting behind it is done", async () => {
  let limits: (() => void)[] = [];
  const timer = (ms: number, run: () => void) => {
    expect(ms).toBe(60_000);
    limits.push(run);
    return () => {
      limits = limits.filter((one) => one !== run);
    };
  };
  const heavyWork = new HeavyWork(0, undefined, timer);
  onTestFinished(() => heavyWork.close());
  const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  const fold = (base: string) =>
    heavyWork.run<FoldedState>("foldState", { type: "text", contentKey: "content", base, log: "" });
  // Starts the thread.
  await fold(toBase64(lineOfItems(1)));
  // Yjs needs many minutes for the first one.
  const states = [Y.mergeUpdates([lineOfItems(60_000), itemsAtTheBeginning(60_000)]), lineOfItems(5), lineOfItems(6)];
  const outcomes = Promise.allSettled(states.map(toBase64).map(fold));
  while (limits.length === 0) await new Promise(setImmediate);
  limits[0]?.();
  const [tooLong, ...others] = await outcomes;
  expect(tooLong).toMatchObject({
    status: "rejected",
    reason: { code: "DEADLINE_EXCEEDED", message: "The content takes longer to process than one call may take." },
  });
  expect(others).toMatchObject([{ value: { content: '"aaaaa"' } }, { value: { content: '"aaaaaa"' } }]);
  expect(limits).toStrictEqual([]);
});

test("heavy reads run a few at once, API keys that wait take turns, and a failure makes room like a success", async () => {
  const reads = new HeavyReads(1, 4);
  const order: string[] = [];
  const read = (apiKeyId: string, nth: number) =>
    reads.run(apiKeyId, async () => {
      order.push(`${apiKeyId}${nth}`);
      await new Promise(setImmediate);
      if (nth === 2) throw new Error("a failure");
    });
  const all = [read("a", 1), read("a", 2), read("a", 3), read("a", 4), read("b", 1)];
  await expect(read("b", 9)).rejects.toMatchObject({ code: "UNAVAILABLE", extras: { retryAfter: 2 } });
  const outcomes = await Promise.allSettled(all);
  expect(outcomes.map(({ status }) => status === "fulfilled")).toStrictEqual([true, false, true, true, true]);
  expect(order).toStrictEqual(["a1", "a2", "b1", "a3", "a4"]);
  await read("b", 1);
});

test("a read takes a turn only once it turns out to be heavy, and gives it back", async () => {
  const reads = new HeavyReads(1, 0);
  const light = () => reads.runOnceHeavy("a", async () => "light");
  const gate = Promise.withResolvers<void>();
  const heavy = reads.runOnceHeavy("a", async (begin) => {
    await begin();
    await begin();
    return gate.promise;
  });
  expect(await Promise.all([light(), light()])).toStrictEqual(["light", "light"]);
  await expect(reads.runOnceHeavy("b", (begin) => begin())).rejects.toMatchObject({ code: "UNAVAILABLE" });
  gate.resolve();
  await heavy;
  await reads.run("b", async () => "there is room again");
});

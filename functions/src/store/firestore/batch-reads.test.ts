import assert from "node:assert/strict";
import { test } from "node:test";
import type { DocumentReference, DocumentSnapshot } from "firebase-admin/firestore";
import { gathered } from "./batch-reads.ts";

/** References are their names here, and a snapshot is what was asked for. */
function recording(answer: (names: string[]) => Promise<string[]>, most = 100) {
  const requests: string[][] = [];
  const getAll = gathered(async (...refs) => {
    const names = refs as unknown as string[];
    requests.push(names);
    return (await answer(names)) as unknown as DocumentSnapshot[];
  }, most);
  const ask = (...names: string[]) =>
    getAll(...(names as unknown as DocumentReference[])) as unknown as Promise<string[]>;
  return { requests, ask };
}

const found = async (names: string[]) => names.map((name) => `${name}!`);

test("reads asked for together are one request, and each gets its own", async () => {
  const { requests, ask } = recording(found);
  assert.deepEqual(await Promise.all([ask("a", "b"), ask("c"), ask("a")]), [["a!", "b!"], ["c!"], ["a!"]]);
  assert.deepEqual(requests, [["a", "b", "c", "a"]]);
});

test("what is asked for after an answer is a request of its own", async () => {
  const { requests, ask } = recording(found);
  await ask("a");
  await ask("b");
  assert.deepEqual(requests, [["a"], ["b"]]);
});

test("no request names more documents than it may", async () => {
  const { requests, ask } = recording(found, 3);
  assert.deepEqual(await Promise.all([ask("a", "b"), ask("c", "d"), ask("e")]), [["a!", "b!"], ["c!", "d!"], ["e!"]]);
  assert.deepEqual(requests, [
    ["a", "b"],
    ["c", "d", "e"],
  ]);
});

test("a failure is everybody's who asked, and nobody's after it", async () => {
  let fails = true;
  const { ask } = recording(async (names) => {
    if (fails) throw new Error("unavailable");
    return found(names);
  });
  const outcomes = await Promise.allSettled([ask("a"), ask("b")]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  fails = false;
  assert.deepEqual(await ask("a"), ["a!"]);
});

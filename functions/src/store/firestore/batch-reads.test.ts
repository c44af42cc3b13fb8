import { expect, test } from "@jest/globals";
import type { DocumentReference, DocumentSnapshot } from "firebase-admin/firestore";
import { batchReads } from "./batch-reads.ts";

/** References are strings here, and a snapshot is the requested name. */
function recording(answer: (names: string[]) => Promise<string[]>, most = 100) {
  const requests: string[][] = [];
  const getAll = batchReads(async (...refs) => {
    const names = refs as unknown as string[];
    requests.push(names);
    return (await answer(names)) as unknown as DocumentSnapshot[];
  }, most);
  const ask = (...names: string[]) =>
    getAll(...(names as unknown as DocumentReference[])) as unknown as Promise<string[]>;
  return { requests, ask };
}

const snapshotsOf = async (names: string[]) => names.map((name) => `${name}!`);

test("concurrent reads share one request, and each gets its own documents", async () => {
  const { requests, ask } = recording(snapshotsOf);
  expect(await Promise.all([ask("a", "b"), ask("c"), ask("a")])).toStrictEqual([["a!", "b!"], ["c!"], ["a!"]]);
  expect(requests).toStrictEqual([["a", "b", "c", "a"]]);
});

test("a read after a reply is a request of its own", async () => {
  const { requests, ask } = recording(snapshotsOf);
  await ask("a");
  await ask("b");
  expect(requests).toStrictEqual([["a"], ["b"]]);
});

test("no request names more documents than the limit", async () => {
  const { requests, ask } = recording(snapshotsOf, 3);
  expect(await Promise.all([ask("a", "b"), ask("c", "d"), ask("e")])).toStrictEqual([
    ["a!", "b!"],
    ["c!", "d!"],
    ["e!"],
  ]);
  expect(requests).toStrictEqual([
    ["a", "b"],
    ["c", "d", "e"],
  ]);
});

test("a failure reaches every waiting caller, and no later one", async () => {
  let fails = true;
  const { ask } = recording(async (names) => {
    if (fails) throw new Error("unavailable");
    return snapshotsOf(names);
  });
  const outcomes = await Promise.allSettled([ask("a"), ask("b")]);
  expect(outcomes.map(({ status }) => status)).toStrictEqual(["rejected", "rejected"]);
  fails = false;
  expect(await ask("a")).toStrictEqual(["a!"]);
});

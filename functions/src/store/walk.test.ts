import { expect, test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import { dumpBelow } from "#testing/harness/store/store-dump";
import { openTestStore, stride } from "#testing/harness/store/test-store";
import type { Store, Write } from "./port.ts";
import { pagesBelow } from "./walk.ts";

const root = "apiKeys/k/organizations/o";

async function filledStore(): Promise<Store> {
  const store = await openTestStore();
  const paths: string[] = [];
  for (let i = 0; i < 120; i++) paths.push(`${root}/users/u${i}`);
  for (let i = 0; i < 110; i++) {
    paths.push(`${root}/documents/d${i}`);
    if (i % 7 === 0) paths.push(`${root}/documents/d${i}/users/u`, `${root}/documents/d${i}/liveState/s`);
    if (i % 50 === 0) paths.push(`${root}/documents/d${i}/crdt/e`, `${root}/documents/d${i}/crdt/e/chunks/c`);
  }
  for (let i = 0; i < 51; i++) paths.push(`${root}/activities/a${i}`);
  const beside = ["apiKeys/k/organizations/n/users/u", "apiKeys/k/organizations/oo/users/u"];
  const writes = [root, ...paths, ...beside].map((path): Write => ({ op: "set", path, data: {} }));
  await store.bulk(writes);
  return store;
}

test("a walk yields everything below a document once and nothing else, at most 50 documents at a time", async () => {
  const store = await filledStore();
  const walked: string[] = [];
  for await (const { docs } of pagesBelow(store, root)) {
    expect(docs.length).toBeLessThanOrEqual(50);
    walked.push(...docs.map(({ path }) => path));
  }
  const expected = Object.keys(await dumpBelow(store, root)).filter((path) => path !== root);
  expect(walked.sort()).toStrictEqual(expected.sort());
});

test("a walk that resumes at any position yields everything that the first one has not yielded", async () => {
  const store = await filledStore();
  const expected = Object.keys(await dumpBelow(store, root)).filter((path) => path !== root);
  const done = new Set<string>();
  let pages = 0;
  for await (const { docs, position } of pagesBelow(store, root)) {
    for (const { path } of docs) done.add(path);
    if (pages++ % stride > 0) continue;
    const rest: string[] = [];
    for await (const page of pagesBelow(store, root, position)) rest.push(...page.docs.map(({ path }) => path));
    expectWithContext(new Set(rest).size, "a document came twice").toBe(rest.length);
    expect([...new Set([...done, ...rest])].sort()).toStrictEqual(expected.sort());
  }
});

test("a walk resumes after a document that was deleted meanwhile", async () => {
  const store = await filledStore();
  const position = `${root}/users/u5`;
  await store.commit([{ op: "delete", path: position }]);
  const [first] = await Array.fromAsync(pagesBelow(store, root, position));
  expect(first?.docs[0]?.path).toBe(`${root}/users/u50`);
});

import { expect, test } from "@jest/globals";
import { foldersOf } from "#domain/documents/store/folders";
import { addFolders, assertTreeHolds, organizationOf, storedFolders } from "#testing/fixtures/documents/folder-tree";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { expectWithContext } from "#testing/harness/jest/context";
import { tries } from "#testing/harness/store/test-store";
import { START, type World, world } from "#testing/harness/world";

const path = "/v2/organizations/folders/update";

/** a > b > c, d (restricted) > e */
async function worldWithFolders(): Promise<World> {
  const w = await world();
  await addFolders(w, [
    { folderId: "a" },
    { folderId: "b", parentFolderId: "a" },
    { folderId: "c", parentFolderId: "b" },
    { folderId: "d", accessType: "restricted" },
    { folderId: "e", parentFolderId: "d" },
  ]);
  return w;
}

const update = (w: World, ...folders: object[]) => w.ok(path, { organizationId: "acme", folders });
const move = (w: World, folderId: string, parentFolderId: string) => update(w, { folderId, parentFolderId });

test("a folder is renamed, and nothing else of it changes", async () => {
  const w = await worldWithFolders();
  const before = await storedFolders(w.context.store, organizationOf(w));
  w.advance(5000);
  const { message, data } = await update(w, { folderId: "b", folderName: "Bees" });
  expect(message).toBe("Folder Updated successfully.");
  expect(data).toStrictEqual({ b: { success: true, id: "b", message: "Folder Updated." } });
  before.set("b", { ...(before.get("b") as object), folderName: "Bees", lastUpdated: START + 5000 } as never);
  expect(await storedFolders(w.context.store, organizationOf(w))).toStrictEqual(before);
});

test("a move takes the whole subtree along: ancestors and access types are updated", async () => {
  const w = await worldWithFolders();
  await update(w, { folderId: "b", folderName: "Bees", parentFolderId: "e" });
  const folders = await assertTreeHolds(w.context.store, organizationOf(w));
  expect(folders.get("c")?.ancestors).toStrictEqual(["root", "d", "e", "b"]);
  expect([folders.get("b")?.folderName, folders.get("c")?.accessType]).toStrictEqual(["Bees", "restricted"]);
  await move(w, "b", "root");
  const after = await assertTreeHolds(w.context.store, organizationOf(w));
  expect([after.get("c")?.ancestors, after.get("c")?.accessType]).toStrictEqual([["root", "b"], null]);
});

test("a folder with its own access type keeps it when it moves", async () => {
  const w = await worldWithFolders();
  await move(w, "a", "e");
  await move(w, "d", "root");
  await addFolders(w, [{ folderId: "f", accessType: "public", parentFolderId: "c" }]);
  await move(w, "f", "d");
  expect((await assertTreeHolds(w.context.store, organizationOf(w))).get("f")?.accessType).toBe("public");
});

test("an invalid change fails on its own, with its reason", async () => {
  const w = await worldWithFolders();
  const before = await storedFolders(w.context.store, organizationOf(w));
  const { data } = await update(
    w,
    { folderId: "nothing", folderName: "N" },
    { folderId: "a", parentFolderId: "c" },
    { folderId: "b", parentFolderId: "b" },
    { folderId: "c", folderName: "C", parentFolderId: "nowhere" },
    { folderId: "e", parentFolderId: "e2" },
    { folderId: "d", folderName: "Done" },
  );
  const circle = "A folder cannot be moved into itself or one of its sub-folders.";
  expect(data).toStrictEqual({
    nothing: { success: false, id: "nothing", message: "Folder does not exist.", code: "not-found" },
    a: { success: false, id: "a", message: circle, code: "failed-precondition" },
    b: { success: false, id: "b", message: circle, code: "failed-precondition" },
    c: { success: false, id: "c", message: "Parent folder does not exist.", code: "not-found" },
    e: { success: false, id: "e", message: "Parent folder does not exist.", code: "not-found" },
    d: { success: true, id: "d", message: "Folder Updated." },
  });
  before.set("d", { ...(before.get("d") as object), folderName: "Done" } as never);
  expect(await storedFolders(w.context.store, organizationOf(w))).toStrictEqual(before);
});

test("the moves of one call are made in their order", async () => {
  const w = await worldWithFolders();
  const { data } = await update(
    w,
    { folderId: "c", parentFolderId: "root" },
    { folderId: "a", parentFolderId: "c" },
    { folderId: "e", parentFolderId: "b" },
    { folderId: "d", parentFolderId: "e" },
    { folderId: "b", parentFolderId: "d" },
  );
  const successes = Object.values(data).map((item) => (item as { success: boolean }).success);
  expect(successes).toStrictEqual([true, true, true, true, false]);
  const folders = await assertTreeHolds(w.context.store, organizationOf(w));
  expect(folders.get("d")?.ancestors).toStrictEqual(["root", "c", "a", "b", "e"]);
});

test("a move that would exceed a hundred levels is refused, also when a large subtree is below", async () => {
  const w = await world();
  const line = Array.from({ length: 97 }, (_, i) => ({
    folderId: `n${i + 1}`,
    parentFolderId: i === 0 ? "root" : `n${i}`,
  }));
  const wide = Array.from({ length: 250 }, (_, i) => ({ folderId: `w${i}`, parentFolderId: "y" }));
  await addFolders(w, [...line, { folderId: "x" }, { folderId: "y", parentFolderId: "x" }, ...wide]);
  const message = "Folders must not nest more than 100 levels deep.";
  await addFolders(w, [{ folderId: "z", parentFolderId: "w7" }]);
  expect((await move(w, "x", "n97")).data.x.message).toBe(message);
  expect((await move(w, "x", "n96")).data.x.message).toBe("Folder Updated.");
  await w.drain();
  expect((await assertTreeHolds(w.context.store, organizationOf(w))).get("z")?.ancestors.length).toBe(100);
});

test("a missing organization is NOT_FOUND, and a repeated folder is refused", async () => {
  const w = await world();
  const folders = [{ folderId: "a", folderName: "A" }];
  const error = await w.fails(path, { organizationId: "acme", folders });
  expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
  const twice = await w.fails(path, { organizationId: "acme", folders: [...folders, ...folders] });
  expect(twice.message).toBe('data.folders names "a" more than once.');
});

test("of two concurrent moves that together would form a cycle exactly one is made, however large the subtrees", async () => {
  for (const below of [0, 250])
    for (const [first, second] of [
      [
        ["a", "d"],
        ["d", "a"],
      ],
      [
        ["a", "e"],
        ["d", "c"],
      ],
    ] as const) {
      const w = await worldWithFolders();
      const many = Array.from({ length: 2 * below }, (_, i) => ({
        folderId: `f${i}`,
        parentFolderId: i % 2 ? "a" : "d",
      }));
      await addFolders(w, many);
      const replies = await Promise.all([move(w, first[0], first[1]), move(w, second[0], second[1])]);
      const outcomes = replies.flatMap(({ data }) => Object.values(data) as { success: boolean; code?: string }[]);
      expect(outcomes.map(({ success }) => success).sort()).toStrictEqual([false, true]);
      expect(outcomes.find(({ success }) => !success)?.code).toBe("failed-precondition");
      await w.drain();
      await assertTreeHolds(w.context.store, organizationOf(w));
    }
});

/** Pseudo-random numbers that are the same in every run (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

for (const seed of [1, 2, 3])
  test(`many concurrent moves, of large subtrees too, leave a tree that agrees with its pointers (${seed})`, async () => {
    const w = await world();
    const organization = organizationOf(w);
    const next = numbers(seed);
    const folders = Array.from({ length: 600 }, (_, i) => {
      const parentFolderId = i < 4 ? "root" : `f${next(Math.min(i, 60))}`;
      return { folderId: `f${i}`, parentFolderId, ...(next(20) === 0 && { accessType: "restricted" }) };
    });
    await addFolders(w, folders);
    let moved = 0;
    for (let round = 0; round < 10; round++) {
      const request = () => ({ folderId: `f${next(60)}`, parentFolderId: next(8) === 0 ? "root" : `f${next(600)}` });
      const moves = Array.from({ length: tries(12) }, () => ({ organizationId: "acme", folders: [request()] }));
      const answers = await Promise.all(moves.map((data) => w.request(path, data)));
      // Under too much contention calls are told to retry, and no other error occurs.
      for (const { status } of answers)
        expectWithContext(status === 200 || status === 409, `status ${status}`).toBe(true);
      const items = answers.flatMap(({ body }) => Object.values(body.result?.data ?? {}) as { success: boolean }[]);
      moved += items.filter(({ success }) => success).length;
    }
    await w.drain();
    expect(w.logged.filter(({ message }) => message.startsWith("task failed")).length).toBe(0);
    expect((await assertTreeHolds(w.context.store, organization)).size).toBe(600);
    expectWithContext(moved, `only ${moved} moves were made`).toBeGreaterThan(tries(40));
  });

const MANY = tries(10_000);

test(`${MANY} sub-folders move with their parent`, async () => {
  const w = await world();
  const below = Array.from({ length: MANY }, (_, i) => ({
    folderId: `f${i}`,
    parentFolderId: i < 100 ? "big" : `f${Math.floor(i / 10)}`,
  }));
  await addFolders(w, [{ folderId: "big" }, { folderId: "home", accessType: "restricted" }, ...below]);
  expect((await move(w, "big", "home")).data.big).toStrictEqual({
    success: true,
    id: "big",
    message: "Folder Updated.",
  });
  await w.drain();
  const folders = await assertTreeHolds(w.context.store, organizationOf(w));
  expect(folders.get("f999")?.ancestors).toStrictEqual(["root", "home", "big", "f99"]);
  expect(folders.get(`f${MANY - 1}`)?.accessType).toBe("restricted");
  expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
  expect(await w.context.store.count({ collection: foldersOf(organizationOf(w)) })).toBe(MANY + 2);
});

test("a new name and a new parent emit events, and neither descendants nor unchanged folders do", async () => {
  const w = await worldWithFolders();
  await addEndpoint(w, "all");
  await update(w, { folderId: "a", folderName: "a", parentFolderId: "root" }, { folderId: "nothing", folderName: "N" });
  expect(await eventsSent(w)).toStrictEqual([]);
  const b = { organizationId: "acme", folderId: "b", folderName: "b", parentFolderId: "d", accessType: null };
  await move(w, "b", "d");
  expect(await eventsSent(w)).toStrictEqual([["folder.move", b]]);
  await update(w, { folderId: "b", folderName: "Bees" });
  expect(await eventsSent(w)).toStrictEqual([["folder.update", { ...b, folderName: "Bees" }]]);
  await update(w, { folderId: "b", folderName: "B", parentFolderId: "root" }, { folderId: "d", parentFolderId: "e" });
  const both = { ...b, folderName: "B", parentFolderId: "root" };
  expect(await eventsSent(w)).toStrictEqual([
    ["folder.move", both],
    ["folder.update", both],
  ]);
});

test("null removes the name and moves the folder to the top level; a null access type makes it inherit", async () => {
  const w = await world();
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  const folders = [
    { folderId: "designs" },
    { folderId: "logos", folderName: "Logos", parentFolderId: "designs", accessType: "restricted" },
  ];
  await w.ok("/v2/organizations/folders/add", { organizationId: "acme", folders });
  const change = { folderId: "logos", folderName: null, parentFolderId: null };
  await w.ok("/v2/organizations/folders/update", { organizationId: "acme", folders: [change] });
  const access = { organizationId: "acme", folderIds: ["logos"], accessType: null };
  await w.ok("/v2/organizations/folders/access/update", access);
  const { data } = await w.ok("/v2/organizations/folders/get", { organizationId: "acme", folderId: "logos" });
  expect(data[0]).toMatchObject({ folderName: "logos", parentFolderId: "root", inheritAccessFromParent: true });
});

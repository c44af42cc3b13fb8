import { expect, test } from "@jest/globals";
import { addFolders } from "#testing/fixtures/documents/folder-tree";
import { secondProcess } from "#testing/harness/processes/second-process";
import { testFirestoreStore } from "#testing/harness/store/test-store";
import { twoConnections } from "#testing/harness/store/two-connections";
import { quietStreamWorld, type StreamWorld } from "#testing/harness/streams";
import type { World, WorldOptions } from "#testing/harness/world";

async function restrict(w: World): Promise<void> {
  const documents = [{ documentId: "homepage", accessType: "restricted" }];
  await w.ok("/v2/organizations/documents/update", { organizationId: "acme", documents });
}

const restrictFolder = (w: World, folderId: string, accessType = "restricted") =>
  w.ok("/v2/organizations/folders/access/update", { organizationId: "acme", folderIds: [folderId], accessType });

const changeFolder = async (w: World, folderId: string, change: object) => {
  const folders = [{ folderId, ...change }];
  const { data } = await w.ok("/v2/organizations/folders/update", { organizationId: "acme", folders });
  expect(data[folderId].success).toBe(true);
};

const moveHomepage = (w: World, folderId: string) =>
  w.ok("/v2/organizations/documents/move", { organizationId: "acme", documentIds: ["homepage"], folderId });

/** Each way in which a folder can end the access of `ada` to a document in `inner`, in the folder `outer`. */
const folderWays: [name: string, end: (w: World) => Promise<unknown>, reason: string][] = [
  ["its folder is restricted", (w) => restrictFolder(w, "inner"), "access_ended"],
  ["a folder further above is restricted", (w) => restrictFolder(w, "outer"), "access_ended"],
  [
    "its folder is moved below a restricted one",
    (w) => changeFolder(w, "inner", { parentFolderId: "secret" }),
    "access_ended",
  ],
  [
    "a folder above it is deleted",
    (w) => w.ok("/v2/organizations/folders/delete", { organizationId: "acme", folderId: "outer" }),
    "document_gone",
  ],
  ["it is moved into a restricted folder", (w) => moveHomepage(w, "secret"), "access_ended"],
];

/** A world with the document in `inner`, in the folder `outer`, beside a restricted folder `secret`. */
async function folderStreamWorld(options?: WorldOptions): Promise<StreamWorld> {
  const s = await quietStreamWorld(options);
  await addFolders(s.w, [
    { folderId: "outer", folderName: "Outer" },
    { folderId: "inner", folderName: "Inner", parentFolderId: "outer" },
    { folderId: "secret", folderName: "Secret", accessType: "restricted" },
  ]);
  await moveHomepage(s.w, "inner");
  return s;
}

for (const [name, end, reason] of folderWays)
  test(`within two seconds a stream ends when ${name}, in another process too`, async () => {
    const s = await folderStreamWorld();
    const client = await s.open("ada");
    await s.pass(5000);
    expect(client.isOver).toBe(false);
    await end(secondProcess(s.w));
    await s.untilOver(client);
    expect(client.events.at(-1)?.data.reason).toBe(reason);
  });

test("after a document has moved, its current folders end its streams, and earlier ones do not", async () => {
  const s = await folderStreamWorld();
  const client = await s.open("ada");
  await changeFolder(s.w, "inner", { parentFolderId: "root" });
  await s.pass(2000);
  await restrictFolder(s.w, "outer");
  await s.pass(2000);
  expect(client.isOver).toBe(false);
  await restrictFolder(s.w, "inner");
  await s.untilOver(client);
  expect(client.events.at(-1)?.data.reason).toBe("access_ended");
});

test("a stream also ends if access ended while it was being opened", async () => {
  const s = await quietStreamWorld();
  const { store } = s.w.context;
  const watch = store.watch.bind(store);
  let restricting: Promise<void> | undefined;
  store.watch = (query, listener) => {
    restricting ??= restrict(s.w);
    return watch(query, listener);
  };
  const client = await s.ask("ada");
  await restricting;
  await s.untilOver(client);
  expect(client.events.at(-1)?.data.reason).toBe("access_ended");
});

test("a change that does not affect access triggers no check", async () => {
  const s = await folderStreamWorld();
  await s.open("ada");
  await s.pass(5000);
  const { store } = s.w.context;
  const other = secondProcess(s.w);
  await other.ok("/v2/organizations/documents/update", {
    organizationId: "acme",
    documents: [{ documentId: "homepage", documentName: "Start" }],
  });
  await changeFolder(other, "outer", { folderName: "Designs" });
  let reads = 0;
  const { getMany } = store;
  store.getMany = (paths: string[]) => {
    reads++;
    return getMany.call(store, paths) as never;
  };
  await s.pass(5000);
  expect(reads).toBe(0);
  await restrictFolder(other, "outer", "public");
  await s.pass(5000);
  expect(reads).toBeGreaterThan(0);
});

test("while nothing changes, checks read only the credentials, and a role that ends still ends the stream", async () => {
  const s = await folderStreamWorld();
  await restrictFolder(s.w, "outer", "restricted");
  const expiresAt = s.w.context.now() / 1000 + 900;
  const resource = { type: "document", id: "homepage", organizationId: "acme", accessRole: "viewer", expiresAt };
  await s.w.ok("/v2/auth/permissions/add", { user: { userId: "ada" }, permissions: { resources: [resource] } });
  const client = await s.open("ada");
  await s.pass(5000);
  const { store } = s.w.context;
  const { getMany } = store;
  let reads = 0;
  store.getMany = (paths: string[]) => {
    reads += paths.length;
    return getMany.call(store, paths) as never;
  };
  await s.pass(600_000);
  expect([reads, client.isOver]).toStrictEqual([0, false]);
  await s.pass(290_000);
  expect(client.isOver).toBe(false);
  await s.pass(10_000);
  expect(client.events.at(-1)?.data.reason).toBe("access_ended");
});

test("over Firestore a stream ends within two seconds, too", async () => {
  const store = await testFirestoreStore();
  const s = await folderStreamWorld({ wrapStore: () => store });
  const client = await s.open("ada");
  await s.pass(5000);
  expect(client.isOver).toBe(false);
  await restrictFolder(secondProcess(s.w), "outer");
  await s.untilOver(client);
  expect(client.events.at(-1)?.data.reason).toBe("access_ended");
});

test("a stream ends just as soon when another process, with its own connection to the data file, ends access", async () => {
  const { store, otherStore, look } = await twoConnections();
  const s = await folderStreamWorld({ wrapStore: () => store });
  const client = await s.open("ada");
  await s.pass(5000);
  const other = secondProcess(s.w, undefined, otherStore);
  await restrictFolder(other, "outer");
  look();
  await s.untilOver(client);
  expect(client.events.at(-1)?.data.reason).toBe("access_ended");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { addFolders, organizationOf, storedFolders } from "#testing/fixtures/documents/folder-tree";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { tries } from "#testing/harness/test-store";
import { type World, world } from "#testing/harness/world";

const path = "/v2/organizations/folders/delete";

/** a > b > c, and d; document in-x in each folder x, and `top` */
async function worldWithFolders(): Promise<World> {
  const w = await world();
  await addFolders(w, [
    { folderId: "a" },
    { folderId: "b", parentFolderId: "a" },
    { folderId: "c", parentFolderId: "b" },
    { folderId: "d" },
  ]);
  for (const folderId of ["a", "b", "c", "d", undefined]) {
    const documents = [{ documentId: folderId ? `in-${folderId}` : "top" }];
    await w.ok("/v2/organizations/documents/add", { organizationId: "acme", folderId, documents });
  }
  return w;
}

async function documentIds(w: World): Promise<string[]> {
  const { docs } = await w.context.store.query({ collection: `${organizationOf(w)}/documents` });
  return docs.map(({ id }) => id);
}

const folderIds = async (w: World) => [...(await storedFolders(w.context.store, organizationOf(w))).keys()];

test("a folder goes with its sub-folders, their documents and all that is below them", async () => {
  const w = await worldWithFolders();
  const users = [{ userId: "ada" }];
  await w.ok("/v2/users/add", { organizationId: "acme", folderId: "c", users });
  await w.ok("/v2/users/add", { organizationId: "acme", documentId: "in-c", users });
  const reply = await w.ok(path, { organizationId: "acme", folderId: "a" });
  assert.deepEqual(reply, { status: "success", message: "Folder deletion initiated successfully.", data: null });
  await w.drain();
  assert.deepEqual(await folderIds(w), ["d"]);
  assert.deepEqual(await documentIds(w), ["in-d", "top"]);
  for (const place of ["folders/c", "documents/in-c"])
    assert.equal(await w.context.store.count({ collection: `${organizationOf(w)}/${place}/users` }), 0);
  assert.equal(await w.context.store.count({ collection: "tasks" }), 0);
});

test("a folder that is not there is NOT_FOUND, and so is one that has been deleted", async () => {
  const w = await worldWithFolders();
  assert.equal((await w.fails(path, { organizationId: "acme", folderId: "x" })).message, "Folder not found.");
  await w.ok(path, { organizationId: "acme", folderId: "d" });
  const again = await w.fails(path, { organizationId: "acme", folderId: "d" });
  assert.deepEqual([again.status, again.message], ["NOT_FOUND", "Folder not found."]);
  const organization = await w.fails(path, { organizationId: "nobody", folderId: "d" });
  assert.equal(organization.message, "Organization does not exist.");
});

test("a folder whose deletion has begun is gone for every caller, and nothing enters it", async () => {
  const w = await worldWithFolders();
  await w.context.store.commit([{ op: "update", path: `${organizationOf(w)}/folders/a`, data: { deleting: true } }]);
  const ask = (endpoint: string, data: object) =>
    w.request(`/v2/organizations/${endpoint}`, { organizationId: "acme", ...data });
  const messages = async (endpoint: string, data: object) => {
    const { body } = await ask(endpoint, data);
    return body.error?.message ?? (Object.values(body.result.data)[0] as { message: string }).message;
  };
  assert.equal(await messages("folders/get", { folderId: "a" }), "Folder does not exist.");
  assert.equal(await messages("documents/get", { folderId: "a" }), "Folder does not exist.");
  assert.equal(
    await messages("folders/update", { folders: [{ folderId: "a", folderName: "A" }] }),
    "Folder does not exist.",
  );
  assert.equal(
    await messages("folders/update", { folders: [{ folderId: "d", parentFolderId: "c" }] }),
    "Parent folder does not exist.",
  );
  assert.equal(
    await messages("folders/add", { folders: [{ folderId: "n", parentFolderId: "a" }] }),
    "Parent folder does not exist.",
  );
  assert.equal(
    await messages("documents/add", { folderId: "a", documents: [{ documentId: "n" }] }),
    "Folder does not exist.",
  );
  assert.equal(await messages("documents/move", { documentIds: ["top"], folderId: "a" }), "Folder does not exist.");
  const { data } = await w.ok("/v2/organizations/folders/add", {
    organizationId: "acme",
    folders: [{ folderId: "a" }],
  });
  assert.equal(data.a.code, "aborted");
  const listed = await w.ok("/v2/organizations/folders/get", { organizationId: "acme" });
  assert.deepEqual(
    listed.data.map(({ folderId }: { folderId: string }) => folderId),
    ["b", "c", "d"],
  );
});

test("the same folder deleted twice at once is deleted once, and can be made anew", async () => {
  const w = await worldWithFolders();
  const answers = await Promise.all([1, 2, 3].map(() => w.request(path, { organizationId: "acme", folderId: "a" })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404]);
  await w.drain();
  await addFolders(w, [{ folderId: "a" }]);
  assert.deepEqual(await folderIds(w), ["a", "d"]);
});

test("what moves in or out while a folder is deleted is either whole or gone", async () => {
  for (let round = 0; round < tries(8); round++) {
    const w = await worldWithFolders();
    const many = Array.from({ length: 40 }, (_, i) => ({ folderId: `f${i}`, parentFolderId: i ? `f${i >> 1}` : "c" }));
    await addFolders(w, many);
    const update = (folderId: string, parentFolderId: string) =>
      w.request("/v2/organizations/folders/update", {
        organizationId: "acme",
        folders: [{ folderId, parentFolderId }],
      });
    const moveDocument = (documentId: string, folderId: string) =>
      w.request("/v2/organizations/documents/move", { organizationId: "acme", documentIds: [documentId], folderId });
    await Promise.all([
      update(`f${round}`, "d"),
      w.request(path, { organizationId: "acme", folderId: "a" }),
      update("d", `f${round + 20}`),
      moveDocument("in-c", "d"),
      moveDocument("top", `f${round + 3}`),
      w.request("/v2/organizations/folders/add", {
        organizationId: "acme",
        folders: [{ folderId: "late", parentFolderId: `f${round + 30}` }],
      }),
    ]);
    await w.drain();
    const folders = await storedFolders(w.context.store, organizationOf(w));
    for (const [id, { parentFolderId, deleting }] of folders) {
      assert.ok(parentFolderId === "root" || folders.has(parentFolderId), `${id} is an orphan`);
      assert.equal(deleting, undefined);
    }
    const { docs } = await w.context.store.query({ collection: `${organizationOf(w)}/documents` });
    for (const { id, data } of docs) {
      assert.ok(data.folderId === undefined || folders.has(String(data.folderId)), `document ${id} is an orphan`);
      assert.equal(data.deleting, undefined);
    }
    assert.equal(folders.has("a"), false);
  }
});

test("it tells of the folder that it deletes, once, and not of what lies in it", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "a" }, { folderId: "b", parentFolderId: "a" }]);
  await addDocuments(w, ["home"], "b");
  await addEndpoint(w, "all");
  const request = { organizationId: "acme", folderId: "a" };
  await w.ok(path, request);
  await w.fails(path, request);
  assert.deepEqual(await eventsSent(w), [["folder.delete", request]]);
});

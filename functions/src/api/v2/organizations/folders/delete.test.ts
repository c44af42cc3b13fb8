import { expect, test } from "@jest/globals";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { addFolders, organizationOf, storedFolders } from "#testing/fixtures/documents/folder-tree";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { expectWithContext } from "#testing/harness/jest/context";
import { tries } from "#testing/harness/store/test-store";
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

test("a folder is deleted with its sub-folders, their documents and everything below them", async () => {
  const w = await worldWithFolders();
  const users = [{ userId: "ada" }];
  await w.ok("/v2/users/add", { organizationId: "acme", folderId: "c", users });
  await w.ok("/v2/users/add", { organizationId: "acme", documentId: "in-c", users });
  const reply = await w.ok(path, { organizationId: "acme", folderId: "a" });
  expect(reply).toStrictEqual({ status: "success", message: "Folder deletion initiated successfully.", data: null });
  await w.drain();
  expect(await folderIds(w)).toStrictEqual(["d"]);
  expect(await documentIds(w)).toStrictEqual(["in-d", "top"]);
  for (const place of ["folders/c", "documents/in-c"])
    expect(await w.context.store.count({ collection: `${organizationOf(w)}/${place}/users` })).toBe(0);
  expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
});

test("a missing or deleted folder is NOT_FOUND", async () => {
  const w = await worldWithFolders();
  expect((await w.fails(path, { organizationId: "acme", folderId: "x" })).message).toBe("Folder not found.");
  await w.ok(path, { organizationId: "acme", folderId: "d" });
  const again = await w.fails(path, { organizationId: "acme", folderId: "d" });
  expect([again.status, again.message]).toStrictEqual(["NOT_FOUND", "Folder not found."]);
  const organization = await w.fails(path, { organizationId: "nobody", folderId: "d" });
  expect(organization.message).toBe("Organization does not exist.");
});

test("a folder that is being deleted is missing for every caller, and nothing can be put into it", async () => {
  const w = await worldWithFolders();
  await w.context.store.commit([{ op: "update", path: `${organizationOf(w)}/folders/a`, data: { deleting: true } }]);
  const ask = (endpoint: string, data: object) =>
    w.request(`/v2/organizations/${endpoint}`, { organizationId: "acme", ...data });
  const messages = async (endpoint: string, data: object) => {
    const { body } = await ask(endpoint, data);
    return body.error?.message ?? (Object.values(body.result.data)[0] as { message: string }).message;
  };
  expect(await messages("folders/get", { folderId: "a" })).toBe("Folder does not exist.");
  expect(await messages("documents/get", { folderId: "a" })).toBe("Folder does not exist.");
  expect(await messages("folders/update", { folders: [{ folderId: "a", folderName: "A" }] })).toBe(
    "Folder does not exist.",
  );
  expect(await messages("folders/update", { folders: [{ folderId: "d", parentFolderId: "c" }] })).toBe(
    "Parent folder does not exist.",
  );
  expect(await messages("folders/add", { folders: [{ folderId: "n", parentFolderId: "a" }] })).toBe(
    "Parent folder does not exist.",
  );
  expect(await messages("documents/add", { folderId: "a", documents: [{ documentId: "n" }] })).toBe(
    "Folder does not exist.",
  );
  expect(await messages("documents/move", { documentIds: ["top"], folderId: "a" })).toBe("Folder does not exist.");
  const { data } = await w.ok("/v2/organizations/folders/add", {
    organizationId: "acme",
    folders: [{ folderId: "a" }],
  });
  expect(data.a.code).toBe("aborted");
  const listed = await w.ok("/v2/organizations/folders/get", { organizationId: "acme" });
  expect(listed.data.map(({ folderId }: { folderId: string }) => folderId)).toStrictEqual(["b", "c", "d"]);
});

test("of two concurrent deletions of a folder one succeeds, and the folder can be created again", async () => {
  const w = await worldWithFolders();
  const answers = await Promise.all([1, 2, 3].map(() => w.request(path, { organizationId: "acme", folderId: "a" })));
  expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 404, 404]);
  await w.drain();
  await addFolders(w, [{ folderId: "a" }]);
  expect(await folderIds(w)).toStrictEqual(["a", "d"]);
});

test("a folder or document that moves in or out during the deletion is either kept whole or deleted", async () => {
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
      expectWithContext(parentFolderId === "root" || folders.has(parentFolderId), `${id} is an orphan`).toBe(true);
      expect(deleting).toBeUndefined();
    }
    const { docs } = await w.context.store.query({ collection: `${organizationOf(w)}/documents` });
    for (const { id, data } of docs) {
      expectWithContext(
        data.folderId === undefined || folders.has(String(data.folderId)),
        `document ${id} is an orphan`,
      ).toBe(true);
      expect(data.deleting).toBeUndefined();
    }
    expect(folders.has("a")).toBe(false);
  }
});

test("deleting a folder emits one event, and its contents emit none", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "a" }, { folderId: "b", parentFolderId: "a" }]);
  await addDocuments(w, ["home"], "b");
  await addEndpoint(w, "all");
  const request = { organizationId: "acme", folderId: "a" };
  await w.ok(path, request);
  await w.fails(path, request);
  expect(await eventsSent(w)).toStrictEqual([["folder.delete", request]]);
});

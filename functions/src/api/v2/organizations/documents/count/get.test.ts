import { expect, test } from "@jest/globals";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { world } from "#testing/harness/world";

const path = "/v2/organizations/documents/count/get";
const acme = { organizationId: "acme" };

test("it counts the documents of the organization, or those directly in a folder", async () => {
  const w = await world();
  await addDocuments(w, ["a", "b", "c"]);
  const folders = [{ folderId: "f" }, { folderId: "inner", parentFolderId: "f" }];
  for (const folder of folders)
    await w.ok("/v2/organizations/folders/add", { ...acme, folders: [{ ...folder, folderName: "F" }] });
  await addDocuments(w, ["d", "e"], "f");
  await addDocuments(w, ["deep"], "inner");
  expect(await w.ok(path, acme)).toStrictEqual({
    status: "success",
    message: "Document count retrieved successfully.",
    data: { count: 6 },
  });
  expect((await w.ok(path, { ...acme, folderId: "f" })).data).toStrictEqual({ count: 2 });
});

test("a document that is being deleted, or is the target of an unfinished migration, does not count", async () => {
  const w = await world();
  await addDocuments(w, ["a", "b", "c"]);
  await w.ok("/v2/organizations/documents/delete", { ...acme, documentIds: ["a"] });
  expect((await w.ok(path, acme)).data).toStrictEqual({ count: 2 });
  await w.drain();
  expect((await w.ok(path, acme)).data).toStrictEqual({ count: 2 });
  await w.ok("/v2/organizations/documents/migrate", { ...acme, documentId: "b", newDocumentId: "n" });
  expect((await w.ok(path, acme)).data).toStrictEqual({ count: 2 });
  await w.drain();
  expect((await w.ok(path, acme)).data).toStrictEqual({ count: 2 });
});

test("`root` counts the documents at the top that documents/get lists for it, without those that are being deleted", async () => {
  const w = await world();
  const top = { ...acme, folderId: "root" };
  const listed = async () => (await w.ok("/v2/organizations/documents/get", top)).data.length;
  await addDocuments(w, ["a", "b", "c", "gone"]);
  expect((await w.ok(path, top)).data).toStrictEqual({ count: 4 });
  await w.ok("/v2/organizations/folders/add", { ...acme, folders: [{ folderId: "f" }] });
  await addDocuments(w, ["d", "gone-from-f"], "f");
  await w.ok("/v2/organizations/documents/move", { ...acme, documentIds: ["a"], folderId: "f" });
  await w.ok("/v2/organizations/documents/delete", { ...acme, documentIds: ["gone", "gone-from-f"] });
  expect((await w.ok(path, top)).data).toStrictEqual({ count: 2 });
  expect(await listed()).toBe(2);
  await w.drain();
  await w.ok("/v2/organizations/documents/move", { ...acme, documentIds: ["d"], folderId: "root" });
  expect((await w.ok(path, top)).data).toStrictEqual({ count: 3 });
  expect((await w.fails(path, { ...top, organizationId: "none" })).message).toBe("Organization does not exist.");
});

test("a missing organization or folder is NOT_FOUND", async () => {
  const w = await world();
  await addDocuments(w, ["a"]);
  expect((await w.fails(path, { organizationId: "none" })).message).toBe("Organization does not exist.");
  expect((await w.fails(path, { ...acme, folderId: "none" })).message).toBe("Folder does not exist.");
});

import { expect, test } from "@jest/globals";
import { addDocuments, storedDocuments } from "#testing/fixtures/documents/documents";
import { addFolders } from "#testing/fixtures/documents/folder-tree";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { START, type World, world } from "#testing/harness/world";

const path = "/v2/organizations/documents/move";

async function worldWithDocuments(): Promise<World> {
  const w = await world();
  await addFolders(w, [{ folderId: "f" }, { folderId: "g", accessType: "restricted" }]);
  await addDocuments(w, ["a", "b"], "f");
  await addDocuments(w, ["top"]);
  return w;
}

async function placesOf(w: World): Promise<Record<string, string | undefined>> {
  return Object.fromEntries(Array.from(await storedDocuments(w), ([id, { folderId }]) => [id, folderId]));
}

test("documents move into a folder and take its access type", async () => {
  const w = await worldWithDocuments();
  w.advance(1000);
  const reply = await w.ok(path, { organizationId: "acme", documentIds: ["a", "top"], folderId: "g" });
  expect(reply).toStrictEqual({ status: "success", message: "Documents moved successfully." });
  expect(await placesOf(w)).toStrictEqual({ a: "g", b: "f", top: "g" });
  const { data } = await w.ok("/v2/organizations/documents/get", { organizationId: "acme", documentIds: ["top"] });
  expect([data[0].accessType, data[0].lastUpdated]).toStrictEqual(["restricted", START + 1000]);
});

test("documents move to the top with the folder id root", async () => {
  const w = await worldWithDocuments();
  await w.ok(path, { organizationId: "acme", documentIds: ["a", "top"], folderId: "root" });
  expect(await placesOf(w)).toStrictEqual({ a: undefined, b: "f", top: undefined });
});

test("when the folder or one document is missing, the error names it and nothing moves", async () => {
  const w = await worldWithDocuments();
  const before = await placesOf(w);
  for (const [request, message] of [
    [{ organizationId: "acme", documentIds: ["a"], folderId: "nothing" }, "Folder does not exist."],
    [
      { organizationId: "acme", documentIds: ["a", "no thing", "b"], folderId: "g" },
      'Document "no thing" does not exist.',
    ],
    [{ organizationId: "nobody", documentIds: ["a"], folderId: "g" }, "Organization does not exist."],
  ] as const) {
    const error = await w.fails(path, request);
    expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", message]);
  }
  expect(await placesOf(w)).toStrictEqual(before);
});

test("a call with 31 documents or a repeated id is refused", async () => {
  const w = await worldWithDocuments();
  const move = (documentIds: string[]) => w.fails(path, { organizationId: "acme", documentIds, folderId: "g" });
  const many = Array.from({ length: 31 }, (_, i) => `d${i}`);
  expect((await move(many)).message).toBe("data.documentIds must have at most 30 items.");
  expect((await move(["a", "a"])).message).toBe('data.documentIds names "a" more than once.');
});

test("each moved document emits an event with its new place, and a call that fails emits none", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "plans" }]);
  await addDocuments(w, ["a"]);
  await addDocuments(w, ["b"], "plans");
  await addEndpoint(w, "all");
  const to = (folderId: string, ...documentIds: string[]) => ({ organizationId: "acme", documentIds, folderId });
  await w.fails(path, to("plans", "a", "nothing"));
  await w.ok(path, to("root", "a"));
  expect(await eventsSent(w)).toStrictEqual([]);
  await w.ok(path, to("plans", "a", "b"));
  expect(await eventsSent(w)).toStrictEqual([
    ["document.move", { organizationId: "acme", documentId: "a", folderId: "plans" }],
  ]);
  await w.ok(path, to("root", "a"));
  expect(await eventsSent(w)).toStrictEqual([
    ["document.move", { organizationId: "acme", documentId: "a", folderId: "root" }],
  ]);
});

import { expect, test } from "@jest/globals";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { credentials } from "#domain/workspaces/store/credentials";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { addFolders } from "#testing/fixtures/documents/folder-tree";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import { START, type World, world } from "#testing/harness/world";

const path = "/v2/organizations/documents/get";

const get = (w: World, input: object = {}) => w.ok(path, { organizationId: "acme", ...input });
const idsOf = (documents: { id: string }[]) => documents.map(({ id }) => id);

/** The cost of the last request, from the log. */
function costOf(w: World): { reads: unknown; trips: unknown } {
  const { reads, trips } = w.logged.findLast(({ message }) => message === "request")?.fields ?? {};
  return { reads, trips };
}

test("documents are returned whole: the service's fields, which take precedence, and custom fields", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "designs" }]);
  await addDocuments(w, [{ documentId: "home", documentName: "Home", stage: "draft", tags: [["a"], []] }], "designs");
  await addDocuments(w, ["top"]);
  const { message, data, pageToken } = await get(w);
  expect(message).toBe("Document(s) retrieved successfully.");
  expect(pageToken).toBeUndefined();
  const common = { disabled: false, accessType: "public", createdAt: START, lastUpdated: START };
  expect(data).toStrictEqual([
    { id: "home", documentName: "Home", folderId: "designs", stage: "draft", tags: [["a"], []], ...common },
    { id: "top", documentName: "top", ...common },
  ]);
});

test("the access type is the document's own, else that of the nearest folder, else that of the API key", async () => {
  const w = await world();
  await addFolders(w, [
    { folderId: "plain" },
    { folderId: "staff", accessType: "organizationPrivate" },
    { folderId: "staff/lunch", parentFolderId: "staff" },
    { folderId: "staff/board", parentFolderId: "staff", accessType: "restricted" },
    { folderId: "staff/board/minutes", parentFolderId: "staff/board" },
  ]);
  const table = [
    [undefined, undefined, "default"],
    [undefined, "restricted", "restricted"],
    ["plain", undefined, "default"],
    ["plain", "organizationPrivate", "organizationPrivate"],
    ["staff", undefined, "organizationPrivate"],
    ["staff/lunch", undefined, "organizationPrivate"],
    ["staff/lunch", "public", "public"],
    ["staff/board", undefined, "restricted"],
    ["staff/board/minutes", undefined, "restricted"],
    ["staff/board/minutes", "public", "public"],
  ] as const;
  for (const [i, [folderId, accessType]] of table.entries())
    await addDocuments(w, [{ documentId: `d${i}`, accessType }], folderId);
  for (const byDefault of ["public", "restricted"]) {
    const config = { defaultDocumentAccessType: byDefault };
    await w.context.store.commit([{ op: "merge", path: apiKeyPath(w.tenant.apiKeyId), data: { config } }]);
    credentials(w.context).forget("apiKey", w.tenant.apiKeyId);
    const { data } = await get(w);
    const types = data.map(({ accessType }: { accessType: string }) => accessType);
    expect(types).toStrictEqual(table.map(([, , expected]) => (expected === "default" ? byDefault : expected)));
    for (const [i, [folderId]] of table.entries()) {
      const one = await get(w, { documentIds: [`d${i}`], folderId });
      expect(one.data[0].accessType).toBe(types[i]);
    }
  }
});

test("the folder `root` selects the documents at the top: in lists of any kind, by id, and for users", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "designs" }]);
  await addDocuments(w, ["a", { documentId: "z", stage: "draft" }]);
  await addDocuments(w, ["b", { documentId: "c", stage: "draft" }], "designs");
  const top = { organizationId: "acme", folderId: "root" };
  expect(idsOf((await get(w, top)).data)).toStrictEqual(["a", "z"]);
  expect(
    idsOf((await get(w, { ...top, filters: [{ key: "stage", operator: "==", value: "draft" }] })).data),
  ).toStrictEqual(["z"]);
  const byId = (await get(w, { ...top, documentIds: ["c", "z"] })).data;
  expect(byId.map(({ id, code }: { id: string; code?: string }) => [id, code])).toStrictEqual([
    ["c", "not-found"],
    ["z", undefined],
  ]);
  await w.ok("/v2/organizations/documents/move", { organizationId: "acme", documentIds: ["c"], folderId: "root" });
  expect(idsOf((await w.ok(path, top, { token: await w.token("lin") })).data)).toStrictEqual(["a", "c", "z"]);
});

test("documents that are read by id come in pages of the size that the call asks for", async () => {
  const w = await world();
  await addDocuments(w, ["a", "b"]);
  const query = { documentIds: ["b", "none", "a"], pageSize: 2 };
  const { data, pageToken } = await get(w, query);
  const next = await get(w, { ...query, pageToken });
  expect([idsOf(data), idsOf(next.data)]).toStrictEqual([["b", "none"], ["a"]]);
  expect(next.pageToken).toBeUndefined();
});

test("documents requested by id come in that order, and a missing one is an item that says so", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "designs" }]);
  await addDocuments(w, ["a", "b"]);
  await addDocuments(w, ["c"], "designs");
  const { data } = await get(w, { documentIds: ["c", "nothing", "a"] });
  expect(idsOf(data)).toStrictEqual(["c", "nothing", "a"]);
  const missing = { success: false, message: "Document does not exist", code: "not-found" };
  expect(data[1]).toStrictEqual({ id: "nothing", ...missing });
  const inFolder = await get(w, { documentIds: ["a", "c"], folderId: "designs" });
  expect(inFolder.data[0]).toStrictEqual({ id: "a", ...missing });
  expect(inFolder.data[1].documentName).toBe("c");
});

test("a folder lists its own documents, not those of its sub-folders", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "a" }, { folderId: "b", parentFolderId: "a" }]);
  await addDocuments(w, ["in-a1", "in-a2"], "a");
  await addDocuments(w, ["in-b"], "b");
  await addDocuments(w, ["top"]);
  expect(idsOf((await get(w, { folderId: "a" })).data)).toStrictEqual(["in-a1", "in-a2"]);
  expect(idsOf((await get(w, { folderId: "b" })).data)).toStrictEqual(["in-b"]);
});

test("a missing place is NOT_FOUND; too many ids and a page size of zero are refused; a repeated id counts once", async () => {
  const w = await world();
  const nobody = await w.fails(path, { organizationId: "acme" });
  expect([nobody.status, nobody.message]).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
  await addDocuments(w, ["a"]);
  const folder = await w.fails(path, { organizationId: "acme", folderId: "nothing" });
  expect([folder.status, folder.message]).toStrictEqual(["NOT_FOUND", "Folder does not exist."]);
  const ids = Array.from({ length: 31 }, (_, i) => `d${i}`);
  for (const [input, message] of [[{ documentIds: ids }, "data.documentIds must have at most 30 items."]] as const)
    expect((await w.fails(path, { organizationId: "acme", ...input })).message).toBe(message);
  expect((await w.ok(path, { organizationId: "acme", documentIds: ["a", "a"] })).data).toHaveLength(1);
  for (const pageSize of [0, -1, 1.5, "10"])
    expect((await w.fails(path, { organizationId: "acme", pageSize })).status).toBe("INVALID_ARGUMENT");
});

test("pages hold every document that stays, once, while others are added and deleted", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "f" }]);
  const lasting = Array.from({ length: 60 }, (_, i) => `d${String(i).padStart(3, "0")}`);
  await addDocuments(w, lasting, "f");
  for (const selection of [{}, { folderId: "f" }]) {
    const listed: string[] = [];
    let pageToken: string | undefined;
    for (let page = 0; page === 0 || pageToken; page++) {
      const reply = await get(w, { ...selection, pageSize: 7, pageToken });
      listed.push(...idsOf(reply.data));
      pageToken = reply.pageToken;
      const passing = [`c${page}`, `d0${page}x`, `e${page}`];
      await addDocuments(w, passing, "f");
      // The last document of the page, after which the next page begins, is deleted too unless it is one that stays.
      const last = listed.at(-1) as string;
      const documentIds = [`e${page}`, ...(lasting.includes(last) ? [] : [last])];
      await w.ok("/v2/organizations/documents/delete", {
        organizationId: "acme",
        documentIds: [...new Set(documentIds)],
      });
    }
    await w.drain();
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((id) => lasting.includes(id))).toStrictEqual(lasting);
    const all = idsOf((await get(w)).data).filter((id) => !lasting.includes(id));
    await w.ok("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: all });
  }
});

test("a search finds documents by a word of the name or id, beside filters, in folders and among named ones", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "designs" }]);
  const home = { documentId: "home", documentName: "Old Résumé", stage: "draft" };
  await addDocuments(w, [home, { documentId: "resume-2", stage: "final" }], "designs");
  await addDocuments(w, [{ documentId: "top", documentName: "Resumé of all", stage: "draft" }]);
  const find = async (input: object) => idsOf((await get(w, { searchKey: "RESUME", ...input })).data);
  expect(await find({})).toStrictEqual(["home", "resume-2", "top"]);
  expect(await find({ folderId: "designs" })).toStrictEqual(["home", "resume-2"]);
  const filters = [{ key: "stage", operator: "==", value: "draft" }];
  expect(await find({ filters })).toStrictEqual(["home", "top"]);
  expect(await find({ documentIds: ["top", "home"], searchKey: "old" })).toStrictEqual(["home"]);
  expect(await find({ searchKey: "sume" })).toStrictEqual([]);
  const first = await get(w, { searchKey: "resume", pageSize: 2 });
  const rest = await get(w, { searchKey: "resume", pageSize: 2, pageToken: first.pageToken });
  expect([...idsOf(first.data), ...idsOf(rest.data)]).toStrictEqual(["home", "resume-2", "top"]);
});

test("a page token is valid only for its own query, with any page size", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "f" }]);
  await addDocuments(w, ["a", "b", "c", "d"], "f");
  const { pageToken } = await get(w, { pageSize: 1 });
  expect(idsOf((await get(w, { pageSize: 5000, pageToken })).data)).toStrictEqual(["b", "c", "d"]);
  for (const input of [{ folderId: "f", pageToken }, { pageToken: `${pageToken}x` }, { pageToken: "x" }])
    expect((await w.fails(path, { organizationId: "acme", ...input })).status).toBe("INVALID_ARGUMENT");
});

test("a page costs its documents and the organization, and one more round trip if folders decide about access", async () => {
  const w = await world();
  await addFolders(w, [{ folderId: "f" }, { folderId: "g" }]);
  await addDocuments(w, ["a", "b"], "f");
  await addDocuments(w, ["c", { documentId: "own", accessType: "public" }], "g");
  await addDocuments(w, ["top"]);
  await get(w);
  expect(costOf(w)).toStrictEqual({ reads: 5 + 1 + 2, trips: 2 });
  // On Firestore the process caches the organization from then on.
  const organization = w.context.store.remembers ? 0 : 1;
  await get(w, { documentIds: ["top", "own"] });
  expect(costOf(w)).toStrictEqual({ reads: 2 + organization, trips: 1 });
  await get(w, { folderId: "f" });
  expect(costOf(w)).toStrictEqual({ reads: 2 + 1 + organization, trips: 1 });
});

for (const [of, place] of [
  ["an organization's documents", {}],
  ["a folder's documents", { folderId: "designs" }],
  ["the documents at the top", { folderId: "root" }],
] as const)
  testPaging(path, of, {
    query: { organizationId: "acme", ...place },
    before: (w) => addFolders(w, [{ folderId: "designs" }]),
    insert: (w, documentId) =>
      w.ok("/v2/organizations/documents/add", { organizationId: "acme", ...place, documents: [{ documentId }] }),
    remove: (w, id) => w.ok("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: [id] }),
    ids: idsBy("id"),
  });

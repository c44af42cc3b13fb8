import { expect, test } from "@jest/globals";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { addFolders } from "#testing/fixtures/documents/folder-tree";
import { ensure } from "#testing/harness/jest/ensure";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import { START, type World, world } from "#testing/harness/world";

const path = "/v2/organizations/documents/get";
const acme = { organizationId: "acme" };
const ids = idsBy("id");

type Condition = [key: string, operator: string, value: unknown];
const conditions = (...all: Condition[]) => all.map(([key, operator, value]) => ({ key, operator, value }));

async function find(w: World, filters: Condition[], query: object = {}): Promise<string[]> {
  return ids((await w.ok(path, { ...acme, ...query, filters: conditions(...filters) })).data);
}

async function worldWithDocuments(): Promise<World> {
  const w = await world();
  await addFolders(w, [{ folderId: "staff", accessType: "restricted" }]);
  await addDocuments(w, [
    { documentId: "a", documentName: "Alpha", stage: "draft", size: 1, tags: ["x", "y"], owner: { team: "core" } },
    { documentId: "b", documentName: "Beta", stage: "done", size: 2, tags: ["y"], owner: null },
  ]);
  await addDocuments(w, [{ documentId: "c", stage: "draft", size: 10 }], "staff");
  return w;
}

test("filters select by the service's fields and by custom fields, and all of them must match", async () => {
  const w = await worldWithDocuments();
  for (const [filters, expectedIds] of [
    [[], ["a", "b", "c"]],
    [[["stage", "==", "draft"]], ["a", "c"]],
    [[["metadata.stage", "==", "draft"]], ["a", "c"]],
    [[["stage", "!=", "draft"]], ["b"]],
    [[["size", "<", 2]], ["a"]],
    [[["size", "<=", 2]], ["a", "b"]],
    [[["size", ">", 2]], ["c"]],
    [[["size", ">=", 2]], ["b", "c"]],
    [[["stage", "in", ["done", "new"]]], ["b"]],
    [[["tags", "array-contains", "y"]], ["a", "b"]],
    [[["owner.team", "==", "core"]], ["a"]],
    [[["owner", "==", null]], ["b"]],
    [[["documentName", "==", "Beta"]], ["b"]],
    [[["documentId", "in", ["a", "c"]]], ["a", "c"]],
    [[["folderId", "==", "staff"]], ["c"]],
    [[["accessType", "==", "restricted"]], ["c"]],
    [[["accessType", "!=", "restricted"]], ["a", "b"]],
    [[["disabled", "==", false]], ["a", "b", "c"]],
    [[["createdAt", ">", START]], []],
    // biome-ignore format: one case a line.
    [[["stage", "==", "draft"], ["size", ">", 5]], ["c"]],
  ] as [Condition[], string[]][])
    expect([filters, await find(w, filters)]).toStrictEqual([filters, expectedIds]);
});

test("filters apply in a folder and among named documents, where a missing one is still reported", async () => {
  const w = await worldWithDocuments();
  expect(await find(w, [["stage", "==", "draft"]], { folderId: "staff" })).toStrictEqual(["c"]);
  const filters = conditions(["stage", "==", "draft"]);
  const { data } = await w.ok(path, { ...acme, documentIds: ["c", "b", "none", "a"], filters });
  expect(data.map(({ id, code }: Record<string, unknown>) => [id, code])).toStrictEqual([
    ["c", undefined],
    ["none", "not-found"],
    ["a", undefined],
  ]);
});

test("filters reveal nothing to users about documents that they may not read", async () => {
  const w = await worldWithDocuments();
  const token = await w.token("lin");
  for (const value of [10, 11]) {
    const filters = conditions(["size", "==", value]);
    expect((await w.ok(path, { ...acme, filters }, { token })).data).toStrictEqual([]);
    const { data } = await w.ok(path, { ...acme, filters, documentIds: ["c"] }, { token });
    expect([data[0].id, data[0].code]).toStrictEqual(["c", "permission-denied"]);
  }
  const filters = conditions(["size", "==", 1]);
  expect(ids((await w.ok(path, { ...acme, filters }, { token })).data)).toStrictEqual(["a"]);
});

for (const [filter, problem] of [
  [{ key: "a", operator: "like", value: 1 }, "operator must be one of `==`, `!=`, `<`, `<=`, `>`, `>=`, `in`"],
  [{ key: "", operator: "==", value: 1 }, "key must not be empty."],
  [{ key: "a", operator: "==" }, "value must be a string of at most 1,000 characters, a number, a boolean or null."],
  [{ key: "a", operator: "==", value: { b: 1 } }, "value must be a string of at most 1,000 characters"],
  [{ key: "a", operator: "==", value: "x".repeat(1001) }, "value must have at most 1000 characters."],
  [{ key: "a", operator: "<", value: true }, "value must be a number or a string of at most 1,000 characters."],
  [{ key: "a", operator: "<", value: null }, "value must be a number or a string of at most 1,000 characters."],
  [{ key: "a", operator: "in", value: "x" }, "value must be an array, not a string."],
  [{ key: "a", operator: "in", value: [] }, "value must not be empty."],
  [{ key: "a", operator: "in", value: Array(31).fill(1) }, "value must have at most 30 items."],
] as const)
  test(`a filter ${JSON.stringify(filter).slice(0, 60)} is refused`, async () => {
    const w = await worldWithDocuments();
    const { status, message } = await w.fails(path, { ...acme, filters: [filter] });
    expect(status).toBe("INVALID_ARGUMENT");
    expect(message.startsWith(`data.filters[0].${problem}`) || message).toBe(true);
  });

test("eleven filters are refused, and so is ordering by comment views", async () => {
  const w = await worldWithDocuments();
  const filters = Array(11).fill({ key: "a", operator: "==", value: 1 });
  expect((await w.fails(path, { ...acme, filters })).message).toBe("data.filters must have at most 10 items.");
  const order = await w.fails(path, { ...acme, orderByCommentViews: true });
  expect(order.message).toMatch(/^data\.orderByCommentViews must be `false`: views are stored by thread/);
  for (const orderByCommentViews of [false, null])
    expect(ids((await w.ok(path, { ...acme, orderByCommentViews })).data)).toStrictEqual(["a", "b", "c"]);
});

test("a selective filter reads a bounded number of documents per page, and its token continues", async () => {
  const w = await world();
  for (let start = 0; start < 6500; start += 500)
    await addDocuments(
      w,
      Array.from({ length: 500 }, (_, i) => `d${String(start + i).padStart(5, "0")}`),
    );
  await addDocuments(w, [{ documentId: "z", stage: "draft" }]);
  const filters = conditions(["stage", "==", "draft"]);
  const first = await w.ok(path, { ...acme, filters });
  expect(first.data).toStrictEqual([]);
  const { reads } = w.logged.findLast(({ message }) => message === "request")?.fields ?? {};
  expect(Number(reads)).toBeLessThan(6100);
  ensure(first.pageToken);
  const last = await w.ok(path, { ...acme, filters, pageToken: first.pageToken });
  expect([ids(last.data), last.pageToken]).toStrictEqual([["z"], undefined]);
  const other = await w.fails(path, { ...acme, pageToken: first.pageToken });
  expect(other.message).toMatch(/^data\.pageToken does not belong to this query/);
});

testPaging(path, "documents that meet filters", {
  query: { ...acme, filters: conditions(["stage", "in", ["draft", "new"]], ["size", ">", 1]) },
  before: (w) =>
    addDocuments(
      w,
      Array.from({ length: 20 }, (_, i) => ({ documentId: `other-${i}`, stage: "draft", size: 1 })),
    ),
  insert: (w, documentId) => addDocuments(w, [{ documentId, stage: "draft", size: 2 }]),
  remove: (w, documentId) => w.ok("/v2/organizations/documents/delete", { ...acme, documentIds: [documentId] }),
  ids,
});

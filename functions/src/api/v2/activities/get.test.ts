import { expect, test } from "@jest/globals";
import { activityIds, activityWorld, addActivities, record } from "#testing/fixtures/activities/activities";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { expectWithContext } from "#testing/harness/jest/context";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import type { World } from "#testing/harness/world";
import { checkPaging } from "#testing/suites/properties/paging";

const path = "/v2/activities/get";

/** Five records on two documents, a second apart: a is the oldest. */
async function fiveActivities(): Promise<World> {
  const w = await activityWorld(["plan", "other"]);
  const by = (userId: string) => ({ actionUser: { userId } });
  const all: [documentId: string, fields: object][] = [
    ["plan", { id: "a", targetEntityId: "x", ...by("ada") }],
    ["plan", { id: "b", targetEntityId: "y", ...by("lin"), featureType: "crdt", actionType: "crdt.editor_edit" }],
    ["other", { id: "c", targetEntityId: "x", ...by("lin"), actionType: "comment.delete" }],
    ["other", { id: "d", ...by("ada"), featureType: "reaction", actionType: "reaction.add" }],
    ["plan", { id: "e", targetEntityId: "x", ...by("ada"), actionType: "comment.delete" }],
  ];
  for (const [documentId, fields] of all) {
    await addActivities(w, [record(fields)], documentId);
    w.advance(1000);
  }
  return w;
}

test("records come youngest first, or oldest first when asked", async () => {
  const w = await fiveActivities();
  const { message } = await w.ok(path, { organizationId: "acme" });
  expect(message).toBe("Activity(s) retrieved successfully.");
  expect(await activityIds(w)).toStrictEqual(["e", "d", "c", "b", "a"]);
  expect(await activityIds(w, { order: "asc" })).toStrictEqual(["a", "b", "c", "d", "e"]);
});

test("records that are read by id come in pages of the size that the call asks for", async () => {
  const w = await fiveActivities();
  const query = { organizationId: "acme", activityIds: ["a", "d", "unknown", "e", "c"], pageSize: 2 };
  const pages: string[][] = [];
  let pageToken: string | undefined;
  do {
    const page = await w.ok(path, { ...query, pageToken });
    pages.push(page.data.map(({ id }: { id: string }) => id));
    pageToken = page.pageToken;
  } while (pageToken);
  expect(pages).toStrictEqual([["d", "a"], ["e"], ["c"]]);
});

test("each filter narrows the list, alone, together, and by id", async () => {
  const w = await fiveActivities();
  const cases: [filter: object, ids: string][] = [
    [{ documentId: "plan" }, "eba"],
    [{ targetEntityId: "x" }, "eca"],
    [{ userId: "lin" }, "cb"],
    [{ featureTypes: ["crdt", "reaction"] }, "db"],
    [{ actionTypes: ["comment.delete"] }, "ec"],
    [{ documentId: "plan", targetEntityId: "x" }, "ea"],
    [{ documentId: "plan", userId: "lin" }, "b"],
    [{ targetEntityId: "x", userId: "ada", actionTypes: ["comment.delete"], documentId: "plan" }, "e"],
    [{ documentId: "other", featureTypes: ["custom"] }, ""],
    [{ activityIds: ["a", "unknown", "d", "c"] }, "dca"],
    [{ activityIds: ["d", "a", "c"], order: "asc", documentId: "other" }, "cd"],
    [{ activityIds: ["a", "b", "c"], userId: "lin", featureTypes: ["crdt"] }, "b"],
  ];
  for (const [filter, ids] of cases)
    expectWithContext((await activityIds(w, filter)).join(""), JSON.stringify(filter)).toBe(ids);
});

test("a selective filter walks all records by page tokens", async () => {
  const w = await activityWorld();
  for (let start = 0; start < 1500; start += 500)
    await addActivities(
      w,
      Array.from({ length: 500 }, (_, i) => record({ id: `a${start + i}`, actionType: i === 0 ? "rare" : "usual" })),
    );
  const rareIds: string[] = [];
  let pageToken: string | undefined;
  do {
    const page = await w.ok(path, { organizationId: "acme", actionTypes: ["rare"], pageSize: 2, pageToken });
    rareIds.push(...page.data.map(({ id }: { id: string }) => id));
    pageToken = page.pageToken;
  } while (pageToken);
  expect(rareIds.sort()).toStrictEqual(["a0", "a1000", "a500"]);
});

test("activities of a deleted document are deleted, also when a document with its id is created again", async () => {
  const w = await fiveActivities();
  await w.ok("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["plan"] });
  expect((await w.fails(path, { organizationId: "acme", documentId: "plan" })).status).toBe("NOT_FOUND");
  await w.drain();
  await addDocuments(w, ["plan"]);
  expect(await activityIds(w, { documentId: "plan" })).toStrictEqual([]);
  expect(await activityIds(w)).toStrictEqual(["d", "c"]);
});

test("a page token is valid only for its own filters and order", async () => {
  const w = await fiveActivities();
  const { pageToken } = await w.ok(path, { organizationId: "acme", userId: "ada", pageSize: 1 });
  for (const other of [{}, { userId: "lin" }, { userId: "ada", order: "asc" }]) {
    const { message } = await w.fails(path, { organizationId: "acme", ...other, pageToken });
    expect(message).toMatch(/^data\.pageToken does not belong to this query/);
  }
});

test("a missing organization or document, unknown values and too many ids are refused", async () => {
  const w = await fiveActivities();
  const cases: [data: object, message: string][] = [
    [{ organizationId: "none" }, "Organization does not exist."],
    [{ documentId: "none" }, "Document does not exist."],
    [{ order: "up" }, "data.order must be one of `asc`, `desc`."],
    [{ pageSize: 0 }, "data.pageSize must be at least 1."],
    [{ activityIds: Array.from({ length: 31 }, (_, i) => `a${i}`) }, "data.activityIds must have at most 30 items."],
  ];
  for (const [data, message] of cases)
    expect((await w.fails(path, { organizationId: "acme", ...data })).message).toBe(message);
});

test("a repeated id counts once", async () => {
  const w = await fiveActivities();
  const { data } = await w.ok(path, { organizationId: "acme", activityIds: ["a", "a"] });
  expect(data).toHaveLength((await w.ok(path, { organizationId: "acme", activityIds: ["a"] })).data.length);
});

for (const filter of [{}, { documentId: "plan", actionTypes: ["comment.add"] }, { order: "asc", userId: "ada" }])
  test(`paging with ${JSON.stringify(filter)} neither skips nor repeats while records come and go`, () =>
    checkPaging(async () => {
      const w = await activityWorld();
      return {
        async add(ids) {
          // Most share their time, so that the order depends on ids.
          if (ids.length > 3) w.advance(1);
          await addActivities(
            w,
            ids.map((id) => record({ id })),
          );
        },
        remove: (activities) =>
          w.ok("/v2/activities/delete", { organizationId: "acme", activityIds: activities }).then(() => undefined),
        async page(pageSize, pageToken) {
          const reply = await w.ok(path, { organizationId: "acme", ...filter, pageSize, pageToken });
          return { ids: reply.data.map(({ id }: { id: string }) => id), pageToken: reply.pageToken };
        },
      };
    }));

for (const [of, query] of [
  ["an organization's activities", {}],
  ["a document's activities, the oldest first", { documentId: "plan", order: "asc" }],
  ["a user's activities of some kinds", { userId: "ada", featureTypes: ["crdt", "custom"] }],
] as const)
  testPaging(path, of, {
    query: { organizationId: "acme", ...query },
    before: (w) => addDocuments(w, ["plan"]),
    insert: (w, id) => addActivities(w, [record({ id, featureType: "crdt", actionType: "text.change" })]),
    remove: (w, id) => w.ok("/v2/activities/delete", { organizationId: "acme", activityIds: [id] }),
    ids: idsBy("id"),
  });

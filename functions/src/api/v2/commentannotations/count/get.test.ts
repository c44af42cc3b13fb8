import { expect, test } from "@jest/globals";
import { threadsOf } from "#domain/comments/store/stored-thread";
import { toPath } from "#store/paths";
import { REMOVE } from "#store/port";
import { exampleWorld } from "#testing/harness/example-world";
import type { World } from "#testing/harness/world";

const path = "/v2/commentannotations/count/get";
const acme = { organizationId: "acme" };

async function countOf(w: World, userId: string, more: object = {}) {
  const { data } = await w.ok(path, { ...acme, documentIds: ["homepage"], userId, ...more });
  return [data.homepage.total, data.homepage.unread];
}

test("threads that a user may see are counted by document, with the number of unread ones", async () => {
  const w = await exampleWorld();
  const { message, data } = await w.ok(path, { ...acme, documentIds: ["homepage", "roadmap", "x"], userId: "ada" });
  expect(message).toBe("Comment count retrieved successfully.");
  const none = { total: 0, unread: 0 };
  expect(data).toStrictEqual({ homepage: { total: 4, unread: 3 }, roadmap: none, x: none });
});

test("a restricted thread counts only for users who may see it, and a user's own comments are never unread", async () => {
  const w = await exampleWorld();
  expect(await countOf(w, "grace")).toStrictEqual([4, 3]);
  expect(await countOf(w, "lin")).toStrictEqual([3, 2]);
  expect(await countOf(w, "stranger")).toStrictEqual([3, 3]);
});

test("a thread restricted to an organization counts for its members and its author", async () => {
  const w = await exampleWorld();
  const commentAnnotations = ["acme", "globex"].map((organizationId) => ({
    commentData: [{ from: { userId: "eve" } }],
    visibility: { type: "organizationPrivate", organizationId },
  }));
  await w.ok("/v2/commentannotations/add", { ...acme, documentId: "homepage", commentAnnotations });
  expect(await countOf(w, "lin")).toStrictEqual([4, 3]);
  expect(await countOf(w, "eve")).toStrictEqual([5, 3]);
  expect(await countOf(w, "stranger")).toStrictEqual([3, 3]);
});

test("only threads in the requested states are counted", async () => {
  const w = await exampleWorld();
  expect(await countOf(w, "ada", { statusIds: ["RESOLVED"] })).toStrictEqual([1, 0]);
  expect(await countOf(w, "ada", { statusIds: ["OPEN"] })).toStrictEqual([3, 3]);
});

test("a new comment of another user makes a thread unread again", async () => {
  const w = await exampleWorld();
  await w.ok("/v2/commentannotations/update", {
    ...acme,
    documentId: "homepage",
    updatedData: { viewedByUserIds: ["ada"] },
  });
  expect(await countOf(w, "ada")).toStrictEqual([4, 0]);
  w.advance(1);
  for (const [userId, unread] of [
    ["ada", 0],
    ["lin", 1],
  ] as const) {
    const thread = { ...acme, documentId: "homepage", annotationId: "ann-2", commentData: [{ from: { userId } }] };
    await w.ok("/v2/commentannotations/comments/add", thread);
    expect(await countOf(w, "ada")).toStrictEqual([4, unread]);
  }
});

test("counting reads summaries of large threads, not their bodies", async () => {
  const w = await exampleWorld({
    wrapStore: (store) =>
      new Proxy(store, {
        get(target, name) {
          if (name !== "query") return Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name);
          return (query: { select?: string[] }) => {
            expect(query.select).toStrictEqual(["glance"]);
            return target.query(query as Parameters<typeof target.query>[0]);
          };
        },
      }),
  });
  expect(await countOf(w, "ada")).toStrictEqual([4, 3]);
});

test("threads that everybody may see are counted without reading them", async () => {
  const w = await exampleWorld();
  const from = { userId: "grace" };
  const many = Array.from({ length: 50 }, () => ({ commentData: [{ from }] }));
  await w.ok("/v2/commentannotations/add", { ...acme, documentId: "homepage", commentAnnotations: many });
  for (const [more, counts, reads] of [
    [{}, [54, 53], 6],
    [{ statusIds: ["OPEN", "RESOLVED"] }, [54, 53], 8],
    [{ statusIds: ["RESOLVED"] }, [1, 0], 7],
  ] as const) {
    expect(await countOf(w, "ada", more)).toStrictEqual(counts);
    expect(w.logged.findLast(({ message }) => message === "request")?.fields.reads).toBeLessThanOrEqual(reads);
  }
});

for (const mark of ["all", "some"])
  test(`threads are counted the same if an earlier version has written ${mark} of them`, async () => {
    const w = await exampleWorld();
    const threads = threadsOf(`${toPath("apiKeys", w.tenant.apiKeyId, "organizations", "acme")}/documents/homepage`);
    const { docs } = await w.context.store.query({ collection: threads });
    const without = { countedStatus: REMOVE, readBy: REMOVE, countedSingly: REMOVE } as const;
    const earlier = docs.slice(mark === "all" ? 0 : 2);
    await w.context.store.commit(earlier.map(({ path: at }) => ({ op: "update", path: at, data: without })));
    for (const [userId, counts] of Object.entries({ ada: [4, 3], lin: [3, 2], stranger: [3, 3] }))
      expect(await countOf(w, userId)).toStrictEqual(counts);
    expect(await countOf(w, "ada", { statusIds: ["RESOLVED"] })).toStrictEqual([1, 0]);
  });

test("an id such as __proto__ is an ordinary document id, and 31 ids are refused", async () => {
  const w = await exampleWorld();
  const { data } = await w.ok(path, { ...acme, documentIds: ["__proto__", "constructor"], userId: "ada" });
  expect(Object.keys(data).toSorted()).toStrictEqual(["__proto__", "constructor"]);
  const many = Array.from({ length: 31 }, (_, i) => `d${i}`);
  for (const [request, message] of [
    [{ documentIds: many }, "data.documentIds must have at most 30 items."],
    [{ documentIds: ["a"], organizationId: "x" }, "Organization does not exist."],
  ] as const)
    expect((await w.fails(path, { ...acme, userId: "ada", ...request })).message).toBe(message);
});

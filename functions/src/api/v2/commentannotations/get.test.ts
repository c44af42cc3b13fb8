import { expect, test } from "@jest/globals";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { exampleWorld } from "#testing/harness/example-world";
import { testPaging } from "#testing/harness/properties/paging";
import { START, type World, world } from "#testing/harness/world";

const path = "/v2/commentannotations/get";
const acme = { organizationId: "acme" };
const homepage = { ...acme, documentId: "homepage" };

/** The examples on the homepage, and two threads on the roadmap that were changed later. */
async function threadsWorld(): Promise<World> {
  const w = await exampleWorld();
  for (const annotationId of ["r-1", "ann-1"]) {
    w.advance(1000);
    const commentAnnotations = [{ annotationId, commentData: [{ from: { userId: "eve" } }] }];
    await w.ok("/v2/commentannotations/add", { ...acme, documentId: "roadmap", commentAnnotations });
  }
  return w;
}

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
const idsOf = (data: any[]) => data.map((thread) => thread && `${thread.documentId} ${thread.annotationId}`);

async function idsBy(w: World, query: object) {
  return idsOf((await w.ok(path, { ...acme, ...query })).data);
}

test("threads are returned with their comments, mentions, reactions and states", async () => {
  const w = await exampleWorld();
  const { message, data } = await w.ok(path, { ...homepage, annotationIds: ["ann-1", "ann-2"] });
  expect(message).toBe("Annotation(s) fetched successfully.");
  const [open, done] = data;
  expect(open.comments.map(({ from }: { from: { userId: string } }) => from.userId)).toStrictEqual([
    "ada",
    "lin",
    "grace",
  ]);
  expect([open.location.id, open.assignedTo.userId, open.comments[1].reactionCount]).toStrictEqual([0, "grace", 1]);
  expect([done.status.id, done.resolvedByUserId, done.viewedByUserIds]).toStrictEqual([
    "RESOLVED",
    "ada",
    ["ada", "lin"],
  ]);
});

test("threads are ordered by their last change, newest first or oldest first", async () => {
  const w = await threadsWorld();
  const all = ["roadmap ann-1", "roadmap r-1", "homepage ann-2", "homepage ann-1"];
  expect((await idsBy(w, {})).slice(0, 4)).toStrictEqual(all);
  expect((await idsBy(w, { order: "asc" })).slice(-4)).toStrictEqual(all.toReversed());
  expect(await idsBy(w, { documentId: "roadmap" })).toStrictEqual(all.slice(0, 2));
  expect(await idsBy(w, { documentId: "roadmap", order: "asc" })).toStrictEqual(all.slice(0, 2).toReversed());
});

for (const [query, expected] of [
  [{ documentIds: ["roadmap", "old-plan"] }, ["roadmap ann-1", "roadmap r-1"]],
  [{ documentIds: ["roadmap", "homepage"], updatedAfter: START - 1 }, 4],
  [{ documentIds: ["old-plan", "unknown"] }, []],
  [{ folderId: "designs" }, 4],
  [{ folderId: "archive" }, []],
  [{ folderId: "designs", documentId: "roadmap" }, []],
  [{ folderId: "root" }, ["roadmap ann-1", "roadmap r-1"]],
  [{ folderId: "root", documentId: "homepage" }, []],
  [{ userIds: ["eve"] }, ["roadmap ann-1", "roadmap r-1"]],
  [{ userIds: ["lin"] }, ["homepage ann-2"]],
  [{ documentId: "homepage", mentionedUserIds: ["lin"] }, ["homepage ann-1"]],
  [{ resolvedBy: "ada" }, ["homepage ann-2"]],
  [{ statusIds: ["RESOLVED", "X"] }, ["homepage ann-2"]],
  [{ statusId: "RESOLVED" }, ["homepage ann-2"]],
  [{ statusId: ["RESOLVED", "X"] }, ["homepage ann-2"]],
  [{ locationIds: [0] }, ["homepage ann-1"]],
  [{ locationIds: ["0"] }, ["homepage ann-1"]],
  [{ updatedAfter: START, updatedBefore: START + 2000 }, ["roadmap r-1"]],
  [{ documentId: "roadmap", updatedAfter: START + 1000 }, ["roadmap ann-1"]],
  [{ createdAfter: START }, ["roadmap ann-1", "roadmap r-1"]],
  [{ createdBefore: START - 60_000 }, []],
  [{ agentId: "nobody" }, []],
  [{ annotationIds: ["r-1", "ann-1"] }, ["roadmap r-1", "homepage ann-1", "roadmap ann-1"]],
  [{ annotationIds: ["x", "r-1"] }, [null, "roadmap r-1"]],
  [{ annotationIds: ["ann-1", "r-1"], userIds: ["ada"] }, ["homepage ann-1"]],
  [{ annotationIds: ["ann-1"], documentIds: ["roadmap", "old-plan"] }, ["roadmap ann-1"]],
  [{ documentId: "homepage", annotationIds: ["x", "ann-2", "ann-1"] }, [null, "homepage ann-2", "homepage ann-1"]],
  [{ documentId: "homepage", annotationIds: ["ann-2", "ann-1"], statusIds: ["OPEN"] }, ["homepage ann-1"]],
] as const)
  test(`${JSON.stringify(query)} finds ${JSON.stringify(expected)}`, async () => {
    const ids = await idsBy(await threadsWorld(), query);
    if (typeof expected === "number") expect(ids.length).toBe(expected);
    else expect(ids).toStrictEqual(expected);
  });

test("lists of agents' threads hold suggestions and comments by agents", async () => {
  const w = await exampleWorld();
  const agent = { agentId: "a1", agentType: "review" };
  const thread = (annotationId: string, more: object) => ({
    annotationId,
    commentData: [{ from: { userId: "bot" }, agent }],
    ...more,
  });
  const commentAnnotations = [thread("c", {}), thread("s", { type: "suggestion", suggestion: {} })];
  await w.ok("/v2/commentannotations/add", { ...acme, documentId: "roadmap", commentAnnotations });
  const findIds = async (query: object) => (await idsBy(w, query)).toSorted();
  expect(await findIds({ agentId: "a1" })).toStrictEqual(["roadmap c", "roadmap s"]);
  expect(await findIds({ agentComments: true })).toStrictEqual(["roadmap c"]);
  expect(await findIds({ agentSuggestions: true })).toStrictEqual(["roadmap s"]);
  const { message } = await w.fails(path, { ...acme, agentId: "a1", agentType: "review" });
  expect(message).toMatch(/^data\.agentId must be the only one of agentId, executionId/);
});

test("threads can be grouped by their documents", async () => {
  const w = await threadsWorld();
  const { message, data } = await w.ok(path, { ...acme, groupByDocumentId: true });
  expect(message).toBe("Annotations fetched successfully.");
  expect(Object.keys(data).toSorted()).toStrictEqual(["homepage", "roadmap"]);
  expect(idsOf(data.roadmap)).toStrictEqual(["roadmap ann-1", "roadmap r-1"]);
  expect(data.homepage.length).toBe(4);
});

test("pages follow one another, by query, by ids of a document and by ids of the organization", async () => {
  const w = await threadsWorld();
  for (const query of [
    {},
    homepage,
    { ...homepage, annotationIds: ["ann-1", "x", "ann-2"] },
    { statusIds: ["OPEN"] },
  ]) {
    const whole = await idsBy(w, query);
    const paged: unknown[] = [];
    let pageToken: string | undefined;
    do {
      const page = await w.ok(path, { ...acme, ...query, pageSize: 2, pageToken });
      expect(page.data.length <= 2).toBe(true);
      paged.push(...idsOf(page.data));
      pageToken = page.nextPageToken;
    } while (pageToken);
    expect(paged).toStrictEqual(whole);
  }
});

test("a thread that changes while pages are read is not skipped, but listed at the end", async () => {
  const w = await world();
  await addDocuments(w, ["homepage"]);
  const from = { userId: "ada" };
  for (const annotationId of ["a", "b", "c", "d", "e"]) {
    w.advance(1);
    const commentAnnotations = [{ annotationId, commentData: [{ from }] }];
    await w.ok("/v2/commentannotations/add", { ...homepage, commentAnnotations });
  }
  const pages: string[][] = [];
  let pageToken: string | undefined;
  do {
    const page = await w.ok(path, { ...homepage, pageSize: 3, pageToken });
    pages.push(page.data.map(({ annotationId }: { annotationId: string }) => annotationId));
    ({ nextPageToken: pageToken } = page);
    if (pages.length > 1) continue;
    w.advance(1);
    for (const annotationId of ["a", "e"])
      await w.ok("/v2/commentannotations/comments/add", { ...homepage, annotationId, commentData: [{ from }] });
  } while (pageToken);
  expect(pages).toStrictEqual([["e", "d", "c"], ["b"], ["a", "e"]]);
});

test("a thread that its caller has dated in the future is listed once", async () => {
  const w = await world();
  await addDocuments(w, ["homepage"]);
  const tomorrow = w.context.now() + 86_400_000;
  const threads = ["a", "b", "c"].map((annotationId) => ({ annotationId, commentData: [{ from: { userId: "ada" } }] }));
  const future = { annotationId: "future", commentData: [{ from: { userId: "ada" }, lastUpdated: tomorrow }] };
  await w.ok("/v2/commentannotations/add", { ...homepage, commentAnnotations: [...threads, future] });
  const listedIds: string[] = [];
  let pageToken: string | undefined;
  do {
    const page = await w.ok(path, { ...homepage, pageSize: 2, pageToken });
    listedIds.push(...page.data.map(({ annotationId }: { annotationId: string }) => annotationId));
    ({ nextPageToken: pageToken } = page);
  } while (pageToken);
  expect(listedIds[0]).toBe("future");
  expect(listedIds.toSorted()).toStrictEqual(["a", "b", "c", "future"]);
});

test("a page token of another query is refused", async () => {
  const w = await threadsWorld();
  const { nextPageToken: pageToken } = await w.ok(path, { ...homepage, pageSize: 1 });
  expect(pageToken).toBeTruthy();
  for (const other of [{ order: "asc" }, { statusIds: ["OPEN"] }, { documentId: "roadmap" }])
    expect((await w.fails(path, { ...homepage, ...other, pageToken })).message).toMatch(/^data\.pageToken/);
});

test("a missing organization, document or folder is NOT_FOUND; the threads of one that is being deleted are not returned", async () => {
  const w = await threadsWorld();
  for (const [query, message] of [
    [{ organizationId: "nowhere" }, "Organization does not exist."],
    [{ ...acme, documentId: "nowhere" }, "Document does not exist."],
    [{ ...acme, documentId: "nowhere", annotationIds: ["a"] }, "Document does not exist."],
    [{ ...acme, folderId: "nowhere" }, "Folder does not exist."],
  ] as const)
    expect((await w.fails(path, query)).message).toBe(message);
  const roadmap = `apiKeys/${w.tenant.apiKeyId}/organizations/acme/documents/roadmap`;
  await w.context.store.commit([{ op: "update", path: roadmap, data: { deleting: true } }]);
  expect(await idsBy(w, { userIds: ["eve"] })).toStrictEqual([]);
  expect(await idsBy(w, { annotationIds: ["r-1"] })).toStrictEqual([null]);
  expect((await w.fails(path, { ...acme, documentId: "roadmap" })).message).toBe("Document does not exist.");
});

test("documentId with documentIds and 31 ids are refused", async () => {
  const w = await exampleWorld();
  const ids = Array.from({ length: 31 }, (_, i) => `a${i}`);
  for (const [query, message] of [
    [{ documentId: "a", documentIds: ["b"] }, "data.documentIds must not be given together with documentId."],
    [{ annotationIds: ids }, "data.annotationIds must have at most 30 items."],
    [{ documentIds: ids }, "data.documentIds must have at most 30 items."],
  ] as const)
    expect((await w.fails(path, { ...acme, ...query })).message).toBe(message);
});

test("an id that is requested twice counts once", async () => {
  const w = await threadsWorld();
  expect(await idsBy(w, { annotationIds: ["r-1", "r-1", "none", "none"] })).toStrictEqual(["roadmap r-1", null]);
});

const plan = { ...acme, documentId: "plan" };

for (const [of, query] of [
  ["a document's threads", plan],
  ["an organization's threads, the oldest first", { ...acme, order: "asc" }],
  ["the threads that name a user", { ...plan, userIds: ["ada"] }],
] as const)
  testPaging(path, of, {
    query,
    before: (w) => addDocuments(w, ["plan"]),
    insert: (w, annotationId) =>
      w.ok("/v2/commentannotations/add", {
        ...plan,
        commentAnnotations: [{ annotationId, commentData: [{ commentText: "Hello", from: { userId: "ada" } }] }],
      }),
    remove: (w, id) => w.ok("/v2/commentannotations/delete", { ...plan, annotationIds: [id] }),
    ids: (data) => data.map(({ annotationId }: { annotationId: string }) => annotationId),
  });

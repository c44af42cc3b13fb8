import { expect, test } from "@jest/globals";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { allFeatures, exampleWorld, setFeatures } from "#testing/harness/example-world";
import type { World } from "#testing/harness/world";

const path = "/v2/commentannotations/delete";
const homepage = { organizationId: "acme", documentId: "homepage" };
const all = ["ann-1", "ann-2", "ann-3", "headline"];

async function left(w: World, place: object = homepage): Promise<string[]> {
  const { data } = await w.ok("/v2/commentannotations/get", place);
  return data.map(({ annotationId }: { annotationId: string }) => annotationId).toSorted();
}

test("each thread that the call names is deleted or reported as not found", async () => {
  const w = await exampleWorld();
  const { message, data } = await w.ok(path, { ...homepage, annotationIds: ["ann-1", "nope"] });
  expect(message).toBe("Annotations deleted successfully.");
  expect(data).toStrictEqual({
    "ann-1": { success: true, id: "ann-1", message: "Deleted Successfully" },
    nope: { success: false, id: "nope", message: "Annotation not found.", code: "not-found" },
  });
  expect(await left(w)).toStrictEqual(all.slice(1));
  const again = await w.ok(path, { ...homepage, annotationIds: ["ann-1"] });
  expect(again.data["ann-1"].code).toBe("not-found");
});

for (const [filter, gone] of [
  [{}, all],
  [{ userIds: ["ada"] }, ["ann-1", "headline"]],
  [{ locationIds: ["0"] }, ["ann-1"]],
  [{ userIds: ["ada"], locationIds: [0] }, ["ann-1"]],
  [{ userIds: ["lin"], annotationIds: ["ann-1", "ann-2"] }, ["ann-2"]],
  [{ agentId: "nobody" }, []],
] as const)
  test(`${JSON.stringify(filter)} deletes the threads ${JSON.stringify(gone)} and no others`, async () => {
    const w = await exampleWorld();
    const { data } = await w.ok(path, { ...homepage, ...filter });
    expect(Object.keys(data).filter((id) => data[id].success)).toStrictEqual(gone);
    expect(await left(w)).toStrictEqual(all.filter((id) => !(gone as readonly string[]).includes(id)));
  });

test("threads of agents are selected by agent, by address and as suggestions, if advanced queries are on", async () => {
  const w = await exampleWorld();
  const roadmap = { organizationId: "acme", documentId: "roadmap" };
  const thread = (annotationId: string, agent: object, more = {}) => ({
    annotationId,
    commentData: [{ from: { userId: "bot" }, agent }],
    ...more,
  });
  const commentAnnotations = [
    thread("a", { agentId: "one" }),
    thread("b", { url: "https://example.com/b" }),
    thread("c", {}, { type: "suggestion" }),
    thread("d", { agentId: "two" }),
  ];
  await w.ok("/v2/commentannotations/add", { ...roadmap, commentAnnotations });
  for (const filter of [{ agentId: "one" }, { agentUrls: ["https://example.com/b"] }, { agentSuggestions: true }])
    expect(Object.keys((await w.ok(path, { ...roadmap, ...filter })).data).length).toBe(1);
  expect(await left(w, roadmap)).toStrictEqual(["d"]);
  await setFeatures(w, w.tenant, { ...allFeatures, advancedQueries: false });
  const error = await w.fails(path, { ...roadmap, agentId: "two" });
  expect(error.status).toBe("NOT_FOUND");
  expect(error.message).toMatch(/^Advanced queries are not enabled/);
  expect((await w.ok(path, roadmap)).data.d.success).toBe(true);
});

test("all 450 threads of a document are deleted", async () => {
  const w = await exampleWorld();
  const roadmap = { organizationId: "acme", documentId: "roadmap" };
  const commentAnnotations = Array.from({ length: 450 }, (_, i) => ({
    annotationId: `t${i}`,
    commentData: [{ from: { userId: "ada" } }],
  }));
  await w.ok("/v2/commentannotations/add", { ...roadmap, commentAnnotations });
  expect(Object.keys((await w.ok(path, roadmap)).data).length).toBe(450);
  expect(await left(w, roadmap)).toStrictEqual([]);
  expect((await w.ok(path, roadmap)).data).toStrictEqual({});
});

test("a missing organization or document fails the call", async () => {
  const w = await exampleWorld();
  for (const [request, message] of [
    [{ organizationId: "x" }, "Organization does not exist."],
    [{ documentId: "x" }, "Document does not exist."],
  ] as const)
    expect((await w.fails(path, { ...homepage, ...request })).message).toBe(message);
});

test("deleting a thread emits an event per comment, or one event for more than 200 comments", async () => {
  const w = await exampleWorld();
  await w.ok("/v2/commentannotations/comments/add", {
    ...homepage,
    annotationId: "ann-2",
    commentData: Array.from({ length: 200 }, (_, i) => ({ commentId: i + 2, from: { userId: "lin" } })),
  });
  await addEndpoint(w, "all");
  await w.ok(path, { ...homepage, annotationIds: ["headline", "ann-2", "ann-3", "nope"] });
  const on = (annotationId: string) => ({ ...homepage, annotationId });
  const visibility = { type: "restricted", userIds: ["ada", "grace"] };
  expect(await eventsSent(w)).toStrictEqual([
    ["comment.delete", { ...on("ann-2"), commentIds: Array.from({ length: 201 }, (_, i) => i + 1) }],
    ["comment.delete", { ...on("ann-3"), visibility, commentId: 1 }],
    ["comment.delete", { ...on("headline"), commentId: 1 }],
    ["comment.delete", { ...on("headline"), commentId: 2 }],
  ]);
  await w.ok(path, { ...homepage, annotationIds: ["headline"] });
  await w.fails(path, { ...homepage, documentId: "none" });
  expect(await eventsSent(w)).toStrictEqual([]);
});

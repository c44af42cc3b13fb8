import { expect, test } from "@jest/globals";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { START, type World } from "#testing/harness/world";

const path = "/v2/commentannotations/update";
const homepage = { organizationId: "acme", documentId: "homepage" };
const resolved = { id: "RESOLVED", name: "Resolved", type: "terminal" };
const message = "Annotations updated successfully";

async function read(w: World, annotationId: string) {
  const { data } = await w.ok("/v2/commentannotations/get", { ...homepage, annotationIds: [annotationId] });
  return data[0];
}

async function updateThreads(w: World, request: object) {
  const { data } = await w.ok(path, { ...homepage, ...request });
  return Object.entries(data)
    .filter(([, item]) => (item as { success: boolean }).success)
    .map(([id]) => id);
}

test("each named thread has a result, and omitted fields stay", async () => {
  const w = await exampleWorld();
  const before = await read(w, "ann-1");
  w.advance(1000);
  const updatedData = { status: resolved, statusUpdatedByUserId: "lin", assignedTo: null, context: { a: [[1]] } };
  const reply = await w.ok(path, { ...homepage, annotationIds: ["ann-1", "nope"], updatedData });
  expect(reply.message).toBe("Annotations updated successfully.");
  expect(reply.data).toStrictEqual({
    "ann-1": { success: true, id: "ann-1", message },
    nope: { success: false, id: "nope", message: "Annotation not found.", code: "not-found" },
  });
  const { assignedTo: _, ...otherFields } = before;
  expect(await read(w, "ann-1")).toStrictEqual({
    ...otherFields,
    status: resolved,
    statusUpdatedByUserId: "lin",
    resolvedByUserId: "lin",
    context: { a: [[1]] },
    resolvedByUser: before.comments[1].from,
    lastUpdated: START + 1000,
  });
});

test("the changes may be sent as a list of one element", async () => {
  const w = await exampleWorld();
  const updatedData = [{ priority: { id: "P9", name: "Never" } }];
  await w.ok(path, { ...homepage, annotationIds: ["ann-1"], updatedData });
  expect((await read(w, "ann-1")).priority).toStrictEqual(updatedData[0]?.priority);
  const error = await w.fails(path, { ...homepage, updatedData: [...updatedData, ...updatedData] });
  expect(error.message).toMatch(/^data\.updatedData must be an object of changes, or a list of one\./);
  const wrong = await w.fails(path, { ...homepage, updatedData: { status: { ...resolved, type: "x" } } });
  expect(wrong.message).toBe("data.updatedData.status.type must be one of `default`, `ongoing`, `terminal`.");
  const incomplete = await w.fails(path, { ...homepage, updatedData: [{ priority: { id: "P9" } }] });
  expect(incomplete.message).toBe("data.updatedData[0].priority.name is required.");
});

for (const [filter, expected] of [
  [{}, ["ann-1", "ann-2", "ann-3", "headline"]],
  [{ annotationIds: ["ann-2", "ann-3"] }, ["ann-2", "ann-3"]],
  [{ userIds: ["ada"] }, ["ann-1", "headline"]],
  [{ locationIds: [0] }, ["ann-1"]],
  [{ userIds: ["ada"], annotationIds: ["ann-2", "headline"] }, ["headline"]],
  [{ userIds: ["lin"], locationIds: [0] }, []],
] as const)
  test(`with ${JSON.stringify(filter)} the threads ${JSON.stringify(expected)} are changed and no others`, async () => {
    const w = await exampleWorld();
    expect(await updateThreads(w, { ...filter, updatedData: { context: { seen: true } } })).toStrictEqual(expected);
    for (const id of ["ann-1", "ann-2", "ann-3", "headline"])
      expectWithContext((await read(w, id)).context?.seen ?? false, id).toBe(
        (expected as readonly string[]).includes(id),
      );
  });

test("an open thread has no resolver, even if one is sent", async () => {
  const w = await exampleWorld();
  expect((await read(w, "ann-2")).resolvedByUserId).toBe("ada");
  const status = { id: "OPEN", name: "Open", type: "default" };
  const updatedData = { status, statusUpdatedByUserId: "lin", resolvedByUserId: "lin" };
  await w.ok(path, { ...homepage, annotationIds: ["ann-2"], updatedData });
  const after = await read(w, "ann-2");
  expect([after.status, after.statusUpdatedByUserId]).toStrictEqual([status, "lin"]);
  expect(!("resolvedByUserId" in after) && !("resolvedByUser" in after)).toBe(true);
});

test("a suggestion is replaced with its status", async () => {
  const w = await exampleWorld();
  const suggestion = { newValue: { "": [[]] }, status: "accepted" };
  await w.ok(path, { ...homepage, annotationIds: ["ann-3"], updatedData: { suggestion } });
  expect((await read(w, "ann-3")).suggestion).toStrictEqual(suggestion);
});

test("users are replaced wherever threads name them", async () => {
  const w = await exampleWorld();
  const newUser = { userId: "zoe", name: "Zoe", email: "zoe@example.com", team: "core" };
  expect((await updateThreads(w, { updateUsers: [{ oldUser: { userId: "ada" }, newUser }] })).length).toBe(4);
  const { data } = await w.ok("/v2/commentannotations/get", homepage);
  expect(JSON.stringify(data)).not.toContain('"ada"');
  expect((await read(w, "ann-1")).from).toStrictEqual(newUser);
  expect((await read(w, "ann-1")).comments[1].reactionAnnotations[0].from).toStrictEqual(newUser);
});

test("marking a thread as read changes no date and clears the unread count", async () => {
  const w = await exampleWorld();
  const unread = async () => {
    const { data } = await w.ok("/v2/commentannotations/count/get", {
      organizationId: "acme",
      documentIds: ["homepage"],
      userId: "grace",
    });
    return data.homepage.unread;
  };
  const { lastUpdated } = await read(w, "ann-1");
  expect(await unread()).toBe(3);
  w.advance(1000);
  await updateThreads(w, { updatedData: { viewedByUserIds: ["grace"] } });
  const after = await read(w, "ann-1");
  expect([after.viewedByUserIds, after.lastUpdated]).toStrictEqual([["grace"], lastUpdated]);
  expect(await unread()).toBe(0);
});

test("all 501 threads of a document are changed, and a thread that becomes too large fails alone", async () => {
  const w = await exampleWorld();
  const place = { organizationId: "acme", documentId: "roadmap" };
  const many = Array.from({ length: 501 }, (_, i) => ({
    annotationId: `t${i}`,
    commentData: [{ from: { userId: "ada" }, ...(i === 7 && { commentText: "x".repeat(990_000) }) }],
  }));
  for (const commentAnnotations of [many.slice(0, 250), many.slice(250)])
    await w.ok("/v2/commentannotations/add", { ...place, commentAnnotations });
  const { data } = await w.ok(path, { ...place, updatedData: { context: { text: "x".repeat(10_000) } } });
  expect(Object.keys(data).length).toBe(501);
  const failed = Object.entries(data).filter(([, item]) => !(item as { success: boolean }).success);
  expect(failed.map(([id, item]) => [id, (item as { code: string }).code])).toStrictEqual([["t7", "invalid-argument"]]);
});

test("a missing organization or document fails the call, and 501 ids or a repeated id are refused", async () => {
  const w = await exampleWorld();
  const ids = Array.from({ length: 501 }, (_, i) => `a${i}`);
  for (const [request, text] of [
    [{ organizationId: "x" }, "Organization does not exist."],
    [{ documentId: "x" }, "Document does not exist."],
    [{ annotationIds: ids }, "data.annotationIds must have at most 500 items."],
    [{ annotationIds: ["a", "a"] }, 'data.annotationIds names "a" more than once.'],
  ] as const)
    expect((await w.fails(path, { ...homepage, updatedData: { priority: null }, ...request })).message).toBe(text);
});

test("an event describes the changes of each thread, and unchanged or failed threads emit none", async () => {
  const w = await exampleWorld();
  await addEndpoint(w, "all");
  const lin = { userId: "lin", name: "Lin Chen" };
  const updatedData = {
    status: resolved,
    statusUpdatedByUserId: "lin",
    priority: null,
    assignedTo: { ...lin, team: "core" },
    suggestion: { status: "accepted", newValue: "x" },
  };
  await w.ok(path, { ...homepage, annotationIds: ["ann-1", "ann-2", "ann-3", "nope"], updatedData });
  const on = (annotationId: string) => ({ ...homepage, annotationId });
  const only = { visibility: { type: "restricted", userIds: ["ada", "grace"] } };
  const decided = { suggestion: { status: "accepted" } };
  const change = {
    actionUser: lin,
    oldStatus: { id: "OPEN", name: "Open", type: "default", color: "#2563EB", lightColor: "#DBEAFE" },
    newStatus: resolved,
  };
  const assigned = { assignedTo: lin };
  expect(await eventsSent(w)).toStrictEqual([
    ["comment_annotation.assign", { ...on("ann-1"), ...assigned }],
    ["comment_annotation.assign", { ...on("ann-2"), ...assigned }],
    ["comment_annotation.assign", { ...on("ann-3"), ...only, ...assigned }],
    ["comment_annotation.priority_change", { ...on("ann-1"), newPriority: null }],
    ["comment_annotation.status_change", { ...on("ann-1"), ...change }],
    ["comment_annotation.status_change", { ...on("ann-3"), ...only, ...change }],
    ["comment_annotation.suggestion_accept", { ...on("ann-1"), ...decided }],
    ["comment_annotation.suggestion_accept", { ...on("ann-2"), ...decided }],
    ["comment_annotation.suggestion_accept", { ...on("ann-3"), ...only, ...decided }],
  ]);
  await w.ok(path, { ...homepage, annotationIds: ["ann-1", "ann-2", "ann-3"], updatedData });
  expect(await eventsSent(w)).toStrictEqual([]);
  await w.ok(path, { ...homepage, annotationIds: ["ann-3"], updatedData: { suggestion: { status: "rejected" } } });
  expect(await eventsSent(w)).toStrictEqual([
    ["comment_annotation.suggestion_reject", { ...on("ann-3"), ...only, suggestion: { status: "rejected" } }],
  ]);
  await w.fails(path, { ...homepage, documentId: "none", updatedData: { assignedTo: null } });
  const context = { text: "x".repeat(999_500) };
  const { data } = await w.ok(path, {
    ...homepage,
    annotationIds: ["ann-1"],
    updatedData: { assignedTo: null, context },
  });
  expect(data["ann-1"].success).toBe(false);
  expect(await eventsSent(w)).toStrictEqual([]);
});

test("the events of a user's own change name the user as the token does", async () => {
  const w = await exampleWorld();
  await addEndpoint(w, "all");
  const token = await w.token("zoe", { resources: [{ type: "organization", id: "acme", accessRole: "editor" }] });
  const updatedData = { status: resolved, priority: null, subscribeUserIds: ["zoe"] };
  await w.ok(path, { ...homepage, annotationIds: ["ann-1"], updatedData }, { token });
  const zoe = { userId: "zoe", name: "zoe of the token", email: "token@example.com" };
  expect((await eventsSent(w)).map(([type, { actionUser }]) => [type, actionUser])).toStrictEqual([
    ["comment_annotation.priority_change", zoe],
    ["comment_annotation.status_change", zoe],
    ["comment_annotation.subscribe", zoe],
  ]);
});

const decisions = [
  ["accepted", "accept"],
  ["rejected", "reject"],
  ["approved", "approve"],
] as const;
for (const [moderation, event] of decisions)
  test(`a thread that a moderator has ${moderation} has that state, and one event is emitted`, async () => {
    const w = await exampleWorld();
    await addEndpoint(w, "all");
    const request = { ...homepage, annotationIds: ["ann-1"], updatedData: { moderation } };
    for (let n = 0; n < 2; n++) await w.ok(path, request);
    expect((await read(w, "ann-1")).moderation).toBe(moderation);
    const events = await eventsSent(w);
    expect(events.map(([type]) => type)).toStrictEqual([`comment_annotation.${event}`]);
    expect(events[0]?.[1]).toMatchObject({ ...homepage, annotationId: "ann-1", moderation });
  });

test("users subscribe to and unsubscribe from a thread, which emits one event and changes nothing else of it", async () => {
  const w = await exampleWorld();
  await addEndpoint(w, "all");
  const change = (updatedData: object) => w.ok(path, { ...homepage, annotationIds: ["ann-1"], updatedData });
  const before = await read(w, "ann-1");
  w.advance(1000);
  await change({ subscribeUserIds: ["ada", "lin", "ada"] });
  await change({ subscribeUserIds: ["lin"] });
  expect(await read(w, "ann-1")).toStrictEqual({ ...before, subscribedUserIds: ["ada", "lin"] });
  await change({ unsubscribeUserIds: ["ada", "nobody"] });
  expect((await read(w, "ann-1")).subscribedUserIds).toStrictEqual(["lin"]);
  await change({ unsubscribeUserIds: ["lin"] });
  expect(await read(w, "ann-1")).toStrictEqual(before);
  const events = (await eventsSent(w)).map(([type, { userIds, actionUser }]) => [type, userIds, actionUser]);
  expect(events.toSorted()).toStrictEqual([
    ["comment_annotation.subscribe", ["ada", "lin"], undefined],
    ["comment_annotation.unsubscribe", ["ada"], { userId: "ada", name: "Ada Lovelace", email: "ada@example.com" }],
    ["comment_annotation.unsubscribe", ["lin"], { userId: "lin", name: "Lin Chen", email: "lin@example.com" }],
  ]);
});

test("users can subscribe only themselves, and can't moderate", async () => {
  const w = await exampleWorld();
  const token = await w.token("lin", { resources: [{ type: "organization", id: "acme", accessRole: "editor" }] });
  const change = (updatedData: object) => ({ ...homepage, annotationIds: ["ann-1"], updatedData });
  await w.ok(path, change({ subscribeUserIds: ["lin"] }), { token });
  expect((await read(w, "ann-1")).subscribedUserIds).toStrictEqual(["lin"]);
  for (const refused of [{ subscribeUserIds: ["ada"] }, { unsubscribeUserIds: ["ada"] }, { moderation: "approved" }])
    expect((await w.fails(path, change(refused), { token })).status).toBe("PERMISSION_DENIED");
});

test("a list in the customer's own fields is returned as it was sent, and each change of it emits an event", async () => {
  const w = await exampleWorld();
  await addEndpoint(w, "all");
  const change = (customList: unknown) =>
    w.ok(path, { ...homepage, annotationIds: ["ann-1"], updatedData: { customList } });
  const customList = [{ id: "design", label: "Design", color: "red" }, { id: "later" }];
  await change(customList);
  await change(customList);
  expect((await read(w, "ann-1")).customList).toStrictEqual(customList);
  await change(null);
  expect((await read(w, "ann-1")).customList).toBeUndefined();
  const events = await eventsSent(w);
  expect(events.map(([type, data]) => [type, data.customList])).toStrictEqual([
    ["comment_annotation.custom_list_change", []],
    ["comment_annotation.custom_list_change", customList],
  ]);
});

test("an update that changes nothing is refused", async () => {
  const w = await exampleWorld();
  for (const [change, message] of [
    [{}, "data.updatedData is required unless there are updateUsers."],
    [{ updatedData: {} }, "data.updatedData must not be empty."],
  ] as const)
    expect(await w.fails(path, { ...homepage, ...change })).toMatchObject({ status: "INVALID_ARGUMENT", message });
});

import { expect, test } from "@jest/globals";
import { annotationId, located, moment, placeOf, toReadComment } from "#testing/fixtures/comments/written";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { type RoundTripItem, reading, testRoundTrip } from "#testing/harness/properties/round-trip";
import { START, type World, world } from "#testing/harness/world";

const path = "/v2/commentannotations/add";
const place = { organizationId: "acme", documentId: "roadmap" };
const ada = { userId: "ada", name: "Ada Lovelace", photoUrl: "https://example.com/ada.png" };
const lin = { userId: "lin" };
const thread = (annotationId?: string, from: object = ada) => ({ annotationId, commentData: [{ from }] });

async function read(w: World, query: object = {}) {
  return (await w.ok("/v2/commentannotations/get", { ...place, ...query })).data;
}

test("the result of each thread is listed under its id, sent or generated, with the numbers of its comments", async () => {
  const w = await exampleWorld();
  const threadWithoutId = { commentData: [{ commentId: 7, from: ada }, { from: lin }] };
  const { message, data } = await w.ok(path, { ...place, commentAnnotations: [thread("a"), threadWithoutId] });
  expect(message).toBe("Comment Annotation(s) added successfully.");
  const [id] = Object.keys(data).filter((key) => key !== "a");
  expect(String(id)).toMatch(/^ann_/);
  expect(data).toStrictEqual({
    a: { success: true, annotationId: "a", commentIds: [START], message: "Added Successfully" },
    [String(id)]: { success: true, annotationId: id, commentIds: [7, START], message: "Added Successfully" },
  });
});

test("comments may be sent under the name that replies use, on both versions, and by users as their own", async () => {
  const w = await exampleWorld();
  const token = await w.token("lin", { resources: [{ type: "organization", id: "acme", accessRole: "editor" }] });
  const add = (version: string, annotationId: string, comments: object[], options = {}) =>
    w.request(
      `/${version}/commentannotations/add`,
      { ...place, commentAnnotations: [{ annotationId, comments }] },
      options,
    );
  expect(
    (await add("v2", "a", [{ commentText: "v2", from: ada }])).headers["x-service-ignored-fields"],
  ).toBeUndefined();
  await add("v1", "b", [{ commentText: "v1", from: ada }]);
  await add("v2", "c", [{ commentText: "own" }], { token });
  const texts = (await read(w, { order: "asc" })).map(({ comments: [first] }: RoundTripItem) => [
    first.commentText,
    first.from.userId,
  ]);
  expect(texts.toSorted()).toStrictEqual([
    ["own", "lin"],
    ["v1", "ada"],
    ["v2", "ada"],
  ]);
  expect((await add("v2", "d", [{ from: ada }], { token })).status).toBe(403);
  expect((await add("v2", "d", [{ commentText: 1, from: ada }])).body.error.message).toBe(
    "data.commentAnnotations[0].commentData[0].commentText must be a string, not a number.",
  );
});

test("if comments are sent under both names, commentData is used and the reply reports the other as ignored", async () => {
  const w = await exampleWorld();
  const both = {
    commentData: [{ commentText: "counts", from: ada }],
    comments: [{ commentText: "does not", from: ada }],
  };
  const { headers } = await w.request(path, { ...place, commentAnnotations: [both] });
  expect(headers["x-service-ignored-fields"]).toBe("comments");
  expect((await read(w))[0].comments.map(({ commentText }: RoundTripItem) => commentText)).toStrictEqual(["counts"]);
});

test("by default a thread is open and public, and its author is the author of its first comment", async () => {
  const w = await exampleWorld();
  await w.ok(path, { ...place, commentAnnotations: [thread("a")] });
  const apiKey = w.tenant.apiKeyId;
  expect(await read(w)).toStrictEqual([
    {
      annotationId: "a",
      documentId: "roadmap",
      from: ada,
      status: { id: "OPEN", name: "Open", type: "default", color: "#2563EB", lightColor: "#DBEAFE" },
      type: "comment",
      commentType: "manual",
      sourceType: "rest-api",
      visibility: { type: "public" },
      visibilityConfig: { type: "public", userIds: [] },
      viewedByUserIds: [],
      metadata: { apiKey, organizationId: "acme", documentId: "roadmap" },
      createdAt: START,
      lastUpdated: START,
      comments: [
        {
          commentId: START,
          from: ada,
          createdAt: START,
          lastUpdated: new Date(START).toISOString(),
          reactionCount: 0,
        },
      ],
    },
  ]);
});

const full = {
  annotationId: "full/thread",
  location: { id: 0, locationName: "Top", constructor: { toString: 1 } },
  targetElement: { elementId: "h1", targetText: "Hello", occurrence: 1, selectAllContent: false },
  pageInfo: { url: "https://example.com" },
  isPageAnnotation: false,
  positionX: 1.5,
  positionY: -2,
  screenWidth: 100,
  screenHeight: 200,
  screenScrollTop: 3,
  screenScrollHeight: 400,
  assignedTo: { ...lin, color: "#FFF" },
  context: { access: { team: "core" }, hasOwnProperty: [[1], [{}]] },
  metadata: { ticket: "T-1" },
  priority: { id: "P0", name: "Urgent", color: "red", lightColor: "pink" },
  suggestion: { targetId: "t", targetType: "text", oldValue: null, newValue: [[1]], summary: "s", driftDetected: true },
  from: lin,
  status: { id: "X", name: "X", type: "ongoing", color: "red", lightColor: "pink", svg: "<svg/>", iconUrl: "i" },
  type: "suggestion",
  commentType: "chart",
  visibility: { type: "restricted", organizationId: "acme", userIds: ["ada", "lin"] },
  createdAt: 1000,
  lastUpdated: 2000,
};
const fullComment = {
  commentId: Number.MAX_SAFE_INTEGER,
  commentText: "Hello {{lin}}",
  commentHtml: "<p>Hello {{lin}}</p>",
  context: { a: { b: [1, null] } },
  isCommentResolverUsed: false,
  isCommentTextAvailable: true,
  taggedUserContacts: [
    { text: "@Lin", userId: "lin", contact: { userId: "lin", name: "Lin", email: "l@example.com" } },
  ],
  attachments: [
    {
      attachmentId: 5,
      name: "a.png",
      bucketPath: "p",
      size: 12,
      type: "png",
      url: "https://example.com/a.png",
      thumbnail: "t",
      mimeType: "image/png",
      metadata: { toString: "x" },
    },
  ],
  reactionAnnotations: [
    { annotationId: "r", reactionId: "i", icon: "heart", from: lin, createdAt: 1100, lastUpdated: 1200 },
  ],
  agent: {
    agentId: "g",
    executionId: "e",
    agentType: "t",
    agentSource: "s",
    url: "https://example.com",
    more: { a: 1 },
  },
  from: ada,
  createdAt: 1000,
  lastUpdated: "1970-01-01T00:00:01.500Z",
};

test("a thread with every field is returned as it was sent", async () => {
  const w = await exampleWorld();
  const commentData = [{ ...fullComment, triggerNotification: true, triggerActivities: true }];
  const { data } = await w.ok(path, { ...place, commentAnnotations: [{ ...full, commentData }] });
  expect(data["full/thread"].success).toBe(true);
  const apiKey = w.tenant.apiKeyId;
  expect(await read(w)).toStrictEqual([
    {
      ...full,
      documentId: "roadmap",
      suggestion: { ...full.suggestion, status: "pending" },
      metadata: { ticket: "T-1", apiKey, organizationId: "acme", documentId: "roadmap" },
      visibilityConfig: { ...full.visibility, organizationIds: ["acme"] },
      sourceType: "agent",
      viewedByUserIds: [],
      comments: [{ ...fullComment, reactionCount: 1 }],
    },
  ]);
});

test("an id in use fails its thread only, and the existing thread is unchanged", async () => {
  const w = await exampleWorld();
  await w.ok(path, { ...place, commentAnnotations: [thread("a")] });
  const { data } = await w.ok(path, { ...place, commentAnnotations: [thread("a", lin), thread("b")] });
  const message = "Annotation already exists.";
  expect(data.a).toStrictEqual({ success: false, id: "a", message, code: "already-exists" });
  expect(data.b.success).toBe(true);
  expect((await read(w, { annotationIds: ["a"] }))[0].from).toStrictEqual(ada);
});

test("a repeated comment number fails its thread", async () => {
  const w = await exampleWorld();
  const twice = { annotationId: "a", commentData: [1, 1].map((commentId) => ({ commentId, from: ada })) };
  const { data } = await w.ok(path, { ...place, commentAnnotations: [twice, thread("b")] });
  expect([data.a.code, data.b.success]).toStrictEqual(["already-exists", true]);
  expect(await read(w, { annotationIds: ["a"] })).toStrictEqual([null]);
});

test("verifyUserPermissions denies threads of authors who may not write, identified by their index if they have no id", async () => {
  const w = await exampleWorld();
  const eve = { userId: "eve" };
  const mixed = { annotationId: "mixed", commentData: [{ from: ada }, { from: eve }] };
  const request = { ...place, verifyUserPermissions: true };
  const threads = [thread("a"), thread(undefined, eve), thread("b", eve), mixed];
  const { data } = await w.ok(path, { ...request, commentAnnotations: threads });
  const message = 'User "eve" may not write to the document.';
  const denied = (id: string) => ({ success: false, id, message, code: "permission-denied" });
  expect(data.a.success).toBe(true);
  delete data.a;
  const key = "__service_denied:1";
  expect(data).toStrictEqual({ [key]: denied(key), b: denied("b"), mixed: denied("mixed") });
  expect((await read(w)).length).toBe(1);
  expect((await w.ok(path, { ...place, commentAnnotations: [thread("b", eve)] })).data.b.success).toBe(true);
});

test("a viewer is denied, and so is an editor while the document is disabled", async () => {
  const w = await exampleWorld();
  const vic = { userId: "vic" };
  await w.ok("/v2/users/add", { ...place, users: [{ ...vic, accessRole: "viewer" }] });
  const codes = async () => {
    const commentAnnotations = [thread("v", vic), thread("e", lin)];
    const { data } = await w.ok(path, { ...place, verifyUserPermissions: true, commentAnnotations });
    return [data.v.code, data.e.code];
  };
  await w.ok("/v2/organizations/documents/access/disablestate/update", {
    organizationId: "acme",
    documentIds: ["roadmap"],
    disabled: true,
  });
  expect(await codes()).toStrictEqual(["permission-denied", "permission-denied"]);
  await w.ok("/v2/organizations/documents/access/disablestate/update", {
    organizationId: "acme",
    documentIds: ["roadmap"],
    disabled: false,
  });
  expect(await codes()).toStrictEqual(["permission-denied", undefined]);
});

test("members of an organization may write to a document that the call creates, others may not", async () => {
  const w = await exampleWorld();
  const request = { organizationId: "acme", documentId: "new", createDocument: true, verifyUserPermissions: true };
  const { data } = await w.ok(path, { ...request, commentAnnotations: [thread("a"), thread("b", { userId: "eve" })] });
  expect([data.a.success, data.b.code]).toStrictEqual([true, "permission-denied"]);
});

test("a missing organization or document fails the call unless the call asks to create it", async () => {
  const w = await world();
  const request = { ...place, commentAnnotations: [thread("a")] };
  expect((await w.fails(path, request)).message).toStrictEqual("Organization does not exist.");
  const { http, message } = await w.fails(path, { ...request, createOrganization: true });
  expect([http, message]).toStrictEqual([404, "Document does not exist."]);
  const reply = await w.ok(path, { ...request, createOrganization: true, createDocument: true });
  expect(reply.data.a.success).toBe(true);
});

test("500 threads are accepted; 501 threads, 501 comments and a repeated thread are refused", async () => {
  const w = await exampleWorld();
  const many = Array.from({ length: 501 }, (_, i) => thread(`t${i}`));
  const { data } = await w.ok(path, { ...place, commentAnnotations: many.slice(1) });
  expect(Object.values(data).filter((item) => (item as { success: boolean }).success).length).toBe(500);
  for (const [commentAnnotations, message] of [
    [many, "data.commentAnnotations must have at most 500 items."],
    [[thread("a"), thread("a")], 'data.commentAnnotations names "a" more than once.'],
    [[{ commentData: many }], "data.commentAnnotations[0].commentData must have at most 500 items."],
  ])
    expect((await w.fails(path, { ...place, commentAnnotations })).message).toBe(message);
});

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
for (const [wrong, message] of [
  [{ annotationId: "a:b" }, "annotationId must not contain a colon."],
  [{ commentData: [] }, "commentData must not be empty."],
  [{ commentData: [{}] }, "commentData[0].from is required."],
  [{ commentData: [{ from: ada, commentId: 2 ** 53 }] }, "commentData[0].commentId must be"],
  [{ status: { id: "X", name: "X", type: "default" } }, "status.color is required."],
  [{ status: { id: "X", name: "X", type: "closed", color: "r", lightColor: "r" } }, "status.type must be one of"],
  [{ visibility: { type: "restricted" } }, "visibility.userIds is required and must not be empty"],
  [{ visibility: { type: "restricted", userIds: [] } }, "visibility.userIds is required and must not be empty"],
  [{ visibility: { type: "organizationPrivate" } }, "visibility.organizationId is required"],
  [{ location: {} }, "location.id is required when there is no locationName."],
  [{ location: { id: [] } }, "location.id must be a string or a number."],
  [{ context: deep(101) }, "context must be an object"],
  [{ context: { a: deep(100) } }, "context must not nest deeper than 100 levels."],
  [{ suggestion: { newValue: deep(101) } }, "suggestion.newValue must not nest deeper than 100 levels."],
] as const)
  test(`${JSON.stringify(wrong).slice(0, 70)} is refused: ${message}`, async () => {
    const w = await exampleWorld();
    const error = await w.fails(path, { ...place, commentAnnotations: [{ ...thread(), ...wrong }] });
    expect(error.status).toBe("INVALID_ARGUMENT");
    expectWithContext(error.message.startsWith(`data.commentAnnotations[0].${message}`), error.message).toBeTruthy();
    expect(await read(w)).toStrictEqual([]);
  });

test("__proto__ is refused as a key and accepted as an id", async () => {
  const w = await exampleWorld();
  const raw = `{"data":{"organizationId":"acme","documentId":"roadmap","commentAnnotations":[{"annotationId":"__proto__",
    "context":{"__proto__":1},"commentData":[{"from":{"userId":"__proto__"}}]}]}}`;
  expect((await w.fails(path, undefined, { raw })).status).toBe("INVALID_ARGUMENT");
  const fine = raw.replace('"context":{"__proto__":1},', "");
  const { data } = await w.ok(path, undefined, { raw: fine });
  expect(Object.keys(data)).toStrictEqual(["__proto__"]);
  const [read1] = await read(w, { userIds: ["__proto__"] });
  expect([read1.annotationId, read1.from]).toStrictEqual(["__proto__", { userId: "__proto__" }]);
});

test("a thread of more than a million bytes fails with an error that says so", async () => {
  const w = await exampleWorld();
  const large = { annotationId: "a", commentData: [{ from: ada, commentText: "x".repeat(1_000_000) }] };
  const { data } = await w.ok(path, { ...place, commentAnnotations: [large] });
  expect(data.a.code).toBe("invalid-argument");
  expect(data.a.message).toMatch(/must not be larger than 1000000 bytes/);
});

test("of ten concurrent calls with the same id, one adds the thread", async () => {
  const w = await exampleWorld();
  const calls = Array.from({ length: 10 }, (_, i) =>
    w.ok(path, { ...place, commentAnnotations: [thread("a", { userId: `u${i}` })] }),
  );
  const outcomes = (await Promise.all(calls)).map(({ data }) => data.a.code ?? "added");
  expect(outcomes.toSorted()).toStrictEqual(["added", ...Array(9).fill("already-exists")]);
});

test("each new thread emits an event with its first comments, after those of the organization and document that the call creates", async () => {
  const w = await world();
  await addEndpoint(w, "all");
  const status = { id: "OPEN", name: "Open", type: "default", color: "#2563EB", lightColor: "#DBEAFE" };
  const eventOf = (from: object) => ({ actionUser: from, status, comments: [{ commentId: START, from }] });
  const making = { createOrganization: true, createDocument: true };
  const secret = { ...thread("b", lin), visibility: { type: "restricted", userIds: ["ada"] } };
  await w.ok(path, { ...place, ...making, commentAnnotations: [thread("a"), secret] });
  const { photoUrl: _, ...adaTold } = ada;
  expect(await eventsSent(w)).toStrictEqual([
    ["comment_annotation.add", { ...place, annotationId: "a", ...eventOf(adaTold) }],
    [
      "comment_annotation.add",
      { ...place, annotationId: "b", visibility: { type: "restricted", userIds: ["ada", "lin"] }, ...eventOf(lin) },
    ],
    ["document.add", { ...place, folderId: "root" }],
    ["organization.add", { organizationId: "acme" }],
  ]);
});

test("no event is emitted for a thread or a call that fails", async () => {
  const w = await exampleWorld();
  await w.ok(path, { ...place, commentAnnotations: [thread("a")] });
  await addEndpoint(w, "all");
  const { data } = await w.ok(path, { ...place, commentAnnotations: [thread("a"), thread("b")] });
  expect(data.a.success).toBe(false);
  await w.fails(path, { ...place, documentId: "none", commentAnnotations: [thread("c")] });
  expect((await eventsSent(w)).map(([type, { annotationId }]) => [type, annotationId])).toStrictEqual([
    ["comment_annotation.add", "b"],
  ]);
});

/** A thread is identified by its id, a comment within it by its number; its author can always see it. */
function fitThread(item: RoundTripItem): RoundTripItem {
  const commentData = item.commentData.map((comment: RoundTripItem, i: number) => ({ ...comment, commentId: i }));
  const author = (item.from ?? commentData[0].from).userId;
  const { type, userIds = [], organizationId = "acme" } = item.visibility ?? {};
  const limitedVisibility = { type, organizationId, userIds: [...new Set([...userIds, author])] };
  const visibility = type === "public" ? { type } : limitedVisibility;
  return located({ ...item, commentData, ...(type && { visibility }) });
}

function toReadThread({ commentData, ...item }: RoundTripItem, w: World): RoundTripItem {
  const { visibility: { organizationId = undefined, userIds = [], type = "public" } = {}, suggestion } = item;
  return {
    ...item,
    ...(suggestion && { suggestion: { ...suggestion, status: "pending" } }),
    documentId: "plan",
    metadata: { ...item.metadata, ...placeOf(w) },
    visibilityConfig: { type, userIds, ...(organizationId && { organizationId, organizationIds: [organizationId] }) },
    sourceType: commentData[0].agent ? "agent" : "rest-api",
    viewedByUserIds: [],
    comments: commentData.map(toReadComment),
  };
}

testRoundTrip(path, "a comment thread", {
  list: "commentAnnotations",
  id: "annotationId",
  beside: { organizationId: "acme", documentId: "plan", createOrganization: true, createDocument: true },
  fields: { annotationId, createdAt: moment, lastUpdated: moment },
  fit: fitThread,
  read: reading("/v2/commentannotations/get", { organizationId: "acme", documentId: "plan" }),
  toRead: toReadThread,
});

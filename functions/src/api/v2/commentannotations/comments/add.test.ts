import { expect, test } from "@jest/globals";
import { thread, threadInStore, worldWithThread } from "#testing/fixtures/comments/threads";
import { beginThread, moment, toReadComment } from "#testing/fixtures/comments/written";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { expectWithContext } from "#testing/harness/jest/context";
import { testRoundTrip } from "#testing/harness/properties/round-trip";
import { TRAPS } from "#testing/harness/properties/texts";
import { dump } from "#testing/harness/store/store-dump";
import { type World, world } from "#testing/harness/world";

const path = "/v2/commentannotations/comments/add";
const ada = { userId: "ada", name: "Ada Lovelace", email: "ada@example.com" };
const says = (commentText: string) => ({ commentText, from: ada });

const commentsOf = async (w: World) => (await w.ok("/v2/commentannotations/comments/get", thread)).data;

test("comments are appended to a thread, and the reply lists their ids in order", async () => {
  const w = await worldWithThread();
  w.advance(1000);
  const result = await w.ok(path, { ...thread, commentData: [says("Fourth"), { commentId: 9, ...says("Fifth") }] });
  const now = w.context.now();
  expect(result).toStrictEqual({ status: "success", message: "Comment(s) added successfully.", data: [now, 9] });
  expect((await commentsOf(w)).map(({ commentText }: { commentText: string }) => commentText)).toStrictEqual([
    "First",
    "Second",
    "Third",
    "Fifth",
    "Fourth",
  ]);
});

test("comments may be sent under the name that replies use, on both versions", async () => {
  const w = await worldWithThread();
  for (const version of ["v1", "v2"])
    await w.ok(`/${version}/commentannotations/comments/add`, { ...thread, comments: [says(version)] });
  const texts = (await commentsOf(w)).map(({ commentText }: { commentText: string }) => commentText);
  expect(texts.slice(3)).toStrictEqual(["v1", "v2"]);
});

test("a comment with every field is returned as it was sent", async () => {
  const w = await worldWithThread();
  const lin = { userId: "lin", name: "Lin Chen", email: "lin@example.com" };
  const contact = { userId: "grace", name: "Grace Hopper", email: "grace@example.com" };
  const input = {
    commentId: 42,
    commentText: "Ask {{grace}} about it",
    commentHtml: "<p>Ask {{grace}} about it</p>",
    context: { constructor: 1, toString: [null, [[]]], hasOwnProperty: { a: "__proto__" } },
    isCommentResolverUsed: true,
    isCommentTextAvailable: false,
    from: { ...ada, photoUrl: "https://example.com/ada.png" },
    createdAt: 1_700_000_000_000,
    lastUpdated: 1_700_000_000_001,
    taggedUserContacts: [{ text: "@Grace", userId: "grace", contact }],
    attachments: [
      {
        attachmentId: 7,
        name: "plan.pdf",
        bucketPath: "files/plan.pdf",
        size: 1024,
        type: "pdf",
        url: "https://example.com/plan.pdf",
        thumbnail: "https://example.com/plan.png",
        mimeType: "application/pdf",
        metadata: { pages: 3 },
      },
    ],
    reactionAnnotations: [
      { annotationId: "r1", reactionId: "thumbs-up", icon: "👍", from: lin, createdAt: 5, lastUpdated: 6 },
    ],
    agent: { agentId: "proof-reader", agentName: "Proof reader" },
  };
  await w.ok(path, { ...thread, commentData: [{ ...input, triggerNotification: true, triggerActivities: true }] });
  const { data } = await w.ok("/v2/commentannotations/comments/get", { ...thread, commentIds: [42] });
  expect(data).toStrictEqual([{ ...input, lastUpdated: "2023-11-14T22:13:20.001Z", reactionCount: 1 }]);
});

test("the thread's last change is updated, and the thread is found by the users whom its new comments name", async () => {
  const w = await worldWithThread();
  w.advance(5000);
  await w.ok(path, { ...thread, commentData: [{ commentText: "{{grace}}?", from: { userId: "linus" } }] });
  const people = ["ada", "grace", "lin", "linus"];
  expect(await threadInStore(w)).toStrictEqual({ lastUpdated: w.context.now(), people });
});

test("an existing or repeated comment id fails the call, and no comment is added", async () => {
  const w = await worldWithThread();
  const before = await dump(w.context.store);
  for (const [id, commentData] of [
    [2, [says("new"), { commentId: 2, ...says("again") }]],
    [8, [8, 8].map((commentId) => ({ commentId, ...says("twice") }))],
  ] as const) {
    const { status, message } = await w.fails(path, { ...thread, commentData });
    expect([status, message]).toStrictEqual(["ALREADY_EXISTS", `Comment ${id} already exists.`]);
  }
  expect(await dump(w.context.store)).toStrictEqual(before);
});

test("a missing organization, document or thread is NOT_FOUND, and a call without a thread creates nothing", async () => {
  const w = await worldWithThread();
  const before = await dump(w.context.store);
  const making = { createOrganization: true, createDocument: true };
  for (const [place, message] of [
    [{ organizationId: "none" }, "Organization does not exist."],
    [{ documentId: "none" }, "Document does not exist."],
    [{ annotationId: "none" }, "Annotation not found."],
    [{ organizationId: "none", ...making }, "Annotation not found."],
    [{ documentId: "none", ...making }, "Annotation not found."],
  ] as const) {
    const error = await w.fails(path, { ...thread, ...place, commentData: [says("hello")] });
    expectWithContext([error.status, error.message], JSON.stringify(place)).toStrictEqual(["NOT_FOUND", message]);
  }
  expect(await dump(w.context.store)).toStrictEqual(before);
});

test("with verifyUserPermissions an author who may not write is refused, and nothing is added", async () => {
  const w = await worldWithThread();
  const { annotationId: _, ...place } = thread;
  const users = [
    { userId: "ada", accessRole: "editor" },
    { userId: "lin", accessRole: "viewer" },
  ];
  await w.ok("/v2/users/add", { ...place, users });
  const by = (userId: string) => ({ commentText: "hello", from: { userId } });
  const verifyUserPermissions = true;
  await w.ok(path, { ...thread, verifyUserPermissions, commentData: [by("ada")] });
  for (const userId of ["lin", "nobody"]) {
    const request = { ...thread, verifyUserPermissions, commentData: [by("ada"), by(userId)] };
    const { status, message } = await w.fails(path, request);
    expect([status, message]).toStrictEqual(["PERMISSION_DENIED", `User "${userId}" may not write to the document.`]);
  }
  expect((await commentsOf(w)).length).toBe(4);
  await w.ok(path, { ...thread, commentData: [by("nobody")] });
});

test("501 comments, unknown ids, deep JSON and a forbidden key are refused by their field, and nothing is added", async () => {
  const w = await worldWithThread();
  const before = await dump(w.context.store);
  const deep = JSON.parse(`${'{"a":'.repeat(101)}1${"}".repeat(101)}`);
  const one = says("hello");
  for (const [commentData, message] of [
    [Array.from({ length: 501 }, () => one), "data.commentData must have at most 500 items."],
    [[], "data.commentData must not be empty."],
    [[{ commentText: "by nobody" }], "data.commentData[0].from is required."],
    [[{ ...one, commentId: "1" }], "data.commentData[0].commentId must be a number, not a string."],
    [[{ ...one, commentId: 1.5 }], "data.commentData[0].commentId must be a whole number."],
    [[{ ...one, context: deep }], "data.commentData[0].context must not nest deeper than 100 levels."],
    [
      [{ ...one, from: { userId: "a\nb" } }],
      "data.commentData[0].from.userId must be valid text without control characters.",
    ],
  ] as const) {
    const error = await w.fails(path, { ...thread, commentData });
    expect([error.status, error.message]).toStrictEqual(["INVALID_ARGUMENT", message]);
  }
  const raw = JSON.stringify({ data: { ...thread, commentData: [{ ...one, context: {} }] } });
  const polluted = await w.fails(path, undefined, {
    raw: raw.replace('"context":{}', '"context":{"__proto__":{"a":1}}'),
  });
  expect(polluted.status).toBe("INVALID_ARGUMENT");
  expect(await dump(w.context.store)).toStrictEqual(before);
});

test("ids such as __proto__ and constructor are ordinary ids of users and threads", async () => {
  const w = await world();
  const place = { organizationId: "__proto__", documentId: "constructor" };
  const annotations = TRAPS.map((annotationId) => ({ annotationId, commentData: [says("hello")] }));
  const request = { ...place, createOrganization: true, createDocument: true, commentAnnotations: annotations };
  await w.ok("/v2/commentannotations/add", request);
  for (const annotationId of TRAPS) {
    const at = { ...place, annotationId };
    await w.ok(path, { ...at, commentData: TRAPS.map((userId) => ({ commentText: userId, from: { userId } })) });
    const { data } = await w.ok("/v2/commentannotations/comments/get", { ...at, userIds: ["__proto__"] });
    expect(data.map(({ from }: { from: object }) => from)).toStrictEqual([JSON.parse('{"userId":"__proto__"}')]);
  }
});

test("a thread that would exceed the size of a stored document is refused and stays unchanged", async () => {
  const w = await worldWithThread();
  const long = says("x".repeat(300_000));
  for (let i = 0; i < 3; i++) await w.ok(path, { ...thread, commentData: [long] });
  const error = await w.fails(path, { ...thread, commentData: [long] });
  expect(error.status).toBe("INVALID_ARGUMENT");
  expect(error.message).toMatch(/must not be larger than 1000000 bytes/);
  expect((await commentsOf(w)).length).toBe(6);
});

test("none of 50 comments that are added to one thread concurrently is lost", async () => {
  const w = await worldWithThread();
  const texts = Array.from({ length: 50 }, (_, i) => `at once ${i}`);
  const replies = await Promise.all(texts.map((text) => w.ok(path, { ...thread, commentData: [says(text)] })));
  expectWithContext(new Set(replies.map(({ data }) => data[0])).size, "two comments share an id").toBe(50);
  const storedTexts = (await commentsOf(w)).map(({ commentText }: { commentText: string }) => commentText);
  expect(storedTexts.slice(3).sort()).toStrictEqual(texts.sort());
});

test("each added comment emits an event, and a call that fails emits none", async () => {
  const w = await worldWithThread();
  await addEndpoint(w, "all");
  const commentData = [
    { commentId: 8, commentText: "Fourth", from: { ...ada, team: "core" } },
    { commentId: 9, from: { userId: "lin" } },
  ];
  await w.ok(path, { ...thread, commentData });
  expect(await eventsSent(w)).toStrictEqual([
    ["comment.add", { ...thread, actionUser: ada, targetComment: { commentId: 8, commentText: "Fourth", from: ada } }],
    [
      "comment.add",
      { ...thread, actionUser: { userId: "lin" }, targetComment: { commentId: 9, from: { userId: "lin" } } },
    ],
  ]);
  await w.fails(path, {
    ...thread,
    commentData: [
      { commentId: 10, from: ada },
      { commentId: 9, from: ada },
    ],
  });
  expect(await eventsSent(w)).toStrictEqual([]);
});

testRoundTrip(path, "a comment", {
  list: "commentData",
  id: "commentId",
  beside: thread,
  fields: { createdAt: moment, lastUpdated: moment },
  before: beginThread,
  read: async (w, items) => {
    const commentIds = items.map(({ commentId }) => commentId);
    return (await w.ok("/v2/commentannotations/comments/get", { ...thread, commentIds })).data;
  },
  toRead: toReadComment,
});

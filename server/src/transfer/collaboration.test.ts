import type { DocData } from "@atrium/functions/store/port";
import { exampleWorld } from "@atrium/functions/testing/harness/example-world";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expectPart } from "@atrium/functions/testing/harness/jest/part";
import { tries } from "@atrium/functions/testing/harness/store/test-store";
import { type World, world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { exportLines, importAll } from "../../testing/transfer.ts";

const organization = { kind: "organization", organizationId: "acme" };
const place = { organizationId: "acme", documentId: "d" };
const document = { kind: "document", ...place };
const ada = { userId: "ada", name: "Ada", email: "ada@example.com" };
const lin = { userId: "lin" };

/** The export lines of a world's first workspace. */
const linesOf = ({ context, tenant }: World) => exportLines(context.store, tenant.workspaceId, context.now());

/** The export lines of another service after importing the lines, with the tokens of the same key. */
async function moved(lines: readonly string[]): Promise<string[]> {
  const w = await world();
  w.advance(1e9);
  const { skipped, problems } = await importAll(w.context, lines);
  expectWithContext(skipped, JSON.stringify(problems)).toBe(0);
  const { workspaceId } = JSON.parse(lines[0] ?? "");
  return exportLines(w.context.store, workspaceId, w.context.now());
}

/** A world that has imported the lines into its only key, with an organization that has one document. */
async function worldWith(...records: object[]): Promise<World> {
  const w = await world();
  const { problems } = await importAll(w.context, [organization, document, ...records]);
  expect(problems).toStrictEqual([]);
  return w;
}

/** All documents below the organization, except the times of present users. */
async function dump(w: World): Promise<Record<string, DocData>> {
  const dataByPath: Record<string, DocData> = {};
  const root = `apiKeys/${w.tenant.apiKeyId}/organizations/acme`;
  const below = ["presence", "liveState", "crdt", "recordings", "commentAnnotations", "notificationPreferences"];
  const collections = [
    "notifications",
    "inbox",
    "notificationPreferences",
    ...below.map((name) => `documents/d/${name}`),
  ];
  for (const collection of collections)
    for (const { path, data } of (await w.context.store.query({ collection: `${root}/${collection}` })).docs)
      dataByPath[path] = data;
  return dataByPath;
}

const everyKind: ({ kind: string } & Record<string, unknown>)[] = [
  { kind: "presence", ...place, ...ada, status: "offline" },
  { kind: "liveState", ...place, liveStateDataId: "a/b", data: { b: [[1]], a: null, constructor: 1 }, lastUpdated: 5 },
  { kind: "crdt", ...place, editorId: "e", type: "map", data: { b: 1, a: [{}] }, lastUpdate: 6, lastUpdatedBy: "ada" },
  {
    kind: "recording",
    ...place,
    annotationId: "r",
    latestVersion: 3,
    recordingType: "audio",
    from: ada,
    own: { deep: [1] },
    openFields: { kind: "k", organizationId: [] },
  },
  {
    kind: "commentAnnotation",
    ...place,
    annotationId: "t",
    createdAt: 1000,
    lastUpdated: 9000,
    from: ada,
    status: { id: "X", name: "Done", type: "terminal" },
    statusUpdatedByUserId: "lin",
    resolvedByUserId: "lin",
    resolvedByUser: lin,
    assignedTo: { ...lin, team: "x" },
    location: { id: 0, locationName: "Top", own: 1 },
    priority: { id: "P1", name: "High" },
    type: "suggestion",
    suggestion: { oldValue: [1], newValue: { a: 1 }, status: "accepted" },
    visibility: { type: "restricted", userIds: ["lin", "ada"] },
    views: [["lin", 8000]],
    metadata: { z: 1, a: 2 },
    comments: [
      { commentId: 0, commentText: "One {{lin}}", from: ada, createdAt: 1000, lastUpdated: 2000 },
      {
        commentId: 7,
        commentHtml: "<b>Two</b>",
        from: lin,
        createdAt: 3000,
        reactionAnnotations: [{ icon: "+", from: ada, createdAt: 4000 }],
        attachments: [{ attachmentId: 1, name: "f" }],
      },
    ],
  },
  {
    kind: "notification",
    ...place,
    notificationId: "n",
    timestamp: 7000,
    unreadSince: 7500,
    actionUser: ada,
    displayHeadlineMessageTemplate: "{actionUser.name} calls {who}",
    displayHeadlineMessageTemplateData: { who: "you" },
    notificationSourceData: { a: [[]] },
    location: { id: 5 },
    notifyUsers: [lin],
    notifyAll: false,
  },
  {
    kind: "inboxEntry",
    organizationId: "acme",
    notificationId: "n",
    ...lin,
    channels: ["inbox", "email"],
    readAt: 8000,
  },
  { kind: "notificationPreference", organizationId: "acme", userId: "lin", inbox: "ALL", slack: "NONE" },
  { kind: "notificationPreference", ...place, userId: "lin", email: "NONE", emailSetAt: 5, unsubscribedAt: 5 },
];

test("every kind of record is returned over REST as it was imported", async () => {
  const w = await worldWith(...everyKind);
  const [thread] = (await w.ok("/v2/commentannotations/get", place)).data;
  const {
    kind: _,
    organizationId: _organization,
    views: _views,
    comments,
    ...elements
  } = everyKind[4] as never as {
    comments: object[];
    [field: string]: unknown;
  };
  expectPart(thread, { ...elements, metadata: { z: 1, a: 2, ...place }, viewedByUserIds: ["lin"] });
  expectPart(thread.comments[0], { ...comments[0], lastUpdated: "1970-01-01T00:00:02.000Z" });
  expectPart(thread.comments[1], { ...comments[1], lastUpdated: "1970-01-01T00:00:03.000Z" });
  const [notification] = (await w.ok("/v2/notifications/get", { organizationId: "acme", userId: "lin" })).data;
  expectPart(notification, {
    id: "n",
    timestamp: 7000,
    isRead: true,
    readAt: 8000,
    actionUser: ada,
  });
  const [recording] = (await w.ok("/v2/recordings/get", place)).data;
  expectPart(recording, {
    annotationId: "r",
    latestVersion: 3,
    own: { deep: [1] },
    kind: "k",
    from: ada,
  });
  const [editor] = (await w.ok("/v2/crdt/get", place)).data;
  expect([editor.id, editor.data, editor.lastUpdatedBy]).toStrictEqual(["e", { b: 1, a: [{}] }, "ada"]);
  const [state] = (await w.ok("/v2/livestate/get", place)).data;
  expect([state.lastUpdated, JSON.stringify(state.data)]).toStrictEqual([5, '{"b":[[1]],"a":null,"constructor":1}']);
  const [entry] = (await w.ok("/v2/presence/get", place)).data;
  expect(entry).toStrictEqual({ ...ada, status: "offline", lastUpdated: w.context.now() });
});

test("importing twice changes nothing, whatever fields the lines omit", async () => {
  const bare = [
    { kind: "liveState", ...place, liveStateDataId: "bare", data: {} },
    { kind: "crdt", ...place, editorId: "bare", type: "text", data: "x" },
    { kind: "recording", ...place, annotationId: "bare", recordingType: "video" },
    { kind: "commentAnnotation", ...place, annotationId: "bare", comments: [{ from: ada }, { from: lin }] },
    { kind: "notification", ...place, notificationId: "bare", actionUser: ada, notifyUsers: [lin] },
    { kind: "inboxEntry", organizationId: "acme", notificationId: "bare", ...lin },
  ];
  const lines = [organization, document, ...everyKind, ...bare];
  const w = await worldWith(...everyKind, ...bare);
  const before = await dump(w);
  expect(Object.keys(before).length === everyKind.length + bare.length).toBe(true);
  w.advance(1000);
  const { problems } = await importAll(w.context, lines);
  expect(problems).toStrictEqual([]);
  const after = await dump(w);
  for (const path of Object.keys(before)) if (path.includes("/presence/")) delete before[path]?.lastUpdated;
  for (const path of Object.keys(after)) if (path.includes("/presence/")) delete after[path]?.lastUpdated;
  expect(after).toStrictEqual(before);
});

test("lines are accepted in any order, and are exported after those that they refer to", async () => {
  const w = await world();
  const { problems, records } = await importAll(w.context, [...everyKind.toReversed(), document, organization]);
  expect([problems, records]).toStrictEqual([[], everyKind.length + 2]);
  const kinds = (await linesOf(w)).map((line) => JSON.parse(line).kind);
  expect(kinds.indexOf("notification")).toBeLessThan(kinds.indexOf("inboxEntry"));
  expect(kinds.indexOf("document")).toBeLessThan(kinds.indexOf("commentAnnotation"));
});

test("data created over the API is exported, imported elsewhere and exported as the same lines", async () => {
  const w = await exampleWorld();
  const ids = { organizationId: "acme", documentId: "homepage" };
  const added = await w.ok("/v2/commentannotations/add", {
    ...ids,
    commentAnnotations: [
      { commentData: [{ from: ada, reactionAnnotations: [{ from: lin, icon: "+" }] }], suggestion: { own: 1 } },
      { annotationId: "seen", commentData: [{ from: ada }], visibility: { type: "restricted", userIds: ["lin"] } },
    ],
  });
  expect(added).toBeTruthy();
  const update = { annotationIds: ["seen"], updatedData: { viewedByUserIds: ["lin"], metadata: { own: true } } };
  await w.ok("/v2/commentannotations/update", { ...ids, ...update });
  await w.ok("/v2/crdt/add", { ...ids, editorId: "history", type: "text", data: "one two three" });
  for (const data of ["one three", "one three four", "four"])
    await w.ok("/v2/crdt/update", { ...ids, editorId: "history", type: "text", data });
  const lines = await linesOf(w);
  const kinds = new Set(lines.map((line) => JSON.parse(line).kind));
  for (const { kind } of everyKind) expectWithContext(kinds.has(kind), `the example world has no ${kind}`).toBe(true);
  expect(await moved(lines)).toStrictEqual(lines);
});

/** JSON that an editor accepts: `__proto__` is not allowed as a key. */
const json = (maxDepth: number) =>
  fc.jsonValue({ maxDepth }).filter((value) => !JSON.stringify(value).includes('"__proto__":'));

const edits = {
  text: fc.string({ unit: "grapheme", maxLength: 12 }),
  xmltext: fc.string({ unit: "grapheme", maxLength: 12 }),
  map: fc.dictionary(fc.constantFrom("a", "b", "c"), json(2)),
  array: fc.array(json(1), { maxLength: 5 }),
  xml: fc
    .array(fc.constantFrom("<p>a</p>", "b", '<i x="1"/>', "<p>c<b>d</b></p>"), { maxLength: 4 })
    .map((parts) => parts.join("")),
};

for (const type of ["text", "map", "array", "xml", "xmltext"] as const)
  test(`a Yjs document of type ${type} with any history is the same after an import elsewhere`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(edits[type] as fc.Arbitrary<unknown>, { minLength: 1, maxLength: 6 }),
        async (contents) => {
          const w = await worldWith();
          const editor = { ...place, editorId: "e", type };
          const [first, ...next] = contents;
          await w.ok("/v2/crdt/add", { ...editor, data: first });
          for (const data of next) await w.ok("/v2/crdt/update", { ...editor, data });
          const lines = await linesOf(w);
          expect(await moved(lines)).toStrictEqual(lines);
        },
      ),
      { numRuns: tries(20) },
    );
  });

test("an editor too large for one stored document is exported and imported in chunks, even repeatedly", async () => {
  const w = await worldWith();
  const editor = { ...place, editorId: "large", type: "text" };
  await w.ok("/v2/crdt/add", { ...editor, data: `${"a large text ".repeat(100_000)}end` });
  const lines = await linesOf(w);
  expect(await moved(lines)).toStrictEqual(lines);
  await importAll(w.context, lines);
  await w.drain();
  expect(await linesOf(w)).toStrictEqual(lines);
  const small = { kind: "crdt", ...editor, data: "small now" };
  await importAll(w.context, [small]);
  const [{ data }] = (await w.ok("/v2/crdt/get", place)).data;
  expect(data).toBe("small now");
});

test("content without a Yjs state changes the stored one by operations, as an update does", async () => {
  const w = await worldWith({ kind: "crdt", ...place, editorId: "e", type: "text", data: "one two" });
  const path = `apiKeys/${w.tenant.apiKeyId}/organizations/acme/documents/d/crdt/e`;
  const before = (await w.context.store.get(path))?.data;
  await importAll(w.context, [{ kind: "crdt", ...place, editorId: "e", type: "text", data: "one three" }]);
  const after = (await w.context.store.get(path))?.data;
  expect(after?.client).toBe(before?.client);
  expect(after?.update).not.toBe(before?.update);
  await importAll(w.context, [{ kind: "crdt", ...place, editorId: "e", type: "array", data: [1] }]);
  const other = (await w.context.store.get(path))?.data;
  expect(other?.client).not.toBe(before?.client);
});

test("imported presence lasts for a minute, and is not exported after that", async () => {
  const w = await worldWith({ kind: "presence", ...place, ...ada, status: "online" });
  expect((await w.ok("/v2/presence/get", place)).data.length).toBe(1);
  expect((await linesOf(w)).filter((line) => line.includes('"presence"')).length).toBe(1);
  w.advance(60_001);
  expect((await w.ok("/v2/presence/get", place)).data.length).toBe(0);
  expect((await linesOf(w)).filter((line) => line.includes('"presence"')).length).toBe(0);
});

test("an invalid line is described, and affects no other line", async () => {
  const w = await world();
  const thread = { kind: "commentAnnotation", ...place, annotationId: "t", comments: [{ from: ada }] };
  const crdt = { kind: "crdt", ...place, editorId: "e", type: "text", data: "x" };
  const bad: [line: object, reason: RegExp][] = [
    [{ ...thread, comments: [] }, /needs a comment/],
    [
      {
        ...thread,
        comments: [
          { from: ada, commentId: 1 },
          { from: ada, commentId: 1 },
        ],
      },
      /already exists/,
    ],
    [{ ...thread, status: { id: "x", name: "X", type: "odd" } }, /^status\.type /],
    [{ ...thread, documentId: "none" }, /^document "none" is neither/],
    [{ ...thread, comments: [{ from: ada, commentText: "x".repeat(1_000_001) }] }, /must not be larger than/],
    [{ ...crdt, data: [] }, /must be a string for type text/],
    [{ ...crdt, update: "////" }, /^update must be a Yjs document/],
    [{ ...crdt, type: "xml", data: "<a>" }, /./],
    [{ kind: "recording", ...place, annotationId: "r", recordingType: "smell" }, /^recordingType /],
    [
      { kind: "inboxEntry", organizationId: "acme", notificationId: "no", userId: "ada" },
      /^notification "no" is neither/,
    ],
    [{ kind: "notification", ...place, notificationId: "a/b", actionUser: ada }, /^notificationId /],
    [{ kind: "notificationPreference", ...place, userId: "ada", inbox: "SOME" }, /^inbox /],
    [{ kind: "liveState", ...place, liveStateDataId: "l", data: [] }, /^data /],
    [{ kind: "presence", ...place }, /^userId is required/],
  ];
  const { records, problems } = await importAll(w.context, [
    organization,
    document,
    ...bad.map(([line]) => line),
    thread,
  ]);
  const reasonOf = new Map(problems.map(({ line, reason }) => [line, reason]));
  for (const [i, [line, reason]] of bad.entries())
    expectWithContext(reasonOf.get(i + 3) ?? "", JSON.stringify(line).slice(0, 200)).toMatch(reason);
  expect([records, problems.length]).toStrictEqual([3, bad.length]);
});

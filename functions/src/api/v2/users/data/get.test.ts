import { expect, test } from "@jest/globals";
import { commentsOfUser, recordingsOfUser } from "#testing/fixtures/erasure/user-data-lists";
import { eve, leaveTraces, lin } from "#testing/fixtures/erasure/user-traces";
import { expectWithContext } from "#testing/harness/jest/context";
import { testPaging } from "#testing/harness/properties/paging";
import { type World, world } from "#testing/harness/world";

const path = "/v2/users/data/get";
const place = { organizationId: "acme", documentId: "plan" };
const kinds = ["comments", "reactions", "recordings", "notifications"] as const;

/** All pages of a user's data, each kind in one list. */
async function allPages(w: World, userId: string) {
  const all: Record<string, Record<string, unknown>[]> = {};
  let pageToken: string | undefined;
  let pages = 0;
  do {
    const result = await w.ok(path, { organizationId: "acme", userId, pageToken });
    for (const kind of kinds) {
      expectWithContext(result.data[kind].length <= 100, `${result.data[kind].length} ${kind} on one page`).toBe(true);
      all[kind] = [...(all[kind] ?? []), ...result.data[kind]];
    }
    pageToken = result.nextPageToken;
  } while (pageToken && ++pages < 100);
  return { pages: pages + 1, all: all as Record<(typeof kinds)[number], Record<string, unknown>[]> };
}

test("everything that a user has written, recorded and received is returned, and nothing of others", async () => {
  const w = await world();
  await leaveTraces(w);
  const { message, data, nextPageToken } = await w.ok(path, { organizationId: "acme", userId: eve.userId });
  expect(message).toBe("Data fetched successfully.");
  expect(nextPageToken).toBeUndefined();
  const summary = (item: Record<string, unknown>) => [item.documentId, item.commentAnnotationId, item.commentId];
  expect(data.comments.map(summary).sort()).toStrictEqual([
    ["notes", "of-both", 2],
    ["notes", "of-eve", 2],
    ["plan", "of-both", 2],
    ["plan", "of-eve", 2],
  ]);
  expect([data.comments[0].from, data.comments[0].commentText]).toStrictEqual([eve, "By eve."]);
  expect(data.reactions.map(summary).sort()).toStrictEqual([
    ["notes", "of-both", 1],
    ["plan", "of-both", 1],
  ]);
  expect([data.reactions[0].from, data.reactions[0].icon]).toStrictEqual([eve, "heart"]);
  const recordings = data.recordings.map(({ annotationId, from }: Record<string, unknown>) => [annotationId, from]);
  expect(recordings).toStrictEqual(Array(2).fill(["rec-eve", eve]));
  const ids = data.notifications.map(({ id }: { id: string }) => id);
  expect(ids).toStrictEqual(["ntf-naming-eve"]);
});

test("a user without data and an unknown user yield empty lists", async () => {
  const w = await world();
  await w.ok("/v2/users/add", { organizationId: "acme", users: [lin] });
  for (const userId of ["lin", "nobody", "__proto__"]) {
    const { data, nextPageToken } = await w.ok(path, { organizationId: "acme", userId });
    expect(data).toStrictEqual({
      comments: [],
      reactions: [],
      recordings: [],
      notifications: [],
      notificationDeliveries: [],
      mails: [],
    });
    expect(nextPageToken).toBeUndefined();
  }
});

async function worldWithMuch(): Promise<World> {
  const w = await world();
  await w.ok("/v2/users/add", { ...place, createDocument: true, users: [eve, lin] });
  const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
  const comments = (count: number, from: object, reactions: object[] = []) =>
    many(count, (i) => ({
      commentId: i + 1,
      from,
      commentText: `{{${eve.userId}}} ${i}`,
      reactionAnnotations: reactions,
    }));
  const hearts = many(3, (i) => ({ icon: `heart ${i}`, from: eve }));
  const annotationsAt = (annotationId: string, commentData: object[]) => ({ annotationId, commentData });
  const commentAnnotations = [
    annotationsAt("a-long", comments(130, eve)),
    annotationsAt("b-reactions", comments(90, lin, hearts)),
    annotationsAt("c-both", comments(60, eve, hearts)),
    ...many(120, (i) => annotationsAt(`named-${i}`, comments(1, lin))),
    annotationsAt("z-last", comments(1, eve)),
  ];
  await w.ok("/v2/commentannotations/add", { ...place, commentAnnotations });
  const recordings = many(205, (i) => ({ annotationId: `r${i}`, recordingType: "audio", from: i < 203 ? eve : lin }));
  await w.ok("/v2/recordings/add", { ...place, recordings });
  for (let i = 0; i < 3; i++)
    await w.ok("/v2/notifications/add", {
      ...place,
      actionUser: lin,
      notifyUsers: [eve],
      notifyAll: false,
      displayHeadlineMessageTemplate: "News",
      displayBodyMessage: `No. ${i}`,
    });
  return w;
}

test("pages hold at most 100 of each kind and together everything once", async () => {
  const w = await worldWithMuch();
  const { pages, all } = await allPages(w, eve.userId);
  expect(pages).toBeGreaterThan(4);
  expect(kinds.map((kind) => all[kind].length)).toStrictEqual([191, 450, 203, 3]);
  const idOf = (item: Record<string, unknown>) => `${item.commentAnnotationId} ${item.commentId} ${item.icon}`;
  for (const kind of ["comments", "reactions"] as const)
    expectWithContext(new Set(all[kind].map(idOf)).size, `${kind} came twice`).toBe(all[kind].length);
  expect(new Set(all.recordings.map(({ annotationId }) => annotationId)).size).toBe(203);
  expect(new Set(all.notifications.map(({ id }) => id)).size).toBe(3);
});

test("a deletion between two pages neither hides nor repeats other data", async () => {
  const w = await worldWithMuch();
  const first = await w.ok(path, { organizationId: "acme", userId: eve.userId });
  expect([first.data.comments.length, first.data.comments.at(-1).commentId]).toStrictEqual([100, 100]);
  await w.ok("/v2/commentannotations/comments/delete", { ...place, annotationId: "a-long", commentIds: [5, 100, 101] });
  const second = await w.ok(path, { organizationId: "acme", userId: eve.userId, pageToken: first.nextPageToken });
  const ids = (comments: { commentAnnotationId: string; commentId: number }[]) =>
    comments.filter(({ commentAnnotationId }) => commentAnnotationId === "a-long").map(({ commentId }) => commentId);
  expect(ids(second.data.comments)).toStrictEqual(Array.from({ length: 29 }, (_, i) => 102 + i));

  await w.ok("/v2/commentannotations/delete", { ...place, annotationIds: ["a-long"] });
  const after = await w.ok(path, { organizationId: "acme", userId: eve.userId, pageToken: first.nextPageToken });
  expect(ids(after.data.comments)).toStrictEqual([]);
  expect(after.data.reactions[0].commentAnnotationId).toBe("b-reactions");
  expect(after.data.reactions[0].commentId).toBe(1);
});

test("a missing organization is NOT_FOUND, a page token of another user or organization is refused", async () => {
  const w = await worldWithMuch();
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "globex" }] });
  const missing = await w.fails(path, { organizationId: "none", userId: "eve" });
  expect([missing.status, missing.message]).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
  const { nextPageToken: pageToken } = await w.ok(path, { organizationId: "acme", userId: eve.userId });
  for (const query of [
    { organizationId: "acme", userId: "lin" },
    { organizationId: "globex", userId: eve.userId },
  ])
    expect((await w.fails(path, { ...query, pageToken })).message).toBe(
      "data.pageToken does not belong to this query. Leave it out to start at the first page.",
    );
});

test("a page token made of the longest ids is accepted", async () => {
  const w = await world();
  const long = (start: string) => start + "/".repeat(500 - start.length);
  const at = { organizationId: long("o"), documentId: long("d") };
  const userId = long("u");
  await w.ok("/v2/users/add", { ...at, createDocument: true, users: [{ userId }] });
  const from = { userId };
  const comments = Array.from({ length: 101 }, (_, i) => ({ commentId: i, from, commentText: "" }));
  const commentAnnotations = [{ annotationId: long("a"), commentData: comments }];
  await w.ok("/v2/commentannotations/add", { ...at, commentAnnotations });
  const recordings = Array.from({ length: 101 }, (_, i) => ({
    annotationId: long(`r${i}`),
    recordingType: "audio",
    from,
  }));
  await w.ok("/v2/recordings/add", { ...at, recordings });
  const first = await w.ok(path, { organizationId: at.organizationId, userId });
  const second = await w.ok(path, { organizationId: at.organizationId, userId, pageToken: first.nextPageToken });
  expect([second.data.comments.length, second.data.recordings.length]).toStrictEqual([1, 1]);
});

testPaging(path, "what a user has recorded", recordingsOfUser);
testPaging(path, "what a user has written", commentsOfUser);
testPaging("/v1/users/data/get", "what a user has recorded", recordingsOfUser);

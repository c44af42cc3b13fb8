import { expect, test } from "@jest/globals";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import type { World } from "#testing/harness/world";

const place = { organizationId: "acme", documentId: "homepage" };
const thread = { ...place, annotationId: "talk" };
const comments = "/v2/commentannotations/comments";

/** A world with a thread of comments by lin and ada, where every user may write. */
async function talk() {
  const w = await exampleWorld();
  const [ada, lin, admin] = await Promise.all([w.token("ada"), w.token("lin"), w.token("root", { isAdmin: true })]);
  const commentData = [{ commentId: 1, commentText: "from lin" }];
  const added = { ...place, commentAnnotations: [{ annotationId: "talk", commentData }] };
  const { data } = await w.ok("/v2/commentannotations/add", added, { token: lin });
  expect(data.talk.success).toBe(true);
  await w.ok(
    `${comments}/add`,
    { ...thread, commentData: [{ commentId: 2, commentText: "from ada" }] },
    { token: ada },
  );
  return { w, ada, lin, admin };
}

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
async function readThread(w: World): Promise<any> {
  const { data } = await w.ok("/v2/commentannotations/get", { ...place, annotationIds: ["talk"] });
  return data[0];
}

test("the author is the token's user, with the token's name and address, and the author's custom fields are kept", async () => {
  const { w, ada } = await talk();
  const from = { userId: "ada", name: "The boss", email: "boss@example.com", color: "red" };
  await w.ok(
    `${comments}/add`,
    { ...thread, commentData: [{ commentId: 3, commentText: "hi", from }] },
    { token: ada },
  );
  const { comments: threadComments, from: author } = await readThread(w);
  const identity = { userId: "ada", name: "ada of the token", email: "token@example.com" };
  expect(threadComments[2].from).toStrictEqual({ ...identity, color: "red" });
  expect(threadComments[1].from).toStrictEqual(identity);
  expect(author.userId).toBe("lin");
});

test("a user's data has the time of the server, whatever the user sends", async () => {
  const { w, ada } = await talk();
  w.advance(5000);
  const now = w.context.now();
  const forged = { createdAt: 1, lastUpdated: 2 };
  const reactionAnnotations = [{ icon: "heart", ...forged }];
  const comment = { commentText: "then", ...forged, reactionAnnotations };
  const commentAnnotations = [{ annotationId: "old", ...forged, commentData: [comment] }];
  for (const version of ["v1", "v2"]) {
    const annotationId = `old-${version}`;
    const request = { ...place, commentAnnotations: [{ ...commentAnnotations[0], annotationId }] };
    await w.ok(`/${version}/commentannotations/add`, request, { token: ada });
    const target = { ...place, annotationId };
    await w.ok(`/${version}/commentannotations/comments/add`, { ...target, commentData: [comment] }, { token: ada });
    const { data } = await w.ok("/v2/commentannotations/get", { ...place, annotationIds: [annotationId] });
    const [{ createdAt, lastUpdated, comments: threadComments }] = data;
    expect([createdAt, lastUpdated, threadComments.length]).toStrictEqual([now, now, 2]);
    for (const { createdAt: at, lastUpdated: text, reactionAnnotations: reactions } of threadComments) {
      expect([at, text]).toStrictEqual([now, new Date(now).toISOString()]);
      expect([reactions[0].createdAt, reactions[0].lastUpdated]).toStrictEqual([now, now]);
    }
  }
  const record = { featureType: "comment", actionType: "a", timestamp: 1, id: "act" };
  await w.ok("/v2/activities/add", { ...place, activities: [record] }, { token: ada });
  const { data } = await w.ok("/v2/activities/get", { organizationId: "acme", activityIds: ["act"] });
  expect(data[0].timestamp).toBe(now);
});

test("a user's reaction keeps the time when it was first added, and the server's reactions may have any time", async () => {
  const { w, ada } = await talk();
  const begun = w.context.now();
  const react = (reactionAnnotations: object[], token?: string) =>
    w.ok(`${comments}/update`, { ...thread, commentIds: [1], updatedData: { reactionAnnotations } }, { token });
  await react([{ icon: "heart" }], ada);
  w.advance(5000);
  await react(
    [
      { icon: "heart", createdAt: 1 },
      { icon: "smile", createdAt: 1, lastUpdated: 1 },
    ],
    ada,
  );
  const timesOf = async () =>
    (await readThread(w)).comments[0].reactionAnnotations.map(
      (one: { icon: string; createdAt: number; lastUpdated: number }) => [one.icon, one.createdAt, one.lastUpdated],
    );
  const now = w.context.now();
  expect(await timesOf()).toStrictEqual([
    ["heart", begun, begun],
    ["smile", now, now],
  ]);
  await react([{ icon: "heart", from: { userId: "ada" }, createdAt: 1 }]);
  expect(await timesOf()).toStrictEqual([["heart", 1, 1]]);
});

test("a user may change and delete only its own comments, and an administrator everybody's", async () => {
  const { w, ada, lin, admin } = await talk();
  const change = { ...thread, commentIds: [1, 2, 9], updatedData: { commentText: "changed" } };
  const { data } = await w.ok(`${comments}/update`, change, { token: ada });
  const refused = { success: false, id: 1, message: "Only its author may do that.", code: "permission-denied" };
  expect(data[1]).toStrictEqual(refused);
  expect([data[2].success, data[9].code]).toStrictEqual([true, "not-found"]);
  const texts = async () => (await readThread(w)).comments.map((one: { commentText: string }) => one.commentText);
  expect(await texts()).toStrictEqual(["from lin", "changed"]);
  const reply = await w.ok(`${comments}/delete`, { ...thread, commentIds: [1, 2] }, { token: lin });
  expect([reply.data[1].success, reply.data[2].code]).toStrictEqual([true, "permission-denied"]);
  expect((await w.ok(`${comments}/delete`, thread, { token: lin })).data).toStrictEqual({});
  expect(await texts()).toStrictEqual(["changed"]);
  expect((await w.ok(`${comments}/delete`, thread, { token: admin })).data[2].success).toBe(true);
});

test("every user who may write can react to every comment, but neither remove nor forge the reactions of others", async () => {
  const { w, ada, lin } = await talk();
  const react = (icon: string, more: object = {}) => ({
    ...thread,
    commentIds: [1],
    updatedData: { reactionAnnotations: [{ icon, ...more }] },
  });
  expect((await w.ok(`${comments}/update`, react("heart"), { token: ada })).data[1].success).toBe(true);
  await w.ok(`${comments}/update`, react("smile"), { token: lin });
  const icons = async () =>
    (await readThread(w)).comments[0].reactionAnnotations.map((one: { icon: string; from: { userId: string } }) => [
      one.icon,
      one.from.userId,
    ]);
  expect(await icons()).toStrictEqual([
    ["heart", "ada"],
    ["smile", "lin"],
  ]);
  const forged = await w.fails(`${comments}/update`, react("thumb", { from: { userId: "ada" } }), { token: lin });
  expect(forged.message).toBe("data.updatedData.reactionAnnotations[0].from must be the user of the token.");
  const none = { ...thread, commentIds: [1], updatedData: { reactionAnnotations: [] } };
  await w.ok(`${comments}/update`, none, { token: lin });
  expect(await icons()).toStrictEqual([["heart", "ada"]]);
  const mixed = { ...react("x"), updatedData: { commentText: "mine now", reactionAnnotations: [] } };
  expect((await w.ok(`${comments}/update`, mixed, { token: ada })).data[1].code).toBe("permission-denied");
});

test("only its author may delete a thread, and every user who may write may change its status, in its own name", async () => {
  const { w, ada, lin } = await talk();
  const update = {
    ...place,
    annotationIds: ["talk"],
    updatedData: { status: { id: "R", name: "R", type: "terminal" } },
  };
  await w.ok("/v2/commentannotations/update", update, { token: ada });
  const { statusUpdatedByUserId, resolvedByUserId } = await readThread(w);
  expect([statusUpdatedByUserId, resolvedByUserId]).toStrictEqual(["ada", "ada"]);
  const selection = { ...place, annotationIds: ["talk"] };
  const { data } = await w.ok("/v2/commentannotations/delete", selection, { token: ada });
  expect([data.talk.success, data.talk.code]).toStrictEqual([false, "permission-denied"]);
  expect((await w.ok("/v2/commentannotations/delete", selection, { token: lin })).data.talk.success).toBe(true);
});

test("a thread that a user may not see counts as missing for reading, writing, changing and deleting", async () => {
  const { w, ada } = await talk();
  const hidden = { annotationId: "hidden", visibility: { type: "restricted", userIds: ["lin"] } };
  const commentData = [{ commentId: 1, commentText: "secret", from: { userId: "lin" } }];
  await w.ok("/v2/commentannotations/add", { ...place, commentAnnotations: [{ ...hidden, commentData }] });
  const selection = { ...place, annotationIds: ["hidden"] };
  const one = { ...place, annotationId: "hidden" };
  const token = ada;
  expect((await w.ok("/v2/commentannotations/get", selection, { token })).data).toStrictEqual([null]);
  const all = JSON.stringify((await w.ok("/v2/commentannotations/get", { organizationId: "acme" }, { token })).data);
  expect(all).not.toContain("secret");
  for (const [path, data] of [
    ["get", one],
    ["add", { ...one, commentData: [{ commentText: "x" }] }],
    ["update", { ...one, commentIds: [1], updatedData: { commentText: "x" } }],
    ["delete", one],
  ] as const)
    expect((await w.fails(`${comments}/${path}`, data, { token })).message).toBe("Annotation not found.");
  const priority = { ...selection, updatedData: { priority: { id: "P", name: "P" } } };
  for (const [path, data] of [
    ["update", priority],
    ["delete", selection],
  ] as const)
    expect((await w.ok(`/v2/commentannotations/${path}`, data, { token })).data.hidden.code).toBe("not-found");
  const linReply = await w.ok("/v2/commentannotations/get", selection, { token: await w.token("lin") });
  expect(linReply.data[0].comments.length).toBe(1);
});

test("editor data names the user who wrote last", async () => {
  const { w, ada, lin } = await talk();
  const editor = { ...place, editorId: "notes", type: "text" };
  await w.ok("/v2/crdt/add", { ...editor, data: "a" }, { token: ada });
  const by = async () => (await w.ok("/v2/crdt/get", { ...place, editorId: "notes" })).data[0].lastUpdatedBy;
  expect(await by()).toBe("ada");
  await w.ok("/v2/crdt/update", { ...editor, data: "b" }, { token: lin });
  expect(await by()).toBe("lin");
  await w.ok("/v2/crdt/update", { ...editor, data: "c" });
  expect(await by()).toBeNull();
});

test("an inbox is private: other users' inboxes can't be read, marked or emptied, and the content of a notification can't be changed", async () => {
  const { w, ada, lin } = await talk();
  const notification = {
    ...place,
    notificationId: "n1",
    displayHeadlineMessageTemplate: "Look",
    displayBodyMessage: "here",
    notifyAll: false,
    notifyUsers: [{ userId: "ada" }],
  };
  await w.ok("/v2/notifications/add", notification, { token: lin });
  const idsOf = async (token: string) =>
    (await w.ok("/v2/notifications/get", { organizationId: "acme", notificationIds: ["n1"] }, { token })).data.map(
      (one: { id: string; isRead: boolean; actionUser: { userId: string } }) => [
        one.id,
        one.isRead,
        one.actionUser.userId,
      ],
    );
  expect(await idsOf(ada)).toStrictEqual([["n1", false, "lin"]]);
  expect(await idsOf(lin)).toStrictEqual([]);
  const mark = (userId: string) => ({ organizationId: "acme", notifications: [{ id: "n1", readByUserIds: [userId] }] });
  expect((await w.ok("/v2/notifications/update", mark("lin"), { token: lin })).data.n1.code).toBe("not-found");
  expect((await w.fails("/v2/notifications/update", mark("ada"), { token: lin })).status).toBe("PERMISSION_DENIED");
  expect((await w.ok("/v2/notifications/update", mark("ada"), { token: ada })).data.n1.success).toBe(true);
  expect(await idsOf(ada)).toStrictEqual([["n1", true, "lin"]]);
  const own = { organizationId: "acme", notificationIds: ["n1"] };
  expect((await w.ok("/v2/notifications/delete", own, { token: lin })).data.n1.code).toBe("not-found");
  expect((await w.ok("/v2/notifications/delete", own, { token: ada })).data.n1.success).toBe(true);
  expectWithContext(
    (await w.ok("/v2/notifications/get", { ...own })).data.length,
    "it is kept for everybody else",
  ).toBe(1);
});

test("notifications of a user reach only users who may open the document", async () => {
  const { w, ada } = await talk();
  await w.ok("/v2/organizations/documents/access/update", {
    organizationId: "acme",
    documentIds: ["homepage"],
    accessType: "restricted",
  });
  const token = await w.token("lin");
  const notification = {
    ...place,
    notificationId: "n2",
    displayHeadlineMessageTemplate: "Look",
    displayBodyMessage: "here",
    notifyUsers: [{ userId: "ada" }, { userId: "grace" }],
    verifyUserPermissions: false,
  };
  await w.ok("/v2/notifications/add", notification, { token });
  await w.drain();
  const query = { organizationId: "acme", notificationIds: ["n2"] };
  for (const userId of ["ada", "grace"])
    expect((await w.ok("/v2/notifications/get", { ...query, userId })).data).toStrictEqual([]);
  expect((await w.fails("/v2/notifications/add", notification, { token: ada })).status).toBe("PERMISSION_DENIED");
});

test("a user has its own rate limit and shares the limit for all users of its API key; one that calls too often blocks no other", async () => {
  const w = await exampleWorld({ rateLimits: { user: 2, allUsers: 3 } });
  const [ada, lin] = await Promise.all([w.token("ada"), w.token("lin")]);
  const call = async (token?: string) => (await w.request("/v2/presence/get", place, { token })).status;
  expect([await call(ada), await call(ada), await call(ada), await call(ada)]).toStrictEqual([200, 200, 429, 429]);
  expect(await call(lin)).toBe(200);
  const { headers, http } = await w.fails("/v2/presence/get", place, { token: lin });
  expect([http, headers["ratelimit-policy"]]).toStrictEqual([429, '"allUsers";q=3;w=60']);
});

test("users' calls don't count against the server's limit, nor the server's against theirs", async () => {
  const w = await exampleWorld({ rateLimits: { user: 0, allUsers: 2, apiKey: 1 } });
  const token = await w.token("ada");
  const call = async (token?: string) => (await w.request("/v2/presence/get", place, { token })).status;
  expect([await call(token), await call(token), await call(token)]).toStrictEqual([200, 200, 429]);
  expect([await call(), await call()]).toStrictEqual([200, 429]);
  const other = await w.newTenant();
  expect((await w.request("/v2/presence/get", place, { tenant: other })).status).not.toBe(429);
});

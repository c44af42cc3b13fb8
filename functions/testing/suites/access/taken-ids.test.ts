import { expect, test } from "@jest/globals";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import { type World, world } from "#testing/harness/world";
import { nothingIsWritten } from "#testing/suites/conformance/door";

const organizationId = "o";
const at = (documentId: string) => ({ organizationId, documentId });

/** Documents `shared` (ada and lin may write) and `closed` (only lin may), and the tokens of both users. */
async function twoUsers() {
  const w = await world();
  await setFeatures(w, w.tenant, allFeatures);
  const organizations = [{ organizationId, organizationName: "O" }];
  await w.ok("/v2/organizations/add", { organizations });
  const documents = ["shared", "closed"].map((documentId) => ({ documentId, accessType: "restricted" }));
  await w.ok("/v2/organizations/documents/add", { organizationId, documents });
  const grant = (userId: string, id: string) => {
    const resources = [{ type: "document", id, organizationId }];
    return w.ok("/v2/auth/permissions/add", { user: { userId }, permissions: { resources } });
  };
  for (const [userId, documentId] of [
    ["ada", "shared"],
    ["lin", "shared"],
    ["lin", "closed"],
  ] as const)
    await grant(userId, documentId);
  const [ada, lin] = await Promise.all([w.token("ada"), w.token("lin")]);
  return { w, ada, lin };
}

/** Adds a record under an id chosen by the caller. */
type Add = (w: World, id: string, documentId: string, from: string, text: string, token?: string) => Promise<unknown>;

const addActivity: Add = async (w, id, documentId, userId, text, token) => {
  const record = { id, featureType: "comment", actionType: "comment.add", actionUser: { userId }, entityData: text };
  const { status, body } = await w.request(
    "/v2/activities/add",
    { ...at(documentId), activities: [record] },
    { token },
  );
  return { status, body };
};

const addNotification: Add = async (w, notificationId, documentId, userId, text, token) => {
  const request = {
    ...at(documentId),
    notificationId,
    actionUser: { userId },
    notifyAll: false,
    displayHeadlineMessageTemplate: "News",
    displayBodyMessage: text,
    notifyUsers: [{ userId: "ada" }, { userId: "lin" }],
  };
  const { status, body } = await w.request("/v2/notifications/add", request, { token });
  return { status, body };
};

const addThread: Add = async (w, annotationId, documentId, userId, text, token) => {
  const commentData = [{ commentText: text, from: { userId } }];
  // Ada can't see lin's private data.
  const visibility = text.includes("private") ? { type: "restricted", userIds: ["lin"] } : undefined;
  const request = { ...at(documentId), commentAnnotations: [{ annotationId, commentData, visibility }] };
  const { status, body } = await w.request("/v2/commentannotations/add", request, { token });
  return { status, body };
};

async function activityTexts(w: World, options: { token?: string } = {}): Promise<string[]> {
  const { data } = await w.ok("/v2/activities/get", { organizationId, order: "asc" }, options);
  return data.map(({ id, entityData }: { id: string; entityData: string }) => `${id}: ${entityData}`);
}

async function inboxOf(w: World, userId: string): Promise<string[]> {
  const { data } = await w.ok("/v2/notifications/get", { organizationId, userId });
  return data.map((one: { id: string; displayBodyMessage: string }) => `${one.id}: ${one.displayBodyMessage}`);
}

/** Replaces the id in a reply with a placeholder, so that replies about different ids can be compared. */
function withoutId(reply: unknown, id: string): unknown {
  return JSON.parse(JSON.stringify(reply).replaceAll(id, "<id>"));
}

for (const [kind, add] of [
  ["activity", addActivity],
  ["notification", addNotification],
] as const)
  test(`a taken id of an ${kind} is refused in the same way, wherever and by whomever it was taken`, async () => {
    const { w, ada, lin } = await twoUsers();
    await add(w, "seen-server", "shared", "ada", "by the server for ada");
    await add(w, "hidden-server", "closed", "lin", "by the server");
    await add(w, "seen-user", "shared", "lin", "by lin", lin);
    await add(w, "hidden-user", "closed", "lin", "by lin", lin);
    const replies: unknown[] = [];
    await nothingIsWritten(w, async () => {
      for (const id of ["seen-server", "hidden-server", "seen-user", "hidden-user"])
        replies.push(withoutId(await add(w, id, "shared", "ada", "by ada", ada), id));
      // Lin's own, but of another document.
      replies.push(withoutId(await add(w, "hidden-user", "shared", "lin", "by lin", lin), "hidden-user"));
    });
    const [first] = replies as [{ status: number; body: { error: { status: string } } }];
    expect([first.status, first.body.error.status]).toStrictEqual([409, "ALREADY_EXISTS"]);
    for (const reply of replies) expect(reply).toStrictEqual(first);
  });

test("checking an id costs the same reads whether or not the user may see the activity", async () => {
  const { w, ada } = await twoUsers();
  await addActivity(w, "seen", "shared", "lin", "x");
  await addActivity(w, "hidden", "closed", "lin", "x");
  const costs = [];
  for (const id of ["seen", "hidden", "seen", "hidden"]) {
    await addActivity(w, id, "shared", "ada", "y", ada);
    const { reads, trips } = w.logged.findLast(({ message }) => message === "request")?.fields ?? {};
    costs.push({ reads, trips });
  }
  expect(costs[2]).toStrictEqual(costs[3]);
});

test("a user can overwrite an activity whose id it chose, in the same document, and the activity keeps its time", async () => {
  const { w, ada } = await twoUsers();
  await addActivity(w, "mine", "shared", "ada", "first", ada);
  const timestampOf = async () =>
    (await w.ok("/v2/activities/get", { organizationId, activityIds: ["mine"] })).data[0].timestamp;
  const begun = await timestampOf();
  w.advance(5000);
  await addActivity(w, "mine", "shared", "ada", "second", ada);
  expect(await activityTexts(w)).toStrictEqual(["mine: second"]);
  expect(await timestampOf()).toBe(begun);
});

test("an activity id that a user took in advance becomes the server's when the server first uses it", async () => {
  const { w, ada } = await twoUsers();
  await addActivity(w, "invoice-1", "shared", "ada", "forged", ada);
  w.advance(5000);
  await addActivity(w, "invoice-1", "closed", "lin", "of the server");
  expect(await activityTexts(w)).toStrictEqual(["invoice-1: of the server"]);
  const { data } = await w.ok("/v2/activities/get", { organizationId, documentId: "closed" });
  expect(data[0].timestamp).toBe(w.context.now());
  expect(JSON.stringify(data).includes("namedByUser")).toBe(false);
  await nothingIsWritten(w, async () => {
    await addActivity(w, "invoice-1", "shared", "ada", "again", ada);
  });
});

test("if activities are immutable, the server gets an id that a user took, and the user's record moves to another id", async () => {
  const { w, ada } = await twoUsers();
  await w.ok("/v2/workspace/activityconfig/update", { activityServiceConfig: { immutable: true } });
  await addActivity(w, "invoice-1", "shared", "ada", "by ada", ada);
  for (const _twice of [1, 2]) await addActivity(w, "invoice-1", "closed", "lin", "of the server");
  const texts = await activityTexts(w);
  expect(texts.length).toBe(2);
  expect(texts[0] as string).toMatch(/^act_\w+: by ada$/);
  expect(texts[1]).toBe("invoice-1: of the server");
  const other = await addActivity(w, "invoice-1", "closed", "lin", "changed");
  expect((other as { status: number }).status).toBe(400);
});

test("a record equal to a user's becomes the server's, and the user can no longer change it", async () => {
  const { w, ada } = await twoUsers();
  const from = { userId: "ada", name: "ada of the token", email: "token@example.com" };
  const record = { id: "a", featureType: "comment", actionType: "comment.add", actionUser: from };
  await w.ok("/v2/activities/add", { ...at("shared"), activities: [record] }, { token: ada });
  await w.ok("/v2/activities/add", { ...at("shared"), activities: [record] });
  const changed = { ...record, actionType: "comment.delete" };
  const { status } = await w.fails("/v2/activities/add", { ...at("shared"), activities: [changed] }, { token: ada });
  expect(status).toBe("ALREADY_EXISTS");
});

test("a notification id that a user took in advance does not keep the server's notification from its recipients", async () => {
  const { w, ada } = await twoUsers();
  await addNotification(w, "payday", "shared", "ada", "by ada", ada);
  expect(await inboxOf(w, "lin")).toStrictEqual(["payday: by ada"]);
  const reply = await addNotification(w, "payday", "closed", "lin", "of the server");
  expect((reply as { status: number }).status).toBe(200);
  // Lin acts, so ada is notified.
  expect(await inboxOf(w, "ada")).toStrictEqual(["payday: of the server"]);
  await addNotification(w, "payday", "closed", "lin", "twice");
  expect(await inboxOf(w, "ada")).toStrictEqual(["payday: of the server"]);
});

test("a recipient of a user's notification does not receive the server's notification with the same id", async () => {
  const { w, lin } = await twoUsers();
  const userNotification = {
    ...at("closed"),
    notificationId: "payroll",
    notifyAll: false,
    displayHeadlineMessageTemplate: "Mine",
    displayBodyMessage: "mine",
    notifyUsers: [{ userId: "lin" }],
  };
  // A notification is not delivered to its author, so another user has to write to lin.
  const admin = await w.token("root", { isAdmin: true });
  await w.ok("/v2/notifications/add", userNotification, { token: admin });
  expect(await inboxOf(w, "lin")).toStrictEqual(["payroll: mine"]);
  const confidential = { ...userNotification, actionUser: { userId: "root" }, displayBodyMessage: "ada earns more" };
  await w.ok("/v2/notifications/add", { ...confidential, notifyUsers: [{ userId: "ada" }] });
  expect(await inboxOf(w, "lin")).toStrictEqual([]);
  expect(await inboxOf(w, "ada")).toStrictEqual(["payroll: ada earns more"]);
  const query = { organizationId, notificationIds: ["payroll"] };
  expect((await w.ok("/v2/notifications/get", query, { token: lin })).data).toStrictEqual([]);
  const read = { organizationId, notifications: [{ id: "payroll", readByUserIds: ["lin"] }] };
  expect((await w.ok("/v2/notifications/update", read, { token: lin })).data.payroll.code).toBe("not-found");
});

test("a user's notification that is added twice exists once", async () => {
  const { w, ada } = await twoUsers();
  for (const text of ["once", "twice"]) await addNotification(w, "n", "shared", "ada", text, ada);
  expect(await inboxOf(w, "lin")).toStrictEqual(["n: once"]);
});

test("a thread id in use is refused with the same error, whether or not the user may see the thread", async () => {
  const { w, ada, lin } = await twoUsers();
  await addThread(w, "seen", "shared", "lin", "public", lin);
  await addThread(w, "hidden", "shared", "lin", "private", lin);
  await addThread(w, "seen-server", "shared", "lin", "public");
  await addThread(w, "hidden-server", "shared", "lin", "private");
  const replies: unknown[] = [];
  await nothingIsWritten(w, async () => {
    for (const id of ["seen", "hidden", "seen-server", "hidden-server"])
      replies.push(withoutId(await addThread(w, id, "shared", "ada", "mine", ada), id));
  });
  for (const reply of replies) expect(reply).toStrictEqual(replies[0]);
  expect(JSON.stringify(replies[0])).toMatch(/Annotation already exists/);
});

test("a thread id that a user took becomes the server's when the server first uses it, and the user's thread moves to another id", async () => {
  const { w, ada } = await twoUsers();
  await addThread(w, "budget", "shared", "ada", "by ada", ada);
  const idByText = async () => {
    const { data } = await w.ok("/v2/commentannotations/get", { ...at("shared"), order: "asc" });
    expect(JSON.stringify(data).includes("namedByUser")).toBe(false);
    return Object.fromEntries(
      data.map((one: { annotationId: string; comments: { commentText: string }[] }) => [
        one.comments[0]?.commentText,
        one.annotationId,
      ]),
    );
  };
  const reply = await addThread(w, "budget", "shared", "lin", "of the server");
  expect(JSON.stringify(reply)).toMatch(/Added Successfully/);
  const { "by ada": moved, "of the server": serverThreadId } = await idByText();
  expect(serverThreadId).toBe("budget");
  expect(moved).toMatch(/^ann_/);
  const again = await addThread(w, "budget", "shared", "lin", "of the server");
  expect(JSON.stringify(again)).toMatch(/Annotation already exists/);
});

test("a comment id that a user took becomes the server's when the server first uses it, and the user's comment moves to another id", async () => {
  const { w, ada } = await twoUsers();
  await addThread(w, "talk", "shared", "lin", "first");
  const thread = { ...at("shared"), annotationId: "talk" };
  const add = (commentText: string, userId: string, token?: string) =>
    w.request(
      "/v2/commentannotations/comments/add",
      { ...thread, commentData: [{ commentId: 7, commentText, from: { userId } }] },
      { token },
    );
  await add("by ada", "ada", ada);
  expect((await add("again", "ada", ada)).body.error.status).toBe("ALREADY_EXISTS");
  expect((await add("of the server", "lin")).body.result.data).toStrictEqual([7]);
  expect((await add("again", "ada", ada)).body.error.status).toBe("ALREADY_EXISTS");
  expect((await add("again", "lin")).body.error.status).toBe("ALREADY_EXISTS");
  const { data } = await w.ok("/v2/commentannotations/comments/get", thread);
  const idOf = (text: string) =>
    data.find(({ commentText }: { commentText: string }) => commentText === text).commentId;
  expect(idOf("of the server")).toBe(7);
  expect(idOf("by ada")).not.toBe(7);
  expect(data.length).toBe(3);
  expect(JSON.stringify(data).includes("namedByUser")).toBe(false);
});

test("editor data and live state belong to all users who may write, and the server may overwrite them", async () => {
  const { w, ada } = await twoUsers();
  const editor = { ...at("shared"), editorId: "notes", type: "text" };
  await w.ok("/v2/crdt/add", { ...editor, data: "by ada" }, { token: ada });
  await w.ok("/v2/crdt/update", { ...editor, data: "of the server" });
  expect((await w.ok("/v2/crdt/get", { ...at("shared"), editorId: "notes" })).data[0].data).toBe("of the server");
  const state = { ...at("shared"), liveStateDataId: "slide" };
  await w.ok("/v2/livestate/broadcast", { ...state, data: { page: 1 } }, { token: ada });
  await w.ok("/v2/livestate/broadcast", { ...state, data: { page: 2 } });
  const { data } = await w.ok("/v2/livestate/get", state);
  expect(data[0].data).toStrictEqual({ page: 2 });
});

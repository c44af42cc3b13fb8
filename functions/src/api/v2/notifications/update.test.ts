import { expect, test } from "@jest/globals";
import { organizationOf } from "#testing/fixtures/documents/folder-tree";
import { type World, world } from "#testing/harness/world";

const path = "/v2/notifications/update";
const organizationId = "acme";
const content = {
  actionUser: { userId: "ada", name: "Ada" },
  displayHeadlineMessageTemplate: "{actionUser.name} works on {project}",
  displayHeadlineMessageTemplateData: { project: "Atlas" },
  displayBodyMessage: "Body",
  notifyUsers: [{ userId: "lin" }, { userId: "grace" }],
  notifyAll: false,
};

/** An organization with the notifications "a" and "b" on the document "plan", sent to lin and grace. */
async function office(): Promise<World> {
  const w = await world();
  const documents = [{ documentId: "plan" }, { documentId: "draft" }];
  await w.ok("/v2/organizations/documents/add", { organizationId, createOrganization: true, documents });
  for (const notificationId of ["a", "b"])
    await w.ok("/v2/notifications/add", { organizationId, documentId: "plan", notificationId, ...content });
  return w;
}

const getNotifications = async (w: World, request: object) =>
  (await w.ok("/v2/notifications/get", { organizationId, ...request })).data;
const readIds = async (w: World, userId: string) =>
  (await getNotifications(w, { userId }))
    .filter((each: { isRead: boolean }) => each.isRead)
    .map(({ id }: { id: string }) => id);
const update = (w: World, notification: object, more: object = {}) =>
  w.ok(path, { organizationId, notifications: [notification], ...more });

const done = (id: string) => ({ success: true, id, message: "Notification updated." });
const missing = (id: string) => ({ success: false, id, message: "Failed to update notification.", code: "not-found" });

test("fields in the request change for every recipient, and the others stay", async () => {
  const w = await office();
  const [before] = await getNotifications(w, { notificationIds: ["a"] });
  w.advance(1000);
  const changes = {
    actionUser: { userId: "eve", name: "Eve", team: { id: [1] } },
    displayHeadlineMessageTemplate: "{actionUser.name} left {toString}",
    displayHeadlineMessageTemplateData: { toString: "Atlas" },
    displayBodyMessage: "New body",
    displayBodyMessageTemplate: "{place}",
    displayBodyMessageTemplateData: { place: "here" },
    notificationSource: "crdt",
    notificationSourceData: { constructor: [[1]] },
    context: { access: { level: 2 } },
    metadata: { a: 1 },
  };
  const result = await w.ok(path, { organizationId, notifications: [{ id: "a", ...changes }, { id: "none" }] });
  expect(result).toStrictEqual({
    status: "success",
    message: "Notification(s) updated successfully.",
    data: { a: done("a"), none: missing("none") },
  });
  const messages = { displayHeadlineMessage: "Eve left Atlas", displayBodyMessage: "New body" };
  const after = { ...before, ...changes, messages, metadata: { ...before.metadata, a: 1 } };
  expect(await getNotifications(w, { notificationIds: ["a"] })).toStrictEqual([after]);
  const ofLin = await getNotifications(w, { userId: "lin", notificationIds: ["a"] });
  expect(ofLin).toStrictEqual([{ ...after, isRead: false }]);
});

test("only named recipients are marked as readers, and users who did not receive it are ignored", async () => {
  const w = await office();
  await update(w, { id: "a", readByUserIds: ["lin", "lin", "nobody", "__proto__"] });
  expect(await readIds(w, "lin")).toStrictEqual(["a"]);
  expect(await readIds(w, "grace")).toStrictEqual([]);
  expect(await getNotifications(w, { userId: "nobody" })).toStrictEqual([]);
  await update(w, { id: "a", displayBodyMessage: "New" });
  expect(await readIds(w, "lin")).toStrictEqual(["a"]);
});

test("with persistReadForUsers false the notification counts as unread again, except for the named readers", async () => {
  const w = await office();
  await update(w, { id: "a", readByUserIds: ["lin", "grace"] });
  w.advance(1000);
  await update(w, { id: "a", displayBodyMessage: "New", persistReadForUsers: true });
  expect(await readIds(w, "lin")).toStrictEqual(["a"]);
  await update(w, { id: "a", displayBodyMessage: "Newer", persistReadForUsers: false, readByUserIds: ["grace"] });
  expect([await readIds(w, "lin"), await readIds(w, "grace")]).toStrictEqual([[], ["a"]]);
  w.advance(1000);
  await update(w, { id: "a", readByUserIds: ["lin"] });
  expect(await readIds(w, "lin")).toStrictEqual(["a"]);
});

test("a document, location or user narrows the call: other notifications count as missing", async () => {
  const w = await office();
  for (const more of [{ documentId: "draft" }, { locationId: 1 }, { userId: "nobody" }])
    expect((await update(w, { id: "a", displayBodyMessage: "x" }, more)).data).toStrictEqual({ a: missing("a") });
  for (const more of [{ documentId: "plan" }, { userId: "lin" }])
    expect((await update(w, { id: "a", displayBodyMessage: "x" }, more)).data).toStrictEqual({ a: done("a") });
});

test("verifyUserPermissions ignores readers who may not open the document", async () => {
  const w = await office();
  const documents = [{ documentId: "plan", accessType: "restricted" }];
  await w.ok("/v2/organizations/documents/update", { organizationId, documents });
  await w.ok("/v2/users/add", { organizationId, documentId: "plan", users: [{ userId: "grace" }] });
  await update(w, { id: "a", readByUserIds: ["lin", "grace"] }, { verifyUserPermissions: true });
  expect([await readIds(w, "lin"), await readIds(w, "grace")]).toStrictEqual([[], ["a"]]);
});

test("null removes a field, or restores its default if it has one", async () => {
  const w = await office();
  const further = { displayBodyMessageTemplate: "{place}", metadata: { a: 1 }, notificationSource: "huddle" };
  await update(w, { id: "a", ...further });
  await update(w, {
    id: "a",
    displayHeadlineMessageTemplateData: null,
    displayBodyMessage: null,
    metadata: null,
    notificationSource: null,
  });
  const [{ metadata, ...after }] = await getNotifications(w, { notificationIds: ["a"] });
  expect(Object.keys(metadata).sort()).toStrictEqual(["apiKey", "documentId", "organizationId"]);
  expect(Object.keys(after).sort()).toStrictEqual([
    "actionUser",
    "displayBodyMessageTemplate",
    "displayHeadlineMessageTemplate",
    "id",
    "messages",
    "notificationSource",
    "notifyAll",
    "notifyUsers",
    "timestamp",
  ]);
  expect(after.messages.displayBodyMessage).toBe("{place}");
  expect(after.notificationSource).toBe("custom");
});

test("removing the text of a notification fails its item, and nothing of it changes", async () => {
  const w = await office();
  const message = 'The notification "a" would be without displayHeadlineMessageTemplate.';
  const { data } = await w.ok(path, {
    organizationId,
    notifications: [
      { id: "a", displayHeadlineMessageTemplate: null, displayBodyMessage: "New", readByUserIds: ["lin"] },
      { id: "b", displayBodyMessage: "New" },
    ],
  });
  expect(data).toStrictEqual({ a: { success: false, id: "a", message, code: "invalid-argument" }, b: done("b") });
  expect((await getNotifications(w, { notificationIds: ["a"] }))[0].displayBodyMessage).toBe("Body");
  expect(await readIds(w, "lin")).toStrictEqual([]);
});

test("marking as read is refused until every recipient has received it", async () => {
  const w = await office();
  const fanOut = { isVerified: false, named: 0 };
  await w.context.store.commit([{ op: "update", path: `${organizationOf(w)}/notifications/a`, data: { fanOut } }]);
  const { data } = await update(w, { id: "a", readByUserIds: ["lin"] });
  expect([data.a.success, data.a.code]).toStrictEqual([false, "aborted"]);
  expect((await update(w, { id: "a", displayBodyMessage: "x" })).data).toStrictEqual({ a: done("a") });
});

test("500 notifications and 300 readers are changed in one call, more are refused", async () => {
  const w = await office();
  const many = Array.from({ length: 500 }, (_, i) => ({ id: `n${i}`, displayBodyMessage: "x" }));
  const readers = Array.from({ length: 299 }, (_, i) => `u${i}`);
  for (let i = 0; i < 500; i += 100) {
    const notifyUsers = readers
      .slice(0, 1)
      .concat("lin")
      .map((userId) => ({ userId }));
    const some = many
      .slice(i, i + 100)
      .map(({ id }) => ({ ...content, documentId: "plan", notificationId: id, notifyUsers }));
    await Promise.all(some.map((each) => w.ok("/v2/notifications/add", { organizationId, ...each })));
  }
  await w.ok("/v2/notifications/add", {
    organizationId,
    documentId: "plan",
    notificationId: "c",
    ...content,
    notifyUsers: readers.map((userId) => ({ userId })),
  });
  await w.drain();
  const [first, ...others] = many;
  const notifications = [
    { ...first, id: "c", readByUserIds: readers },
    { ...first, readByUserIds: ["lin"] },
    ...others.slice(1),
  ];
  const { data } = await w.ok(path, { organizationId, notifications });
  expect(Object.values(data as Record<string, { success: boolean }>).filter(({ success }) => success).length).toBe(500);
  expect([await readIds(w, "lin"), await readIds(w, "u298")]).toStrictEqual([["n0"], ["c"]]);
  const cases: [object[], string][] = [
    [[...many, { id: "more" }], "data.notifications must have at most 500 items."],
    [[{ id: "a" }, { id: "a" }], 'data.notifications names "a" more than once.'],
    [
      [
        { id: "a", readByUserIds: [...readers, "lin"] },
        { id: "b", readByUserIds: ["lin"] },
      ],
      "data.notifications must name at most 300 readByUserIds together.",
    ],
  ];
  for (const [notifications, message] of cases)
    expect((await w.fails(path, { organizationId, notifications })).message).toBe(message);
  expect((await w.fails(path, { organizationId: "none", notifications: [{ id: "a" }] })).status).toBe("NOT_FOUND");
});

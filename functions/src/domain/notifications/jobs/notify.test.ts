import { expect, test } from "@jest/globals";
import { notify } from "#domain/events/jobs";
import { taskPath } from "#queue/task-record";
import {
  comment,
  configure,
  inboxOf,
  noticeWorld,
  place,
  startThread,
  textsFor,
  thread,
} from "#testing/fixtures/notifications/notices";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { expectWithContext } from "#testing/harness/jest/context";
import { world } from "#testing/harness/world";

test("a comment with a mention in an assigned thread reaches everybody whom it concerns, once", async () => {
  const w = await noticeWorld();
  await startThread(w, { assignedTo: { userId: "grace" } });
  await comment(w, "lin", "{{bob}}, is that right?");
  await w.drain();
  for (const userId of ["ada", "grace", "bob"])
    expectWithContext(await textsFor(w, userId), userId).toStrictEqual(["@bob, is that right?"]);
  expect(await inboxOf(w, "lin")).toStrictEqual([]);
  const [received] = await inboxOf(w, "bob");
  expect(received).toMatchObject({
    displayHeadlineMessageTemplate: "{actionUser.name} added a comment",
    actionUser: { userId: "lin", name: "lin" },
    notificationSource: "comment",
    notificationSourceData: { event: "comment.add", annotationId: "ann" },
    isRead: false,
  });
});

test("a call with an API key notifies people only if it asks to, and a user's own write unless it declines", async () => {
  const w = await noticeWorld();
  await startThread(w);
  const write = (commentText: string, triggerNotification: boolean | undefined, token?: string) => {
    const commentData = [{ commentText, from: { userId: "lin" }, triggerNotification }];
    return w.ok("/v2/commentannotations/comments/add", { ...thread, commentData }, { token });
  };
  const token = await w.token("lin", {
    resources: [{ type: "document", id: "plan", organizationId: "acme", accessRole: "editor" }],
  });
  await write("key, silent", undefined);
  await write("key, no", false);
  await write("user, no", false, token);
  await w.drain();
  expect(await textsFor(w, "ada")).toStrictEqual([]);
  await write("user, silent", undefined, token);
  await w.drain();
  expect(await textsFor(w, "ada")).toStrictEqual(["user, silent"]);
});

test("a long comment is cut to a text that is valid Unicode", async () => {
  const w = await noticeWorld();
  await startThread(w);
  await comment(w, "lin", `${"x".repeat(9999)}😀😀`);
  await w.drain();
  const [text = ""] = await textsFor(w, "ada");
  expect(text).toBe(`${"x".repeat(9999)}\ufffd`);
});

test("each comment of a call notifies people separately", async () => {
  const w = await noticeWorld();
  await startThread(w);
  const from = { userId: "lin" };
  const commentData = [
    { commentText: "quiet {{grace}}", from },
    { commentText: "loud {{bob}}", from, triggerNotification: true },
  ];
  await w.ok("/v2/commentannotations/comments/add", { ...thread, commentData });
  await w.drain();
  expect([await textsFor(w, "bob"), await textsFor(w, "grace")]).toStrictEqual([["loud @bob"], []]);
});

test("nobody is notified while the service or the trigger of the event type is off", async () => {
  const w = await noticeWorld();
  await startThread(w);
  const update = (config: object) => w.ok("/v2/workspace/notificationconfig/update", config);
  await update({ useNotificationService: false });
  await comment(w, "lin", "service off");
  const trigger = (isOn: boolean) => ({ triggers: { comment: { "comment.add": isOn } } });
  await update({ useNotificationService: true, notificationServiceConfig: trigger(false) });
  await comment(w, "lin", "trigger off");
  await update({ notificationServiceConfig: trigger(true) });
  await comment(w, "lin", "on");
  await w.drain();
  expect(await textsFor(w, "ada")).toStrictEqual(["on"]);
});

/** Each call that notifies people, with the event that it causes. */
const calls: Record<string, { path: string; data: object }> = {
  "comment_annotation.add": {
    path: "/v2/commentannotations/add",
    data: {
      ...place,
      commentAnnotations: [
        {
          annotationId: "new",
          assignedTo: { userId: "ada" },
          commentData: [{ commentText: "new", from: { userId: "lin" }, triggerNotification: true }],
        },
      ],
    },
  },
  "comment.update": {
    path: "/v2/commentannotations/comments/update",
    data: { ...thread, commentIds: [2], updatedData: { commentText: "changed", triggerNotification: true } },
  },
  "comment.delete": {
    path: "/v2/commentannotations/comments/delete",
    data: { ...thread, commentIds: [2], triggerNotification: true },
  },
  "comment.delete of a whole thread": {
    path: "/v2/commentannotations/delete",
    data: { ...place, annotationIds: ["ann"], triggerNotification: true },
  },
  "comment.reaction_add": {
    path: "/v2/commentannotations/comments/reactions/add",
    data: { ...thread, commentId: 1, reaction: { icon: "heart", from: { userId: "lin" } }, triggerNotification: true },
  },
  "comment_annotation.status_change": {
    path: "/v2/commentannotations/update",
    data: {
      ...place,
      annotationIds: ["ann"],
      updatedData: { status: { id: "DONE", name: "Done", type: "terminal" }, triggerNotification: true },
    },
  },
  "comment_annotation.priority_change": {
    path: "/v2/commentannotations/update",
    data: {
      ...place,
      annotationIds: ["ann"],
      updatedData: { priority: { id: "P0", name: "Now" }, triggerNotification: true },
    },
  },
  "comment_annotation.assign": {
    path: "/v2/commentannotations/update",
    data: {
      ...place,
      annotationIds: ["ann"],
      updatedData: { assignedTo: { userId: "ada" }, triggerNotification: true },
    },
  },
};

for (const [type, { path, data }] of Object.entries(calls))
  test(`${type} reaches the author of the thread`, async () => {
    const w = await noticeWorld();
    await startThread(w, {
      commentData: [1, 2].map((commentId) => ({ commentId, commentText: "x", from: { userId: "ada" } })),
    });
    await w.ok(path, data);
    await w.drain();
    const inbox = await inboxOf(w, "ada");
    // A deletion by an API key has no known actor, so the author is notified. An update counts as the author's own.
    const isOwn = type === "comment.update";
    expect(
      inbox.map((one: { notificationSourceData: { event: string } }) => one.notificationSourceData.event),
    ).toStrictEqual(isOwn ? [] : [type.split(" ")[0]]);
  });

test("a comment can mention a group, the members of the document, and all contacts", async () => {
  const w = await noticeWorld();
  const user = (userId: string) => ({ userId });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "other" }] });
  await w.ok("/v2/users/add", { organizationId: "acme", documentId: "plan", users: [user("guest")] });
  await w.ok("/v1/organizations/usergroups/users/add", {
    ...{ organizationId: "acme", organizationUserGroupId: "writers" },
    userIds: ["grace", "lin"],
  });
  await startThread(w, { visibility: { type: "public" } });
  const notified = async (text: string) => {
    const before = new Map<string, number>();
    for (const userId of ["ada", "grace", "bob", "guest", "writers", "lin"]) before.set(userId, await unread(userId));
    await comment(w, "lin", text);
    await w.drain();
    const after: string[] = [];
    for (const [userId, count] of before) if ((await unread(userId)) > count) after.push(userId);
    return after;
  };
  const unread = async (userId: string) => (await inboxOf(w, userId))[0]?.unreadIds?.length ?? 0;
  expect(await notified("{{writers}}")).toStrictEqual(["ada", "grace"]);
  expect(await notified("@here")).toStrictEqual(["ada", "guest"]);
  expect(await notified("@all")).toStrictEqual(["ada", "grace", "bob", "guest"]);
});

test("an event notifies a person once, however often its task runs", async () => {
  const w = await noticeWorld({ delaySeconds: 10 });
  await startThread(w, { commentData: [{ commentId: 1, commentText: "x", from: { userId: "ada" } }] });
  const cause = { type: "comment.add", ...thread, actor: { userId: "lin" }, timestamp: w.context.now(), commentId: 1 };
  for (let run = 0; run < 3; run++) {
    const task = notify.task({ id: "again" }, { apiKeyId: w.tenant.apiKeyId, causes: JSON.stringify([cause]) });
    await w.context.store.transact(async (tx) => w.context.queue.add(tx, task));
    await w.drain();
    expect(await w.context.store.get(taskPath("again"))).toBe(undefined);
    w.advance(10_000);
    await w.drain();
  }
  expect((await inboxOf(w, "ada")).length).toBe(1);
  expect((await inboxOf(w, "ada"))[0].unreadIds.length).toBe(1);
});

test("a customer's webhook receives each notification, with its text, recipients and channels", async () => {
  const w = await noticeWorld();
  await addEndpoint(w, "mailer", { filterTypes: ["notification.add"] });
  await startThread(w);
  await comment(w, "lin", "hello {{bob}}");
  await w.drain();
  const [[, data] = []] = await eventsSent(w);
  expect(data).toMatchObject({
    displayHeadlineMessage: "lin added a comment",
    displayBodyMessage: "hello @bob",
    notificationSourceData: { annotationId: "ann", event: "comment.add" },
  });
  expect(new Set(data?.recipients as object[])).toStrictEqual(
    new Set([
      { userId: "ada", channels: ["inbox"] },
      { userId: "bob", channels: ["inbox"] },
    ]),
  );
});

test("an API key that never configured notifications notifies nobody and leaves nothing behind", async () => {
  const w = await world();
  await w.ok("/v2/organizations/documents/add", {
    ...{ organizationId: "acme", createOrganization: true },
    documents: [{ documentId: "plan" }],
  });
  await startThread(w);
  await comment(w, "lin", "hello");
  await w.drain();
  expect(await inboxOf(w, "ada")).toStrictEqual([]);
  await configure(w, {});
  await comment(w, "lin", "again");
  await w.drain();
  expect(await textsFor(w, "ada")).toStrictEqual(["again"]);
});

test("notifications contain the names of people and groups, even if a call sends only their ids", async () => {
  const w = await noticeWorld();
  const users = [
    { userId: "u-7", name: "Lin Chen" },
    { userId: "u-9", name: "Grace Hopper" },
  ];
  await w.ok("/v2/users/add", { organizationId: "acme", users });
  await w.ok("/v2/organizations/usergroups/add", {
    organizationId: "acme",
    organizationUserGroups: [{ groupId: "g-1", groupName: "Reviewers" }],
  });
  await startThread(w);
  const commentData = [
    { commentText: "{{u-9}} and {{g-1}}, ask {{stranger}}", from: { userId: "u-7" }, triggerNotification: true },
  ];
  await w.ok("/v2/commentannotations/comments/add", { ...thread, commentData });
  await w.drain();
  const [received] = await inboxOf(w, "ada");
  expect(received).toMatchObject({
    displayBodyMessage: "@Grace Hopper and @Reviewers, ask @stranger",
    actionUser: { userId: "u-7", name: "Lin Chen" },
  });
});

test("the deletion of a thread notifies those who took part in it and may see it, once, and drops what waits about it", async () => {
  const w = await noticeWorld({ delaySeconds: 10 });
  const commentData = ["ada", "grace", "bob"].map((userId) => ({ commentText: "secret", from: { userId } }));
  const visibility = { type: "restricted", userIds: ["grace", "lin"] };
  await startThread(w, { commentData, visibility });
  await comment(w, "lin", "wait");
  await w.ok("/v2/commentannotations/delete", { ...place, annotationIds: ["ann"], triggerNotification: true });
  await w.drain();
  w.advance(10_000);
  await w.drain();
  for (const userId of ["ada", "grace"]) {
    const inbox = await inboxOf(w, userId);
    expectWithContext(inbox.length, userId).toBe(1);
    expect(inbox[0]).toMatchObject({ displayHeadlineMessageTemplate: "{actionUser.name} deleted a thread" });
    expect(JSON.stringify(inbox)).not.toContain("secret");
  }
  expect(await inboxOf(w, "bob")).toStrictEqual([]);
});

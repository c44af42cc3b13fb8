import { expect, test } from "@jest/globals";
import {
  comment,
  commentsOfAda,
  inboxOf,
  noticeWorld,
  notifyOf,
  place,
  startThread,
  textsFor,
  unreadTexts,
} from "#testing/fixtures/notifications/notices";
import type { World } from "#testing/harness/world";

/** A world in which ada has received notifications of these comments on her thread. */
async function notifiedWorld(...texts: string[]): Promise<World> {
  const w = await noticeWorld();
  await startThread(w);
  for (const text of texts) {
    w.advance(1);
    await comment(w, "lin", text);
    await w.drain();
  }
  return w;
}

const read = (w: World, ...ids: string[]) =>
  w.ok("/v2/notifications/update", {
    organizationId: "acme",
    notifications: ids.map((id) => ({ id, readByUserIds: ["ada"] })),
  });
const byId = async (w: World, notificationIds: string[], userId?: string) =>
  (await w.ok("/v2/notifications/get", { organizationId: "acme", userId, notificationIds })).data;

test("unread comments of a thread share one entry that grows, and each of them can be found", async () => {
  const w = await notifiedWorld("one", "two", "three");
  const inbox = await inboxOf(w, "ada");
  expect(inbox.length).toBe(1);
  expect(inbox[0]).toMatchObject({ displayBodyMessage: "three", isRead: false });
  const { unreadIds, id } = inbox[0];
  expect(unreadIds.at(-1)).toBe(id);
  for (const userId of [undefined, "ada"]) {
    const notifications = await byId(w, unreadIds, userId);
    expect(notifications.map((one: { displayBodyMessage: string }) => one.displayBodyMessage)).toStrictEqual([
      "one",
      "two",
      "three",
    ]);
  }
});

test("after an entry was read, it contains only later comments, as unread", async () => {
  const w = await notifiedWorld("one", "two");
  const [before] = await inboxOf(w, "ada");
  await read(w, before.id);
  expect(await inboxOf(w, "ada")).toMatchObject([{ isRead: true, readAt: w.context.now(), unreadIds: [] }]);
  w.advance(1);
  await comment(w, "lin", "three");
  await w.drain();
  const [after] = await inboxOf(w, "ada");
  expect(after).toMatchObject({ displayBodyMessage: "three", isRead: false, unreadIds: [after.id] });
});

test("reading an earlier comment leaves the later ones unread", async () => {
  const w = await notifiedWorld("one", "two", "three");
  const [{ unreadIds }] = await inboxOf(w, "ada");
  await read(w, unreadIds[0]);
  expect(await inboxOf(w, "ada")).toMatchObject([{ isRead: false, unreadIds: unreadIds.slice(1) }]);
  const notifications = await byId(w, unreadIds, "ada");
  expect(notifications.map(({ isRead }: { isRead: boolean }) => isRead)).toStrictEqual([true, false, false]);
});

test("an earlier comment whose notification comes late is listed before the last one; reading the last one reads both", async () => {
  const w = await noticeWorld();
  await startThread(w, { commentData: commentsOfAda(["one", "two", "three"]) });
  const begin = w.context.now();
  w.advance(1000);
  await notifyOf(w, 3, begin + 300);
  await notifyOf(w, 1, begin + 100);
  expect(await textsFor(w, "ada")).toStrictEqual(["three"]);
  expect(await unreadTexts(w, "ada")).toStrictEqual(["one", "three"]);
  const [{ id }] = await inboxOf(w, "ada");
  await read(w, id);
  expect((await inboxOf(w, "ada"))[0].unreadIds).toStrictEqual([]);
});

test("threads of two documents have separate entries, and so do other people", async () => {
  const w = await notifiedWorld("one");
  const other = { organizationId: "acme", documentId: "other" };
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "other" }] });
  await startThread(w, {}, other);
  w.advance(1);
  await comment(w, "lin", "elsewhere {{bob}}", { ...other, annotationId: "ann" });
  await w.drain();
  const texts = (await inboxOf(w, "ada")).map((one: { displayBodyMessage: string }) => one.displayBodyMessage);
  expect(texts).toStrictEqual(["elsewhere @bob", "one"]);
  expect((await inboxOf(w, "bob")).length).toBe(1);
});

test("deleting a notification from one's inbox removes the whole entry, and nothing from other inboxes", async () => {
  const w = await notifiedWorld("one", "two {{bob}}");
  const [{ id }] = await inboxOf(w, "ada");
  await w.ok("/v2/notifications/delete", { organizationId: "acme", userId: "ada", notificationIds: [id] });
  expect([(await inboxOf(w, "ada")).length, (await inboxOf(w, "bob")).length]).toStrictEqual([0, 1]);
});

test("nobody sees a notification before somebody has received it", async () => {
  const w = await noticeWorld({ delaySeconds: 60 });
  await startThread(w);
  await comment(w, "lin", "hello");
  await w.drain();
  expect((await w.ok("/v2/notifications/get", place)).data).toStrictEqual([]);
  const { data } = await w.ok("/v2/notifications/deliveries/get", { ...place });
  expect(await byId(w, [data[0].notificationId])).toStrictEqual([]);
});

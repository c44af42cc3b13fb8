import { expect, test } from "@jest/globals";
import {
  comment,
  commentsOfAda,
  configure,
  inboxOf,
  noticeWorld,
  notifyOf,
  place,
  startThread,
  textsFor,
  thread,
  unreadTexts,
} from "#testing/fixtures/notifications/notices";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import type { World } from "#testing/harness/world";

const SECOND = 1000;

async function deliveryFor(w: World, userId: string) {
  const { data } = await w.ok("/v2/notifications/deliveries/get", { organizationId: "acme", userId });
  return data;
}

/** A world with the thread of ada, to which lin has just added a comment that is held for a minute. */
async function heldWorld() {
  const w = await noticeWorld({ delaySeconds: 60 });
  await startThread(w, { assignedTo: { userId: "grace" } });
  w.advance(1);
  const commentId = await comment(w, "lin", "hello");
  await w.drain();
  return { w, commentId };
}

async function afterHold(w: World): Promise<void> {
  w.advance(60 * SECOND);
  await w.drain();
}

for (const delaySeconds of [10, 3600, 15_552_000])
  test(`a notice is held for ${delaySeconds} s, and not longer`, async () => {
    const w = await noticeWorld({ delaySeconds });
    await startThread(w);
    await comment(w, "lin", "hello");
    await w.drain();
    w.advance(delaySeconds * SECOND - 1);
    await w.drain();
    expect(await inboxOf(w, "ada")).toStrictEqual([]);
    expect(await deliveryFor(w, "ada")).toMatchObject([
      { state: "held", heldUntil: w.context.now() + 1, channels: [] },
    ]);
    w.advance(1);
    await w.drain();
    expect(await textsFor(w, "ada")).toStrictEqual(["hello"]);
    const channels = [{ channel: "inbox", status: "sent", at: w.context.now() }];
    expect(await deliveryFor(w, "ada")).toMatchObject([{ state: "delivered", channels }]);
  });

/** What happens while a notice for ada is held, and why she is then not notified. */
const causes: Record<string, { why: string; happen(w: World, commentId: number): Promise<unknown> }> = {
  "has read the thread": {
    why: "seen",
    happen: (w) =>
      w.ok("/v2/commentannotations/update", {
        ...place,
        annotationIds: ["ann"],
        updatedData: { viewedByUserIds: ["ada"] },
      }),
  },
  "can't find the comment any more": {
    why: "gone",
    happen: (w, commentId) => w.ok("/v2/commentannotations/comments/delete", { ...thread, commentIds: [commentId] }),
  },
  "can't find the thread any more": {
    why: "gone",
    happen: (w) => w.ok("/v2/commentannotations/delete", { ...place, annotationIds: ["ann"] }),
  },
  "may not open the document any more": {
    why: "no-access",
    happen: (w) =>
      w.ok("/v2/organizations/documents/access/update", {
        organizationId: "acme",
        documentIds: ["plan"],
        accessType: "restricted",
      }),
  },
  "can't open the document because it is disabled": {
    why: "no-access",
    happen: (w) =>
      w.ok("/v2/organizations/documents/access/disablestate/update", {
        organizationId: "acme",
        documentIds: ["plan"],
        disabled: true,
      }),
  },
  "wants no notifications of the document": {
    why: "preference",
    happen: async (w) => {
      await setFeatures(w, w.tenant, allFeatures);
      const request = { organizationId: "acme", userIds: ["ada"] };
      await w.ok("/v2/notifications/config/set", { ...request, config: { inbox: "ALL" } });
      await w.ok("/v2/notifications/config/set", { ...request, documentIds: ["plan"], config: { inbox: "NONE" } });
    },
  },
};

for (const [what, { why, happen }] of Object.entries(causes))
  test(`after the hold, a person who ${what} is not notified`, async () => {
    const { w, commentId } = await heldWorld();
    w.advance(1);
    await happen(w, commentId);
    await afterHold(w);
    expect(await inboxOf(w, "ada")).toStrictEqual([]);
    expect(await deliveryFor(w, "ada")).toMatchObject([{ state: "dropped", why, channels: [] }]);
  });

test("what one person has seen still reaches the others", async () => {
  const { w } = await heldWorld();
  await causes["has read the thread"]?.happen(w, 0);
  await afterHold(w);
  expect(await textsFor(w, "grace")).toStrictEqual(["hello"]);
});

test("a document's notices are deleted with it, and kept when it is migrated", async () => {
  const { w } = await heldWorld();
  const documents = "/v2/organizations/documents";
  await w.ok(`${documents}/migrate`, { ...place, newDocumentId: "moved" });
  for (let step = 0; step < 6; step++) {
    await w.drain();
    w.advance(10 * SECOND);
  }
  await afterHold(w);
  expect((await inboxOf(w, "ada"))[0].metadata.documentId).toBe("moved");
  await w.ok(`${documents}/delete`, { organizationId: "acme", documentIds: ["moved"] });
  await w.drain();
  expect(await deliveryFor(w, "ada")).toStrictEqual([]);
});

test("the deletion of a person's data deletes their notices, and those about what they did", async () => {
  const { w } = await heldWorld();
  await w.ok("/v2/users/data/delete", { organizationIds: ["acme"], userIds: ["grace"] });
  await w.drain();
  expect([(await deliveryFor(w, "grace")).length, (await deliveryFor(w, "ada")).length]).toStrictEqual([0, 1]);
  await w.ok("/v2/users/data/delete", { organizationIds: ["acme"], userIds: ["lin"] });
  await w.drain();
  expect(await deliveryFor(w, "ada")).toStrictEqual([]);
  await afterHold(w);
  expect(await inboxOf(w, "ada")).toStrictEqual([]);
});

test("the deletion of a person's data removes their name from the notifications of others", async () => {
  const w = await noticeWorld();
  await w.ok("/v2/users/update", { organizationId: "acme", users: [{ userId: "grace", name: "Grace Hopper" }] });
  await startThread(w);
  await comment(w, "lin", "{{grace}} and {{bob}}, gracefully");
  await w.drain();
  expect(await textsFor(w, "ada")).toStrictEqual(["@Grace Hopper and @bob, gracefully"]);
  await w.ok("/v2/users/data/delete", { organizationIds: ["acme"], userIds: ["grace", "bob"] });
  await w.drain();
  expect(await textsFor(w, "ada")).toStrictEqual(["@Deleted user and @Deleted user, gracefully"]);
});

const batch = { batchWindowSeconds: 60, maxActivities: 3 };

test("two events within a second form one digest, which is sent when the window of the first one closes", async () => {
  const w = await noticeWorld({ document: batch });
  await startThread(w);
  await comment(w, "lin", "one");
  await w.drain();
  w.advance(SECOND);
  await comment(w, "lin", "two");
  await w.drain();
  const [waiting] = await deliveryFor(w, "ada");
  expect(waiting).toMatchObject({ state: "batched", batchedUntil: w.context.now() + 59 * SECOND });
  w.advance(59 * SECOND - 1);
  await w.drain();
  expect(await inboxOf(w, "ada")).toStrictEqual([]);
  w.advance(1);
  await w.drain();
  const deliveries = await deliveryFor(w, "ada");
  expect(deliveries.map(({ state }: { state: string }) => state)).toStrictEqual(["delivered", "delivered"]);
  expect(new Set(deliveries.map(({ channels }: { channels: { at: number }[] }) => channels[0]?.at)).size).toBe(1);
});

test("a full window closes at once", async () => {
  const w = await noticeWorld({ user: batch });
  await startThread(w);
  for (const text of ["one", "two", "three", "four"]) {
    await comment(w, "lin", text);
    await w.drain();
  }
  const states = (await deliveryFor(w, "ada")).map(({ state }: { state: string }) => state).sort();
  expect(states).toStrictEqual(["batched", "delivered", "delivered", "delivered"]);
});

test("however many notices come at once, no digest contains more of them than a batch may", async () => {
  const w = await noticeWorld({ delaySeconds: 10, document: batch, user: { ...batch, maxActivities: 50 } });
  await startThread(w);
  for (let i = 0; i < 7; i++) await comment(w, "lin", `comment ${i}`);
  await w.drain();
  w.advance(10 * SECOND);
  await w.drain();
  const states = () => deliveryFor(w, "ada").then((all) => all.map(({ state }: { state: string }) => state).sort());
  expect(await states()).toStrictEqual(["batched", ...Array(6).fill("delivered")]);
  // A waiting batch that is larger than a new limit is sent at once.
  await configure(w, { document: { ...batch, maxActivities: 2 } });
  await comment(w, "lin", "one more");
  await comment(w, "lin", "and one");
  await w.drain();
  w.advance(10 * SECOND);
  await w.drain();
  expect((await states()).filter((state: string) => state === "delivered").length).toBe(8);
});

test("notices that are held and then batched are sent together", async () => {
  const w = await noticeWorld({ delaySeconds: 30, document: batch });
  await startThread(w);
  for (const text of ["one", "two"]) {
    await comment(w, "lin", text);
    await w.drain();
    w.advance(SECOND);
  }
  w.advance(30 * SECOND);
  await w.drain();
  expect(await inboxOf(w, "ada")).toStrictEqual([]);
  w.advance(60 * SECOND);
  await w.drain();
  const deliveryTimes = (await deliveryFor(w, "ada")).map(
    ({ channels }: { channels: { at: number }[] }) => channels[0]?.at,
  );
  expect([deliveryTimes.length, new Set(deliveryTimes).size]).toStrictEqual([2, 1]);
});

test("the hold begins with the event, and a digest lists the events in their order, whatever order they were found in", async () => {
  const w = await noticeWorld({ delaySeconds: 30, document: { ...batch, maxActivities: 50 } });
  const texts = Array.from({ length: 12 }, (_, i) => `comment ${i + 1}`);
  await startThread(w, { commentData: commentsOfAda(texts) });
  const begin = w.context.now();
  w.advance(5 * SECOND);
  for (let i = texts.length; i > 0; i--) await notifyOf(w, i, begin + i);
  const until = (await deliveryFor(w, "ada")).map(({ heldUntil }: { heldUntil: number }) => heldUntil - begin);
  expect(until).toStrictEqual(texts.map((_, i) => 30 * SECOND + texts.length - i));
  w.advance(30 * SECOND);
  await w.drain();
  w.advance(60 * SECOND);
  await w.drain();
  expect([await textsFor(w, "ada"), await unreadTexts(w, "ada")]).toStrictEqual([["comment 12"], texts]);
});

test("the comments of one call keep their order in a digest", async () => {
  const w = await noticeWorld({ document: { ...batch, maxActivities: 50 } });
  await startThread(w);
  const texts = Array.from({ length: 12 }, (_, i) => `comment ${i + 1}`);
  const commentData = texts.map((text) => ({ commentText: text, from: { userId: "lin" }, triggerNotification: true }));
  await w.ok("/v2/commentannotations/comments/add", { ...thread, commentData });
  await w.drain();
  w.advance(60 * SECOND);
  await w.drain();
  expect(await unreadTexts(w, "ada")).toStrictEqual(texts);
});

test("the windows of a document and of a user close independently, and a notice is sent with the first", async () => {
  const w = await noticeWorld({ document: batch, user: { batchWindowSeconds: 20, maxActivities: 50 } });
  await startThread(w);
  await comment(w, "lin", "one");
  await w.drain();
  w.advance(20 * SECOND);
  await w.drain();
  expect(await textsFor(w, "ada")).toStrictEqual(["one"]);
  await comment(w, "lin", "two");
  await w.drain();
  w.advance(20 * SECOND);
  await w.drain();
  expect((await deliveryFor(w, "ada")).every(({ state }: { state: string }) => state === "delivered")).toBe(true);
});

test("a person who has seen something while it waited in a batch is not notified of it", async () => {
  const w = await noticeWorld({ document: batch });
  await startThread(w);
  w.advance(1);
  await comment(w, "lin", "one");
  await w.drain();
  w.advance(1);
  await causes["has read the thread"]?.happen(w, 0);
  w.advance(60 * SECOND);
  await w.drain();
  expect(await deliveryFor(w, "ada")).toMatchObject([{ state: "dropped", why: "seen" }]);
});

test("notices of private threads reach only people who may see them", async () => {
  const w = await noticeWorld();
  await startThread(w, { visibility: { type: "restricted", userIds: ["lin"] }, assignedTo: { userId: "grace" } });
  await comment(w, "lin", "secret {{bob}}");
  await w.drain();
  for (const userId of ["grace", "bob"]) {
    expect(await inboxOf(w, userId)).toStrictEqual([]);
    expectWithContext(await deliveryFor(w, userId), userId).toMatchObject([{ state: "dropped", why: "no-access" }]);
  }
  expect(await textsFor(w, "ada")).toStrictEqual(["secret @bob"]);
});

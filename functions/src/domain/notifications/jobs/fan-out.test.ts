import { expect, test } from "@jest/globals";
import { LEASE } from "#queue/leases";
import { StoreQueue } from "#queue/store-queue";
import { declaredJobs } from "#src/jobs";
import { organizationOf } from "#testing/fixtures/documents/folder-tree";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { faultyStore } from "#testing/harness/store/faulty-store";
import { type World, world } from "#testing/harness/world";
import fanOutNotification from "./fan-out.ts";

const add = "/v2/notifications/add";
const note = {
  organizationId: "acme",
  documentId: "plan",
  notificationId: "news",
  actionUser: { userId: "u0" },
  displayHeadlineMessageTemplate: "News",
  displayBodyMessage: "Body",
  notifyUsers: [{ userId: "guest" }, { userId: "u1" }],
};

/** An organization with users `u0`, `u1` … and the document "plan". */
async function office(w: World, users: number): Promise<void> {
  const all = Array.from({ length: users }, (_, i) => ({ userId: `u${i}` }));
  for (let start = 0; start < users; start += 500)
    await w.ok("/v2/users/add", { organizationId: "acme", users: all.slice(start, start + 500) });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
}

/** The recipients of each notification, once for each stored entry. */
async function received(w: World): Promise<string[]> {
  const entries = await w.context.store.query({ collection: `${organizationOf(w)}/inbox` });
  return entries.docs.map(({ data }) => `${data.notificationId} ${data.userId}`).sort();
}

const expected = (users: number) =>
  ["guest", ...Array.from({ length: users - 1 }, (_, i) => `u${i + 1}`)].map((userId) => `news ${userId}`).sort();

const payloadOf = (w: World) => ({
  apiKeyId: w.tenant.apiKeyId,
  organizationId: "acme",
  notificationId: "news",
});

test("each of 10,000 users receives it once, and one event reports it", async () => {
  const w = await world();
  await office(w, 10_000);
  await addEndpoint(w, "all");
  await w.ok(add, note);
  await w.ok(add, note);
  await w.drain();
  expect(await received(w)).toStrictEqual(expected(10_000));
  expect((await eventsSent(w)).map(([type, { notificationId }]) => [type, notificationId])).toStrictEqual([
    ["notification.add", "news"],
  ]);
  expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
  const { data } = await w.ok("/v2/notifications/get", { organizationId: "acme", userId: "u9999" });
  expect(data[0].displayBodyMessage).toStrictEqual("Body");
});

test("up to 200 recipients have it when the call returns; more get it afterwards, even if they are named", async () => {
  for (const count of [200, 201]) {
    const w = await world();
    await office(w, 1);
    const notifyUsers = Array.from({ length: count }, (_, i) => ({ userId: `n${i}` }));
    const adding = w.ok(add, { ...note, notifyAll: false, notifyUsers });
    await adding;
    await w.drain();
    expect((await received(w)).length).toBe(count);
    const line = w.logged.findLast(({ message }) => message === "request");
    expect(line?.fields.writes).toBe(count === 200 ? 201 : 2);
  }
});

test("a delivery that is interrupted at any point is completed or not begun, and everyone receives it once", async () => {
  let cuts = 0;
  for (let point = 0; ; point = point * 2 + 1) {
    const fault = { left: Number.POSITIVE_INFINITY };
    const w = await world({ wrapStore: (store) => faultyStore(store, fault) });
    await office(w, 650);
    fault.left = point;
    const { status } = await w.request(add, note);
    await w.drain();
    const isHit = fault.left < 0;
    fault.left = Number.POSITIVE_INFINITY;
    w.advance(LEASE);
    await new StoreQueue({ context: () => w.context, jobs: declaredJobs }).drain();
    if (status === 200) expect(await received(w)).toStrictEqual(expected(650));
    await w.ok(add, note);
    await w.drain();
    expect(await received(w)).toStrictEqual(expected(650));
    expect(await w.context.store.count({ collection: "tasks" })).toBe(0);
    if (!isHit) break;
    cuts++;
  }
  expectWithContext(cuts, `only ${cuts} points were tried`).toBeGreaterThan(3);
});

test("two concurrent runs, and one after the end, deliver nothing twice and keep what users have marked as read", async () => {
  const w = await world();
  await office(w, 450);
  await w.ok(add, note);
  await Promise.all([fanOutNotification.run(w.context, payloadOf(w)), fanOutNotification.run(w.context, payloadOf(w))]);
  await w.drain();
  const notifications = [{ id: "news", readByUserIds: ["u1"] }];
  await w.ok("/v2/notifications/update", { organizationId: "acme", notifications });
  await fanOutNotification.run(w.context, payloadOf(w));
  expect(await received(w)).toStrictEqual(expected(450));
  const { data } = await w.ok("/v2/notifications/get", { organizationId: "acme", userId: "u1" });
  expect(data[0].isRead).toBe(true);
});

test("preferences and access are checked on each page", async () => {
  const w = await world();
  await setFeatures(w, w.tenant, allFeatures);
  await office(w, 450);
  const documents = [{ documentId: "plan", accessType: "restricted" }];
  await w.ok("/v2/organizations/documents/update", { organizationId: "acme", documents });
  const users = Array.from({ length: 300 }, (_, i) => ({ userId: `u${i}` }));
  await w.ok("/v2/users/add", { organizationId: "acme", documentId: "plan", users });
  await w.ok("/v2/notifications/config/set", {
    organizationId: "acme",
    userIds: ["u2", "u299"],
    config: { inbox: "NONE", email: "NONE" },
  });
  await w.ok(add, { ...note, verifyUserPermissions: true });
  await w.drain();
  const who = Array.from({ length: 300 }, (_, i) => `news u${i}`).filter(
    (entry) => !["news u0", "news u2", "news u299"].includes(entry),
  );
  expect(await received(w)).toStrictEqual(who.sort());
});

test("a notification that is deleted during its delivery reaches no further user", async () => {
  const w = await world();
  await office(w, 450);
  const organization = organizationOf(w);
  await w.context.store.commit([
    {
      op: "create",
      path: `${organization}/notifications/news`,
      data: {
        documentId: "plan",
        timestamp: 1,
        actorId: "u0",
        content: JSON.stringify({ ...note, notifyAll: true }),
        fanOut: { isVerified: false, named: 0 },
      },
    },
  ]);
  await w.ok("/v2/notifications/delete", { organizationId: "acme", notificationIds: ["news"] });
  await Promise.all([fanOutNotification.run(w.context, payloadOf(w)), w.drain()]);
  await fanOutNotification.run(w.context, payloadOf(w));
  expect(await received(w)).toStrictEqual([]);
});

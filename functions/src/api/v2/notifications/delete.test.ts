import { expect, test } from "@jest/globals";
import { LEASE } from "#queue/leases";
import { StoreQueue } from "#queue/store-queue";
import { declaredJobs } from "#src/jobs";
import type { Write } from "#store/port";
import { organizationOf } from "#testing/fixtures/documents/folder-tree";
import { expectWithContext } from "#testing/harness/jest/context";
import { faultyStore } from "#testing/harness/store/faulty-store";
import { type World, type WorldOptions, world } from "#testing/harness/world";

const path = "/v2/notifications/delete";
const organizationId = "acme";

/** An organization with the documents "plan" and "draft". */
async function office(options?: WorldOptions): Promise<World> {
  const w = await world(options);
  const documents = [{ documentId: "plan" }, { documentId: "draft" }];
  await w.ok("/v2/organizations/documents/add", { organizationId, createOrganization: true, documents });
  return w;
}

async function send(w: World, notificationId: string, input: object = {}): Promise<void> {
  w.advance(1000);
  await w.ok("/v2/notifications/add", {
    organizationId,
    documentId: "plan",
    notificationId,
    notifyAll: false,
    actionUser: { userId: "ada" },
    displayHeadlineMessageTemplate: "News",
    displayBodyMessage: "Body",
    notifyUsers: [{ userId: "lin" }, { userId: "grace" }],
    ...input,
  });
}

/** Notifications a to d: b on another document, c and d at a location, d for grace only. */
async function sendFour(w: World): Promise<void> {
  await send(w, "a");
  await send(w, "b", { documentId: "draft" });
  await send(w, "c", { location: { id: 1 } });
  await send(w, "d", { location: { id: 1 }, notifyUsers: [{ userId: "grace" }] });
}

/** The stored notifications, then the entries of inboxes. */
async function storedIds(w: World): Promise<string> {
  const { docs } = await w.context.store.query({ collection: `${organizationOf(w)}/notifications` });
  const entries = await w.context.store.query({ collection: `${organizationOf(w)}/inbox` });
  const received = entries.docs.map(({ data }) => `${data.notificationId}>${data.userId}`).sort();
  return `${docs.map(({ id }) => id).join(" ")} | ${received.join(" ")}`;
}

const done = (id: string) => [id, { success: true, id, message: "Notification deleted." }] as const;
const missing = (id: string) =>
  [id, { success: false, id, message: "Failed to delete notification.", code: "not-found" }] as const;

/** The request, its results, and what remains. */
const cases: [object, (readonly [string, object])[], string][] = [
  [{ notificationIds: ["a", "none", "c"] }, [done("a"), missing("none"), done("c")], "b d | b>grace b>lin d>grace"],
  [
    { notificationIds: ["a", "b"], documentId: "draft" },
    [missing("a"), done("b")],
    "a c d | a>grace a>lin c>grace c>lin d>grace",
  ],
  [
    { notificationIds: ["a", "c"], locationId: "1" },
    [missing("a"), done("c")],
    "a b d | a>grace a>lin b>grace b>lin d>grace",
  ],
  [
    { notificationIds: ["a", "d"], userId: "lin" },
    [done("a"), missing("d")],
    "a b c d | a>grace b>grace b>lin c>grace c>lin d>grace",
  ],
  [{ documentId: "plan" }, [done("a"), done("c"), done("d")], "b | b>grace b>lin"],
  [{ documentId: "plan", locationId: 1 }, [done("c"), done("d")], "a b | a>grace a>lin b>grace b>lin"],
  [{ locationId: 1 }, [done("c"), done("d")], "a b | a>grace a>lin b>grace b>lin"],
  [{ userId: "lin" }, [done("a"), done("b"), done("c")], "a b c d | a>grace b>grace c>grace d>grace"],
  [{ userId: "lin", documentId: "draft" }, [done("b")], "a b c d | a>grace a>lin b>grace c>grace c>lin d>grace"],
  [{ userId: "nobody" }, [], "a b c d | a>grace a>lin b>grace b>lin c>grace c>lin d>grace"],
];
for (const [request, outcomes, remainder] of cases)
  test(`${JSON.stringify(request)} leaves ${remainder}`, async () => {
    const w = await office();
    await sendFour(w);
    const { message, data } = await w.ok(path, { organizationId, ...request });
    expect(message).toBe("Notification(s) deleted successfully.");
    expect(data).toStrictEqual(Object.fromEntries(outcomes));
    await w.drain();
    expect(await storedIds(w)).toBe(remainder);
  });

test("a deleted notification is no longer listed, and its id can be used again", async () => {
  const w = await office();
  await send(w, "a");
  await w.ok(path, { organizationId, notificationIds: ["a"] });
  for (const request of [{}, { userId: "lin" }, { notificationIds: ["a"] }])
    expect((await w.ok("/v2/notifications/get", { organizationId, ...request })).data).toStrictEqual([]);
  await w.drain();
  await send(w, "a", { notifyUsers: [{ userId: "eve" }] });
  await w.drain();
  expect(await storedIds(w)).toBe("a | a>eve");
});

test("deleting a document deletes its notifications", async () => {
  const w = await office();
  await sendFour(w);
  await w.ok("/v2/organizations/documents/delete", { organizationId, documentIds: ["plan"] });
  await w.drain();
  expect(await storedIds(w)).toBe("b | b>grace b>lin");
});

/** 450 notifications to lin, a second apart. */
async function storeMany(w: World): Promise<void> {
  const at = organizationOf(w);
  const writes = Array.from({ length: 450 }, (_, i): Write[] => {
    const about = { documentId: "plan", timestamp: w.context.now() - i * 1000 };
    const content = JSON.stringify({ actionUser: { userId: "ada" }, notifyUsers: [], notifyAll: false });
    const entry = { ...about, userId: "lin", notificationId: `n${i}`, channels: ["inbox"] };
    return [
      { op: "create", path: `${at}/notifications/n${i}`, data: { ...about, actorId: "ada", content } },
      { op: "create", path: `${at}/inbox/e${i}`, data: entry },
    ];
  });
  await w.context.store.bulk(writes.flat());
}

test("if there are many notifications, the reply names 200 and all are deleted, even if the job is interrupted", async () => {
  for (const selection of [{ documentId: "plan" }, { userId: "lin" }]) {
    let cuts = 0;
    for (let point = 0; ; point = point * 4 + 3) {
      const fault = { left: Number.POSITIVE_INFINITY };
      const w = await office({ wrapStore: (store) => faultyStore(store, fault) });
      await storeMany(w);
      fault.left = point;
      const { status, body } = await w.request(path, { organizationId, ...selection });
      await w.drain();
      const isHit = fault.left < 0;
      fault.left = Number.POSITIVE_INFINITY;
      w.advance(LEASE);
      await new StoreQueue({ context: () => w.context, jobs: declaredJobs }).drain();
      if (status === 200) {
        expect(Object.keys(body.result.data).length).toBe(200);
        expect((await w.ok("/v2/notifications/get", { organizationId, ...selection })).data).toStrictEqual([]);
        expect(await w.context.store.count({ collection: `${organizationOf(w)}/inbox` })).toBe(0);
      }
      if (!isHit) break;
      cuts++;
    }
    expectWithContext(cuts, `only ${cuts} points were tried`).toBeGreaterThan(2);
  }
});

test("a call without a filter, for a missing place, or with too many ids is refused", async () => {
  const w = await office();
  const cases: [object, string, string][] = [
    [{}, "INVALID_ARGUMENT", "data.notificationIds is required if there is no documentId, locationId or userId."],
    [{ organizationId: "none", userId: "lin" }, "NOT_FOUND", "Organization does not exist."],
    [{ documentId: "none" }, "NOT_FOUND", "Document does not exist."],
    [{ notificationIds: ["a", "a"] }, "INVALID_ARGUMENT", 'data.notificationIds names "a" more than once.'],
    [
      { notificationIds: Array.from({ length: 501 }, (_, i) => `n${i}`) },
      "INVALID_ARGUMENT",
      "data.notificationIds must have at most 500 items.",
    ],
  ];
  for (const [request, status, message] of cases) {
    const error = await w.fails(path, { organizationId, ...request });
    expect([error.status, error.message]).toStrictEqual([status, message]);
  }
});

test("of two concurrent deletions each id succeeds once, or fails as missing", async () => {
  const w = await office();
  await send(w, "a");
  const both = await Promise.all([1, 2].map(() => w.ok(path, { organizationId, notificationIds: ["a"] })));
  await w.drain();
  expect(both.map(({ data }) => data.a.success).sort()).toStrictEqual([false, true]);
  expect(await storedIds(w)).toBe(" | ");
});

import { expect, test } from "@jest/globals";
import { noticePath, type StoredNotice } from "#domain/notifications/store/notices";
import { organizationBelow } from "#domain/organizations/store/organizations";
import { comment, noticeWorld, place, startThread } from "#testing/fixtures/notifications/notices";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import type { World } from "#testing/harness/world";

const path = "/v2/notifications/deliveries/get";
const get = async (w: World, selection: object) => (await w.ok(path, { organizationId: "acme", ...selection })).data;

test("it lists for each person and channel what became of a notification", async () => {
  const w = await noticeWorld({ delaySeconds: 10 });
  await startThread(w, { assignedTo: { userId: "grace" } });
  w.advance(1);
  await comment(w, "lin", "hello");
  await w.drain();
  const [heldDelivery] = await get(w, { userId: "ada" });
  const { notificationId } = heldDelivery;
  const about = { notificationId, documentId: "plan", timestamp: w.context.now(), isDirect: true };
  const waits = { state: "held", heldUntil: w.context.now() + 10_000, channels: [] };
  expect(heldDelivery).toStrictEqual({ ...about, userId: "ada", ...waits });
  w.advance(1);
  const viewRequest = { ...place, annotationIds: ["ann"], updatedData: { viewedByUserIds: ["grace"] } };
  await w.ok("/v2/commentannotations/update", viewRequest);
  w.advance(10_000);
  await w.drain();
  const channels = [{ channel: "inbox", status: "sent", at: w.context.now() }];
  expect(await get(w, { notificationId, state: "delivered" })).toStrictEqual([
    { ...about, userId: "ada", state: "delivered", channels },
  ]);
  expect(await get(w, { documentId: "plan", state: "dropped" })).toStrictEqual([
    { ...about, userId: "grace", state: "dropped", why: "seen", channels: [] },
  ]);
});

test("without a selection it lists all deliveries of the organization, which must exist", async () => {
  const w = await noticeWorld();
  await startThread(w, { assignedTo: { userId: "grace" } });
  await comment(w, "lin", "hello");
  await w.drain();
  expect((await get(w, {})).map(({ userId }: { userId: string }) => userId).sort()).toStrictEqual(["ada", "grace"]);
  expect((await w.fails(path, { organizationId: "none" })).status).toBe("NOT_FOUND");
});

test("the newest come first: of all, of a person, of a document and in pages", async () => {
  const w = await noticeWorld();
  await startThread(w, { assignedTo: { userId: "grace" } });
  for (let i = 0; i < 12; i++) {
    w.advance(1000);
    await comment(w, "lin", `comment ${i}`);
    await w.drain();
  }
  for (const selection of [{}, { userId: "ada" }, { documentId: "plan" }]) {
    const times = (await get(w, selection)).map(({ timestamp }: { timestamp: number }) => timestamp);
    expect(times.length).toBeGreaterThanOrEqual(12);
    expect(times).toStrictEqual(times.toSorted((a: number, b: number) => b - a));
    expect(
      (await get(w, { ...selection, pageSize: 5 })).map(({ timestamp }: { timestamp: number }) => timestamp),
    ).toStrictEqual(times.slice(0, 5));
  }
});

const at = (w: World, userId: string) =>
  noticePath(organizationBelow(w.tenant.apiKeyId, "acme"), userId, "of-the-list");

testPaging(path, "the notices of a document", {
  query: place,
  before: (w) => w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] }),
  insert(w, userId) {
    const data: StoredNotice = {
      ...{ userId, notificationId: "of-the-list", documentId: "plan", isDirect: false, state: "held" },
      ...{ timestamp: w.context.now(), changedAt: w.context.now() },
    };
    return w.context.store.commit([{ op: "set", path: at(w, userId), data }]);
  },
  remove: (w, userId) => w.context.store.commit([{ op: "delete", path: at(w, userId) }]),
  ids: idsBy("userId"),
});

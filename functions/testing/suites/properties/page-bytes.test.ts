import { expect, test } from "@jest/globals";
import { activityWorld, addActivities, record } from "#testing/fixtures/activities/activities";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import type { World } from "#testing/harness/world";

const place = { organizationId: "acme", documentId: "plan" };
const actionUser = { userId: "ada" };
const LARGE = "x".repeat(800_000);
const ids = Array.from({ length: 11 }, (_, i) => `id-${10 + i}`);
const MIB = 1024 * 1024;

/** Fills every kind of list with entries almost as large as a call may create them. */
async function worldOfLargeEntries(): Promise<World> {
  const w = await activityWorld();
  await setFeatures(w, w.tenant, allFeatures);
  await w.ok("/v2/users/add", { organizationId: "acme", users: [actionUser] });
  for (const id of ids) {
    const commentData = [{ commentText: LARGE, from: actionUser }];
    await w.ok("/v2/commentannotations/add", { ...place, commentAnnotations: [{ annotationId: id, commentData }] });
    await addActivities(w, [record({ id, entityData: { text: LARGE }, actionUser })]);
    const recordings = [{ annotationId: id, recordingType: "audio", from: actionUser, note: LARGE }];
    await w.ok("/v2/recordings/add", { ...place, recordings });
    const displayed = { displayHeadlineMessageTemplate: "new", displayBodyMessage: LARGE };
    const notifyUsers = [actionUser];
    await w.ok("/v2/notifications/add", { ...place, notificationId: id, actionUser, ...displayed, notifyUsers });
  }
  await w.drain();
  return w;
}

const lists: [path: string, query: object, idField: string][] = [
  ["/v2/commentannotations/get", { documentId: "plan" }, "annotationId"],
  ["/v2/commentannotations/get", {}, "annotationId"],
  ["/v2/commentannotations/get", { documentId: "plan", annotationIds: ids }, "annotationId"],
  ["/v2/activities/get", {}, "id"],
  ["/v2/activities/get", { activityIds: ids }, "id"],
  ["/v2/recordings/get", {}, "annotationId"],
  ["/v2/recordings/get", { documentId: "plan" }, "annotationId"],
  ["/v2/recordings/get", { documentId: "plan", recordingIds: ids }, "annotationId"],
  ["/v2/notifications/get", {}, "id"],
  ["/v2/notifications/get", { userId: "ada" }, "id"],
  ["/v2/notifications/get", { notificationIds: ids }, "id"],
  ["/v2/notifications/get", { userId: "ada", notificationIds: ids }, "id"],
];

test("no page of large entries is larger than about 4 MiB, and the pages together contain every entry once", async () => {
  const w = await worldOfLargeEntries();
  for (const [path, query, idField] of lists) {
    const listed: string[] = [];
    let pageToken: string | undefined;
    do {
      const reply = await w.ok(path, { organizationId: "acme", ...query, pageToken });
      expectWithContext(JSON.stringify(reply).length, path).toBeLessThan(4.2 * MIB);
      listed.push(...reply.data.map((entry: Record<string, string>) => entry[idField]));
      pageToken = reply.pageToken ?? reply.nextPageToken;
    } while (pageToken);
    expectWithContext(listed.sort(), `${path} ${JSON.stringify(query)}`).toStrictEqual(ids);
  }
  const exported: Record<string, number> = { comments: 0, recordings: 0, notifications: 0 };
  for (let pageToken: string | undefined = ""; pageToken !== undefined; ) {
    const reply = await w.ok("/v2/users/data/get", { organizationId: "acme", userId: "ada", pageToken });
    expect(JSON.stringify(reply).length).toBeLessThan(4.2 * MIB);
    for (const kind of Object.keys(exported)) exported[kind] = (exported[kind] ?? 0) + reply.data[kind].length;
    pageToken = reply.nextPageToken;
  }
  expect(exported).toStrictEqual({ comments: ids.length, recordings: ids.length, notifications: ids.length });
});

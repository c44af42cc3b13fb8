import { readFileSync } from "node:fs";
import { callEndpoints } from "@atrium/functions/endpoints";
import { allFeatures, setFeatures } from "@atrium/functions/testing/harness/example-world";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { ensure } from "@atrium/functions/testing/harness/jest/ensure";
import { type World, world } from "@atrium/functions/testing/harness/world";
import { expectDeclaredShape } from "@atrium/functions/testing/suites/conformance/check";
import { expect, test } from "@jest/globals";
import { importAll } from "../transfer.ts";

const seed = readFileSync(new URL("../../../emulator-data/world.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const records = seed.map((line) => JSON.parse(line));

const organizationId = "meridian-press";
const documentId = "spring-catalogue-2026";
const demoUser = "amelie.dubois@example.com";
const annotationId = records.find(
  (one) => one.kind === "commentAnnotation" && one.documentId === documentId,
).annotationId;

/** The seed world in the only key of a service. */
async function seedWorld(): Promise<World> {
  const w = await world();
  await setFeatures(w, w.tenant, allFeatures);
  const { skipped, problems } = await importAll(w.context, seed, { apiKeyId: w.tenant.apiKeyId });
  expectWithContext(skipped, JSON.stringify(problems)).toBe(0);
  return w;
}

/** The items of a list endpoint, checked against its declared shape. */
async function listOf(w: World, path: string, input: object): Promise<Record<string, unknown>[]> {
  const endpoint = callEndpoints.find((one) => one.path === path);
  ensure(endpoint, path);
  const { data } = await w.ok(path, { organizationId, ...input });
  await expectDeclaredShape(endpoint, data);
  expectWithContext(Array.isArray(data), path).toBe(true);
  return data;
}

/** Every list of the demo organization: path, input, and the minimum number of items on a page of fifty. */
const lists: [path: string, input: object, atLeast: number][] = [
  ["/v2/organizations/documents/get", {}, 50],
  ["/v2/organizations/folders/get", {}, 1],
  ["/v2/users/get", {}, 50],
  ["/v2/commentannotations/get", {}, 50],
  ["/v2/commentannotations/get", { documentId }, 5],
  ["/v2/commentannotations/comments/get", { documentId, annotationId }, 1],
  ["/v2/notifications/get", {}, 50],
  ["/v2/notifications/get", { userId: demoUser }, 5],
  ["/v2/activities/get", {}, 50],
  ["/v2/activities/get", { userId: demoUser }, 5],
  ["/v2/activities/get", { featureTypes: ["comment"] }, 10],
  ["/v2/presence/get", { documentId }, 1],
  ["/v2/livestate/get", { documentId }, 1],
  ["/v2/crdt/get", { documentId, includeUpdate: true }, 4],
  ["/v2/recordings/get", {}, 3],
  ["/v2/recordings/get", { documentId }, 1],
];

test("every list of the demo organization has items of the shape that its endpoint declares", async () => {
  const w = await seedWorld();
  for (const [path, input, atLeast] of lists) {
    const items = await listOf(w, path, { ...input, pageSize: 50 });
    expectWithContext(
      items.length,
      `${path} ${JSON.stringify(input)} has ${items.length} items`,
    ).toBeGreaterThanOrEqual(atLeast);
  }
});

test("all pages of threads and activities together equal the file", async () => {
  const w = await seedWorld();
  for (const [path, kind, token, id] of [
    ["/v2/commentannotations/get", "commentAnnotation", "nextPageToken", "annotationId"],
    ["/v2/activities/get", "activity", "pageToken", "id"],
  ] as const) {
    const ids: unknown[] = [];
    for (let pageToken: string | undefined, isFirst = true; isFirst || pageToken; isFirst = false) {
      const answer = await w.ok(path, { organizationId, pageSize: 40, ...(pageToken && { pageToken }) });
      ids.push(...answer.data.map((one: Record<string, unknown>) => one[id]));
      pageToken = answer[token];
    }
    const expectedRecords = records.filter((one) => one.kind === kind && one.organizationId === organizationId);
    expect(ids.toSorted()).toStrictEqual(expectedRecords.map((one) => one[id]).toSorted());
  }
});

test("the demo user has unread notifications, and data of every kind in the seed world", async () => {
  const w = await seedWorld();
  const inbox = await listOf(w, "/v2/notifications/get", { userId: demoUser });
  expect(new Set(inbox.map(({ isRead }) => isRead))).toStrictEqual(new Set([true, false]));
  const endpoint = callEndpoints.find(({ path }) => path === "/v2/users/data/get");
  const { data } = await w.ok("/v2/users/data/get", { organizationId, userId: demoUser });
  ensure(endpoint);
  await expectDeclaredShape(endpoint, data);
  const { mails: _mails, notificationDeliveries: _deliveries, ...seeded } = data;
  for (const [sort, items] of Object.entries(seeded))
    expectWithContext(Array.isArray(items) && items.length > 0, `the demo user has no ${sort}`).toBe(true);
});

/** The answer of an endpoint, checked against its declared shape. */
async function answerOf(w: World, path: string, input: object) {
  const endpoint = callEndpoints.find((one) => one.path === path);
  ensure(endpoint, path);
  const { data } = await w.ok(path, input);
  await expectDeclaredShape(endpoint, data);
  return data;
}

test("counts of the demo organization are those of the file", async () => {
  const w = await seedWorld();
  const inFile = (kind: string, isCounted: (record: Record<string, unknown>) => boolean) =>
    records.filter((one) => one.kind === kind && one.organizationId === organizationId && isCounted(one)).length;
  const users = (place: { documentId?: string }) =>
    inFile("user", (one) => one.documentId === place.documentId && one.folderId === undefined);
  for (const place of [{}, { documentId }])
    expect(await answerOf(w, "/v2/users/count/get", { organizationId, ...place })).toStrictEqual({
      count: users(place),
    });
  const { folderId } = records.find((one) => one.kind === "document" && one.folderId !== undefined);
  for (const place of [{}, { folderId }])
    expect(await answerOf(w, "/v2/organizations/documents/count/get", { organizationId, ...place })).toStrictEqual({
      count: inFile("document", (one) => place.folderId === undefined || one.folderId === place.folderId),
    });
});

test("a reaction of the demo user is added once, read with its comment, and removed", async () => {
  const w = await seedWorld();
  const thread = { organizationId, documentId, annotationId };
  const [{ commentId, reactionAnnotations = [] }] = (await w.ok("/v2/commentannotations/comments/get", thread)).data;
  const reaction = { icon: "🦉", from: { userId: demoUser } };
  const one = { ...thread, commentId };
  const added = { reactionCount: reactionAnnotations.length + 1 };
  for (const _time of ["once", "again"])
    expect(await answerOf(w, "/v2/commentannotations/comments/reactions/add", { ...one, reaction })).toStrictEqual(
      added,
    );
  const [comment] = (await w.ok("/v2/commentannotations/comments/get", { ...thread, commentIds: [commentId] })).data;
  expect(comment.reactionAnnotations.at(-1)).toMatchObject(reaction);
  const back = { ...one, icon: reaction.icon, userId: demoUser };
  expect(await answerOf(w, "/v2/commentannotations/comments/reactions/delete", back)).toStrictEqual({
    reactionCount: reactionAnnotations.length,
  });
});

test("threads at a location of the demo document are moved and deleted with it", async () => {
  const w = await seedWorld();
  const place = { organizationId, documentId };
  const located = { annotationId: "located", location: { id: "cover" }, commentData: [{ from: { userId: demoUser } }] };
  await w.ok("/v2/commentannotations/add", { ...place, commentAnnotations: [located] });
  const threadsAt = async (id: string) =>
    (await listOf(w, "/v2/commentannotations/get", { documentId, locationIds: [id] })).length;
  const migrate = { oldLocation: { id: "cover" }, newLocation: { id: "back" } };
  await w.ok("/v1/organizations/documents/locations/update", { ...place, migrate });
  expect([await threadsAt("cover"), await threadsAt("back")]).toStrictEqual([0, 1]);
  const before = (await listOf(w, "/v2/commentannotations/get", { documentId })).length;
  await w.ok("/v1/organizations/documents/locations/data/delete", { ...place, location: { id: "back" } });
  expect((await listOf(w, "/v2/commentannotations/get", { documentId })).length).toBe(before - 1);
});

test("a token by credentials in the body opens the demo document, a signature is made, and the audit log names a grant", async () => {
  const w = await seedWorld();
  const { apiKeyId: apiKey, authToken } = w.tenant;
  const userProperties = { organizationId, email: demoUser };
  const request = { apiKey, authToken, userId: demoUser, userProperties };
  const { token } = await answerOf(w, "/v1/auth/token/get", request);
  const documents = (
    await w.ok("/v2/organizations/documents/get", { organizationId, documentIds: [documentId] }, { token })
  ).data;
  expect(documents).toMatchObject([{ id: documentId }]);
  const permissions = [{ userId: demoUser, resourceId: documentId, type: "document", hasAccess: true }];
  expect((await answerOf(w, "/v2/auth/generate_signature", { permissions })).signature).toMatch(/^[0-9a-f]{64}$/);
  const config = await answerOf(w, "/v2/workspace/apikeymetadata/get", {});
  expect(config).toStrictEqual(await answerOf(w, "/v2/workspace/apikeyconfig/get", {}));
  await w.ok("/v2/auth/permissions/add", {
    user: { userId: demoUser },
    permissions: { resources: [{ type: "document", id: documentId, organizationId }] },
  });
  const log = await answerOf(w, "/v2/workspace/auditlog/get", { action: "permission.add" });
  expect(log).toMatchObject([{ apiKey, action: "permission.add", actor: { type: "apiKey" } }]);
});

import { readFileSync } from "node:fs";
import { callEndpoints } from "@atrium/functions/endpoints";
import { expectWithContext } from "@atrium/functions/testing/harness/context";
import { ensure } from "@atrium/functions/testing/harness/ensure";
import { allFeatures, setFeatures } from "@atrium/functions/testing/harness/example-world";
import { type World, world } from "@atrium/functions/testing/harness/world";
import { isDeclared } from "@atrium/functions/testing/suites/conformance/check";
import { expect, test } from "@jest/globals";
import { importAll } from "../testing/transfer.ts";

const seed = readFileSync(new URL("../../emulator-data/world.jsonl", import.meta.url), "utf8")
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

/** The items of a list endpoint, which must have its declared shape. */
async function listOf(w: World, path: string, input: object): Promise<Record<string, unknown>[]> {
  const endpoint = callEndpoints.find((one) => one.path === path);
  ensure(endpoint, path);
  const { data } = await w.ok(path, { organizationId, ...input });
  await isDeclared(endpoint, data);
  expectWithContext(Array.isArray(data), path).toBe(true);
  return data;
}

/** Every list of the demo organization: path, input, and at least how many items a page of fifty has. */
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
    const found = await listOf(w, path, { ...input, pageSize: 50 });
    expectWithContext(
      found.length,
      `${path} ${JSON.stringify(input)} has ${found.length} items`,
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
    const wanted = records.filter((one) => one.kind === kind && one.organizationId === organizationId);
    expect(ids.toSorted()).toStrictEqual(wanted.map((one) => one[id]).toSorted());
  }
});

test("the demo user has unread notifications, and data of every kind", async () => {
  const w = await seedWorld();
  const inbox = await listOf(w, "/v2/notifications/get", { userId: demoUser });
  expect(new Set(inbox.map(({ isRead }) => isRead))).toStrictEqual(new Set([true, false]));
  const endpoint = callEndpoints.find(({ path }) => path === "/v2/users/data/get");
  const { data } = await w.ok("/v2/users/data/get", { organizationId, userId: demoUser });
  ensure(endpoint);
  await isDeclared(endpoint, data);
  for (const [sort, items] of Object.entries(data))
    expectWithContext(Array.isArray(items) && items.length > 0, `the demo user has no ${sort}`).toBe(true);
});

import { expect, test } from "@jest/globals";
import { exampleWorld } from "#testing/harness/example-world";
import type { World } from "#testing/harness/world";

const path = "/v2/organizations/contents/count/get";
const acme = { organizationId: "acme" };
const homepage = { ...acme, documentId: "homepage" };

/** Counts as plain numbers; a count that stopped early is named with a plus. */
async function countsOf(w: World, place: object): Promise<Record<string, number>> {
  const { data } = await w.ok(path, place);
  return Object.fromEntries(
    Object.entries<{ count: number; more: boolean }>(data).map(([kind, { count, more }]) => [
      more ? `${kind}+` : kind,
      count,
    ]),
  );
}

/** The number of items that a list endpoint returns. */
async function listedCount(w: World, list: string, query: object): Promise<number> {
  return Object.keys((await w.ok(`/v2/${list}/get`, query)).data).length;
}

test("a document's contents are counted as its lists show them", async () => {
  const w = await exampleWorld();
  const expected = {
    users: await listedCount(w, "users", homepage),
    commentAnnotations: await listedCount(w, "commentannotations", homepage),
    editors: await listedCount(w, "crdt", homepage),
    recordings: await listedCount(w, "recordings", homepage),
    activities: await listedCount(w, "activities", homepage),
    notifications: await listedCount(w, "notifications", homepage),
  };
  expect(expected.commentAnnotations * expected.editors * expected.recordings * expected.activities).toBeGreaterThan(0);
  expect(await countsOf(w, homepage)).toStrictEqual(expected);
});

test("an organization's contents are counted as its lists show them", async () => {
  const w = await exampleWorld();
  const { commentAnnotations, recordings } = await countsOf(w, homepage);
  const counts = await countsOf(w, acme);
  expect(counts).toMatchObject({
    users: await listedCount(w, "users", acme),
    userGroups: 1,
    folders: 3,
    documents: await listedCount(w, "organizations/documents", acme),
    activities: await listedCount(w, "activities", acme),
    notifications: await listedCount(w, "notifications", acme),
  });
  expect(counts.commentAnnotations).toBeGreaterThanOrEqual(commentAnnotations as number);
  expect(counts.recordings).toBeGreaterThanOrEqual(recordings as number);
  await w.ok("/v2/organizations/documents/delete", { ...acme, documentIds: ["old-plan"] });
  expect((await countsOf(w, acme)).documents).toBe((counts.documents as number) - 1);
});

test("after a document is deleted, everything that was counted for it is gone from its organization", async () => {
  const w = await exampleWorld();
  const [before, homepageCounts] = [await countsOf(w, acme), await countsOf(w, homepage)];
  await w.ok("/v2/organizations/documents/delete", { ...acme, documentIds: ["homepage"] });
  await w.drain();
  const after = await countsOf(w, acme);
  for (const kind of ["commentAnnotations", "recordings", "activities", "notifications"])
    expect([kind, after[kind]]).toStrictEqual([kind, (before[kind] as number) - (homepageCounts[kind] as number)]);
});

test("a folder's count includes everything below it, and reports which counts are incomplete", async () => {
  const w = await exampleWorld();
  const inDocument = await countsOf(w, homepage);
  const { editors: _notCounted, users: _ofDocument, ...ofDocument } = inDocument;
  await w.ok("/v2/users/add", { ...acme, folderId: "designs", users: [{ userId: "ada" }] });
  await w.ok("/v2/organizations/documents/add", { ...acme, folderId: "logos", documents: [{ documentId: "logo" }] });
  const designs = { ...acme, folderId: "designs" };
  expect(await countsOf(w, designs)).toStrictEqual({ users: 1, folders: 1, documents: 2, ...ofDocument });
  const documents = Array.from({ length: 90 }, (_, i) => ({ documentId: `z${i}` }));
  await w.ok("/v2/organizations/documents/add", { ...acme, folderId: "logos", documents });
  expect(await countsOf(w, designs)).toMatchObject({ documents: 92, "recordings+": ofDocument.recordings });
});

test("a person's data is counted across the organization", async () => {
  const w = await exampleWorld();
  const counts = await countsOf(w, { ...acme, userId: "ada" });
  expect(counts).toMatchObject({
    userGroups: 1,
    notifications: await listedCount(w, "notifications", { ...acme, userId: "ada" }),
  });
  expect(counts.commentAnnotations).toBeGreaterThan(0);
  expect(await countsOf(w, { ...acme, userId: "nobody" })).toStrictEqual({
    ...{ userGroups: 0, commentAnnotations: 0, recordings: 0, activities: 0, notifications: 0 },
  });
});

test("counts wait for one another, and are refused if so many run at once that the last would wait too long", async () => {
  const w = await exampleWorld();
  // More counts run at once if the store is behind a network.
  const running = w.context.store.remembers ? 20 : 2;
  const replies = await Promise.all(Array.from({ length: running + 103 }, () => w.request(path, acme)));
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, headers }) => [status, headers["retry-after"]])).toStrictEqual(
    Array.from({ length: 3 }, () => [503, "2"]),
  );
  expect((await w.request(path, acme)).status).toBe(200);
});

test("a missing place is refused, and so are two places in one call", async () => {
  const w = await exampleWorld();
  const message = async (place: object) => (await w.fails(path, place)).message;
  expect(await message({ organizationId: "nowhere" })).toBe("Organization does not exist.");
  expect(await message({ organizationId: "nowhere", userId: "ada" })).toBe("Organization does not exist.");
  expect(await message({ ...acme, folderId: "nowhere" })).toBe("Folder does not exist.");
  expect(await message({ ...acme, documentId: "nowhere" })).toBe("Document does not exist.");
  const folder = { folderId: "designs" };
  expect(await message({ ...homepage, ...folder })).toBe("data.documentId must not be given together with folderId.");
  expect(await message({ ...homepage, ...folder, userId: "ada" })).toMatch(/^data.userId .* folderId or documentId.$/);
});

test("documents that are being deleted do not count, however many there are", async () => {
  const w = await exampleWorld();
  const { store } = w.context;
  const { count } = store;
  let [all, gone] = [200_000, 50_000];
  store.count = async (query) => {
    if (!("collection" in query && query.collection.endsWith("/documents"))) return count.call(store, query);
    const isOfGone = query.where?.some(({ field }) => field === "deleting");
    return Math.min(isOfGone ? gone : all, query.limit ?? Number.POSITIVE_INFINITY);
  };
  const documents = async () => (await w.ok(path, acme)).data.documents;
  expect(await documents()).toStrictEqual({ count: 100_000, more: true });
  [all, gone] = [140_000, 50_000];
  expect(await documents()).toStrictEqual({ count: 90_000, more: false });
});

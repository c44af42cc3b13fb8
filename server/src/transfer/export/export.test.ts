import type { StoredActivity } from "@atrium/functions/domain/activities/store/activities";
import { join, plan, worldWithPlan } from "@atrium/functions/testing/fixtures/crdt/crdt";
import { nestIn, storeUnchecked } from "@atrium/functions/testing/fixtures/crdt/deep";
import { allFeatures, setFeatures } from "@atrium/functions/testing/harness/example-world";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expectPart } from "@atrium/functions/testing/harness/jest/part";
import { tries } from "@atrium/functions/testing/harness/store/test-store";
import { type World, world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import * as Y from "yjs";
import { seed, seededWorld } from "../../../testing/seeded-docs.ts";
import { exportLines, importAll } from "../../../testing/transfer.ts";

/** The same workspace in another service, after importing the lines. */
async function moved(lines: readonly string[]): Promise<World> {
  const w = await world();
  w.advance(1e9);
  const { skipped, problems } = await importAll(w.context, lines);
  expectWithContext(skipped, JSON.stringify(problems)).toBe(0);
  return w;
}

test("an export of each workspace of the seed world, imported elsewhere, is exported as the same lines", async () => {
  const w = await seededWorld();
  let records = 0;
  for (const workspaceId of ["ws_Kq9lukjUMIxIRldRS6vWOg", "ws_cwcUuoSQ0NsuVbxxlp3ipW"]) {
    const lines = await exportLines(w.context.store, workspaceId, w.context.now());
    records += lines.length;
    const elsewhere = await moved(lines);
    // Presence lasts for a while after each import, and no line contains its time.
    expect(await exportLines(elsewhere.context.store, workspaceId, elsewhere.context.now())).toStrictEqual(lines);
  }
  // Each export ends with a line about what is omitted.
  expect(records).toBe(seed.length + 2);
});

test("an export contains exactly the records of the seed file", async () => {
  const w = await seededWorld();
  const exported = [
    ...(await exportLines(w.context.store, "ws_Kq9lukjUMIxIRldRS6vWOg", w.context.now())),
    ...(await exportLines(w.context.store, "ws_cwcUuoSQ0NsuVbxxlp3ipW", w.context.now())),
  ].map((line) => JSON.parse(line));
  const names = [
    "kind",
    "organizationId",
    "documentId",
    "folderId",
    "groupId",
    "id",
    "annotationId",
    "editorId",
    "liveStateDataId",
    "notificationId",
    "workspaceId",
    "apiKeyId",
  ];
  // An activity has its own id, and identifies the acting user differently.
  const userOf = ({ kind, userId }: Record<string, unknown>) => (kind === "activity" ? undefined : userId);
  // Records of other kinds may change their names.
  const configOf = ({ kind, name }: Record<string, unknown>) => (kind === "config" ? name : undefined);
  const key = (record: Record<string, unknown>) =>
    JSON.stringify([...names.map((name) => record[name]), userOf(record), configOf(record)]);
  const byKey = new Map(exported.map((record) => [key(record), record]));
  for (const line of seed) {
    const record = JSON.parse(line);
    if (record.kind === "document" && record.folderId === "root") delete record.folderId;
    const exportedRecord = byKey.get(key(record));
    expectWithContext(exportedRecord, `${line} is not exported`).toBeTruthy();
    expectPart(exportedRecord, record, line);
  }
});

test("an export contains no token, no token hash and no other workspace", async () => {
  const w = await world();
  await w.newTenant();
  const text = (await exportLines(w.context.store, w.tenant.workspaceId)).join("\n");
  const workspace = (await w.context.store.get(`workspaces/${w.tenant.workspaceId}`))?.data;
  for (const secret of [w.tenant.authToken, w.tenant.workspaceToken, workspace?.tokenHash, workspace?.tokenSealed])
    expect(typeof secret === "string" && secret.length > 20 && !text.includes(secret)).toBe(true);
  expectWithContext(text, text).not.toMatch(/authToken|sealed|hash/i);
  expect(text.match(/"kind":"workspace"/g)?.length).toBe(1);
});

test("custom fields survive, whatever their names and values", async () => {
  const name = fc.oneof(
    fc.constantFrom("kind", "organizationId", "openFields", "folderId", "lastUpdated", "id", "constructor", "a b", "0"),
    fc.string({ minLength: 1 }),
  );
  // The service refuses the key `__proto__` at every depth.
  const isAllowed = (fields: object) => !JSON.stringify(fields).includes('"__proto__":');
  const open = fc.dictionary(name, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 }).filter(isAllowed);
  await fc.assert(
    fc.asyncProperty(open, async (fields) => {
      const w = await world();
      await importAll(w.context, [
        { kind: "organization", organizationId: "acme", openFields: fields },
        { kind: "document", organizationId: "acme", documentId: "d", openFields: fields },
        { kind: "user", organizationId: "acme", documentId: "d", userId: "ada", openFields: fields },
        {
          kind: "activity",
          organizationId: "acme",
          documentId: "d",
          timestamp: 1,
          actionType: "add",
          openFields: fields,
        },
      ]);
      const lines = await exportLines(w.context.store, w.tenant.workspaceId);
      const elsewhere = await moved(lines);
      expect(await exportLines(elsewhere.context.store, w.tenant.workspaceId)).toStrictEqual(lines);
      const path = `apiKeys/${w.tenant.apiKeyId}/organizations/acme/documents/d`;
      const doc = await elsewhere.context.store.get(path);
      expect(JSON.parse(String(doc?.data.open ?? "{}"))).toStrictEqual(JSON.parse(JSON.stringify(fields)));
    }),
    { numRuns: tries(50) },
  );
});

test("activities that were added over the API are the same after an import elsewhere", async () => {
  const w = await world();
  await setFeatures(w, w.tenant, allFeatures);
  await importAll(w.context, [
    { kind: "organization", organizationId: "acme" },
    { kind: "document", organizationId: "acme", documentId: "d" },
  ]);
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`own${i}`, i]));
  const common = { featureType: "comment", actionType: "comment.add" };
  const activities = [
    { id: "a/1", ...common, actionUser: { userId: "ada", name: "Ada" }, changes: { text: { from: [[1]], to: null } } },
    { id: "b", ...common, actionUser: { userId: "lin" }, entityData: "x".repeat(100_000), ...many },
    { id: "c", ...common, actionUser: { userId: "ada" }, kind: "k", userId: 5, openFields: [1], documentId: {} },
  ];
  await w.ok("/v2/activities/add", { organizationId: "acme", documentId: "d", activities });
  const elsewhere = await moved(await exportLines(w.context.store, w.tenant.workspaceId));
  const path = `apiKeys/${w.tenant.apiKeyId}/organizations/acme/activities`;
  const storedActivities = async ({ context }: World) =>
    (await context.store.query<StoredActivity>({ collection: path })).docs.map(({ id, data }) => {
      return { id, ...data, open: JSON.parse(data.open ?? "{}") };
    });
  expect((await storedActivities(w)).length).toBe(3);
  expect(await storedActivities(elsewhere)).toStrictEqual(await storedActivities(w));
});

test("an imported activity that names its user only in actionUser is listed for that user", async () => {
  const w = await world();
  await setFeatures(w, w.tenant, allFeatures);
  const activity = { kind: "activity", organizationId: "acme", documentId: "d", timestamp: 1, actionType: "view" };
  await importAll(w.context, [
    { kind: "organization", organizationId: "acme" },
    { kind: "document", organizationId: "acme", documentId: "d" },
    { ...activity, id: "a", actionUser: { userId: "ada", name: "Ada" } },
    { ...activity, id: "b", userId: "ada" },
    { ...activity, id: "c", actionUser: "ada" },
  ]);
  const { data } = await w.ok("/v2/activities/get", { organizationId: "acme", userId: "ada", order: "asc" });
  expect(data.map(({ id, actionUser }: { id: string; actionUser: object }) => [id, actionUser])).toStrictEqual([
    ["a", { userId: "ada", name: "Ada" }],
    ["b", { userId: "ada" }],
  ]);
});

test("a tree of many levels and pages is exported parents first", async () => {
  const w = await world();
  const folder = (i: number) => ({
    kind: "folder",
    organizationId: "acme",
    folderId: `f${i}`,
    folderName: `F${i}`,
    parentFolderId: i === 0 ? "root" : `f${(i - 1) >> 1}`,
  });
  await importAll(w.context, [
    { kind: "organization", organizationId: "acme" },
    ...Array.from({ length: 1200 }, (_, i) => folder(i)),
  ]);
  const flat = Array.from({ length: 1100 }, (_, i) => ({ ...folder(0), folderId: `g${i}` }));
  await importAll(w.context, flat);
  const folders = new Set(["root"]);
  for (const line of await exportLines(w.context.store, w.tenant.workspaceId)) {
    const record = JSON.parse(line);
    if (record.kind !== "folder") continue;
    expectWithContext(folders.has(record.parentFolderId), line).toBe(true);
    folders.add(record.folderId);
  }
  expect(folders.size).toBe(2301);
});

test("data that is being deleted is omitted, with its dependents", async () => {
  const w = await world();
  const at = { organizationId: "acme" };
  await importAll(w.context, [
    { kind: "organization", ...at },
    { kind: "folder", ...at, folderId: "a", folderName: "A" },
    { kind: "folder", ...at, folderId: "b", folderName: "B", parentFolderId: "a" },
    { kind: "document", ...at, documentId: "in-b", folderId: "b" },
    { kind: "document", ...at, documentId: "going" },
    { kind: "document", ...at, documentId: "stays" },
  ]);
  const path = `apiKeys/${w.tenant.apiKeyId}/organizations/acme`;
  await w.context.store.commit([
    { op: "update", path: `${path}/folders/a`, data: { deleting: true } },
    { op: "update", path: `${path}/documents/going`, data: { deleting: true } },
  ]);
  const kinds = (await exportLines(w.context.store, w.tenant.workspaceId)).map((line) => JSON.parse(line));
  expect(
    kinds.filter(({ kind }) => kind === "folder" || kind === "document").map(({ documentId }) => documentId),
  ).toStrictEqual(["stays"]);
});

test("an editor that an earlier version allowed to nest too deep is exported and imported with its Yjs document, along with others", async () => {
  const w = await worldWithPlan();
  const update = Buffer.from(nestIn(new Y.Doc(), "map", 1)).toString("base64");
  await w.ok("/v2/crdt/sync", { ...plan, editorId: "deep", type: "map", update });
  await w.ok("/v2/crdt/add", { ...plan, editorId: "other", type: "text", data: "Hello" });
  await storeUnchecked(w, "deep", nestIn(new Y.Doc(), "map", 5000));
  const lines = await exportLines(w.context.store, w.tenant.workspaceId, w.context.now());
  const editors = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === "crdt");
  expect(editors.map(({ editorId }) => editorId)).toStrictEqual(["deep", "other"]);
  const client = new Y.Doc();
  join(client, editors[0]);
  expect(Y.encodeStateAsUpdate(client).length).toBeGreaterThan(5000);
  await moved(lines);
});

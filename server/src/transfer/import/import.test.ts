import { ApiError } from "@atrium/functions/platform/error";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { type Tenant, type World, world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { exportLines, importAll } from "../../../testing/transfer.ts";

const organization = { kind: "organization", organizationId: "acme" };
const folder = (folderId: string, parentFolderId?: string, more: object = {}) => ({
  kind: "folder",
  organizationId: "acme",
  folderId,
  folderName: folderId,
  ...(parentFolderId !== undefined && { parentFolderId }),
  ...more,
});
const document = (documentId: string, more: object = {}) => ({
  kind: "document",
  organizationId: "acme",
  documentId,
  ...more,
});

/** The folders of acme, as the service returns them. */
async function folders(w: World): Promise<Record<string, { ancestors: string[]; accessType: string }>> {
  const { data } = await w.ok("/v2/organizations/folders/get", { organizationId: "acme" });
  return Object.fromEntries(data.map((one: { folderId: string }) => [one.folderId, one]));
}

const storedData = (w: World, path: string) =>
  w.context.store.get(`apiKeys/${w.tenant.apiKeyId}/organizations/acme/${path}`).then((doc) => doc?.data);

test("records without a key are imported into the oldest one, and are returned over REST unchanged", async () => {
  const w = await world();
  w.advance(1000);
  await w.newTenant();
  const result = await importAll(w.context, [
    { ...organization, organizationName: "Acme", disabled: true, createdAt: 1000, colour: "red" },
    folder("a/b", "root", { createdAt: 2000, lastUpdated: 3000, accessType: "restricted" }),
    document("a/b/c.md", { folderId: "a/b", documentName: "C", createdAt: 4000, pages: [1, [2]] }),
    document("top", {
      folderId: "root",
      disabled: true,
      accessType: "organizationPrivate",
      lastUpdated: 5000,
      createdAt: 1,
    }),
  ]);
  expect(result).toStrictEqual({
    records: 4,
    perKind: { organization: 1, folder: 1, document: 2 },
    skipped: 0,
    problems: [],
    apiKeys: [w.tenant.apiKeyId],
    made: [],
  });
  const { data } = await w.ok("/v2/organizations/documents/get", { organizationId: "acme" });
  expect(data).toStrictEqual([
    {
      id: "a/b/c.md",
      documentName: "C",
      disabled: false,
      accessType: "restricted",
      folderId: "a/b",
      createdAt: 4000,
      lastUpdated: 4000,
      pages: [1, [2]],
    },
    {
      id: "top",
      documentName: "top",
      disabled: true,
      accessType: "organizationPrivate",
      createdAt: 1,
      lastUpdated: 5000,
    },
  ]);
  const [one] = (await w.ok("/v2/organizations/folders/get", { organizationId: "acme" })).data;
  expect(one.createdAt).toBe(2000);
  expect(one.lastUpdated).toBe(3000);
  expect(
    await w.context.store.get(`apiKeys/${w.tenant.apiKeyId}/organizations/acme`).then((doc) => doc?.data),
  ).toStrictEqual({
    organizationName: "Acme",
    disabled: true,
    createdAt: 1000,
    lastUpdated: 1000,
    open: '{"colour":"red"}',
  });
});

test("ancestors and access types are computed, whatever the order of the lines", async () => {
  const w = await world();
  const lines = [
    document("d", { folderId: "c" }),
    folder("c", "b"),
    folder("b", "a", { accessType: "restricted" }),
    folder("a"),
    folder("e", "c", { accessType: "public" }),
    organization,
  ];
  const { records, problems } = await importAll(w.context, lines);
  expect([records, problems]).toStrictEqual([6, []]);
  const tree = await folders(w);
  expect(tree.c?.ancestors).toStrictEqual(["root", "a", "b"]);
  expect(["a", "b", "c", "e"].map((id) => tree[id]?.accessType)).toStrictEqual([
    "public",
    "restricted",
    "restricted",
    "public",
  ]);
  const { data } = await w.ok("/v2/organizations/documents/get", { organizationId: "acme", folderId: "c" });
  expect(data[0].id).toBe("d");
});

test("members, groups, grants and activities are stored on their level", async () => {
  const w = await world();
  const at = { organizationId: "acme" };
  const { records, problems } = await importAll(w.context, [
    organization,
    folder("f"),
    document("d"),
    { kind: "user", ...at, userId: "ada", name: "Ada Lovelace", email: "ada@example.com", title: "Countess" },
    { kind: "user", ...at, userId: "lin", folderId: "f", accessRole: "viewer" },
    { kind: "user", ...at, userId: "lin", documentId: "d", initial: "L!" },
    { kind: "group", ...at, groupId: "g", groupName: "Group" },
    { kind: "groupMember", ...at, groupId: "g", userId: "ada" },
    { kind: "grant", ...at, userId: "ada", accessRole: "viewer", expiresAt: 1 },
    { kind: "grant", ...at, userId: "ada", documentId: "d", accessRole: "editor" },
    {
      kind: "activity",
      ...at,
      documentId: "d",
      userId: "ada",
      id: "x/1",
      timestamp: 7,
      actionType: "add",
      extra: { a: [[1]] },
    },
  ]);
  expect([records, problems]).toStrictEqual([11, []]);
  const users = await w.ok("/v2/users/get", { organizationId: "acme", organizationUserGroupIds: ["g"] });
  expect(users.data).toStrictEqual([
    { title: "Countess", email: "ada@example.com", name: "Ada Lovelace", userId: "ada", initial: "A" },
  ]);
  expect((await storedData(w, "folders/f/users/lin"))?.accessRole).toBe("viewer");
  expect((await storedData(w, "documents/d/users/lin"))?.initial).toBe("L!");
  expect((await storedData(w, "grants/ada"))?.expiresAt).toBe(1);
  expect((await storedData(w, "documents/d/grants/ada"))?.accessRole).toBe("editor");
  expect(await storedData(w, "activities/x%2F1")).toStrictEqual({
    documentId: "d",
    userId: "ada",
    timestamp: 7,
    actionType: "add",
    open: '{"extra":{"a":[[1]]}}',
  });
});

test("an activity without an id gets one derived from its content", async () => {
  const w = await world();
  const activity = { kind: "activity", organizationId: "acme", documentId: "d", timestamp: 7, actionType: "add" };
  await importAll(w.context, [organization, document("d"), activity, activity, { ...activity, timestamp: 8 }]);
  const count = await w.context.store.count({
    collection: `apiKeys/${w.tenant.apiKeyId}/organizations/acme/activities`,
  });
  expect(count).toBe(2);
});

test("workspaces and keys of the lines are created with fresh tokens, once", async () => {
  const w = await world();
  const lines = [
    { kind: "workspace", workspaceId: "ws_x", workspaceName: "X", ownerEmail: "X@example.com", ownerName: "Xenia" },
    {
      kind: "apiKey",
      apiKeyId: "ak_x",
      apiKeyName: "Key",
      type: "production",
      features: { activityService: true },
      config: { defaultDocumentAccessType: "restricted" },
    },
    organization,
    document("d"),
  ];
  const first = await importAll(w.context, lines);
  expect([first.made, first.apiKeys]).toStrictEqual([["ws_x", "ak_x"], ["ak_x"]]);
  const before = await exportLines(w.context.store, "ws_x");
  const token = (await w.context.store.get("apiKeys/ak_x"))?.data.authTokens;
  w.advance(60_000);
  const second = await importAll(w.context, lines);
  expect([second.made, second.records]).toStrictEqual([[], 4]);
  expect(await exportLines(w.context.store, "ws_x")).toStrictEqual(before);
  expect((await w.context.store.get("apiKeys/ak_x"))?.data.authTokens).toStrictEqual(token);
  const apiKey = (await w.context.store.get("apiKeys/ak_x"))?.data;
  expect(apiKey?.features).toStrictEqual({
    advancedQueries: true,
    activityService: true,
    notificationPreferences: false,
    advancedWebhooks: true,
  });
  const nothing = await w.context.store.get(`apiKeys/${w.tenant.apiKeyId}/organizations/acme`);
  expect(nothing).toBeUndefined();
});

test("a key of another workspace is refused, and so are all of its lines", async () => {
  const w = await world();
  const { problems, skipped } = await importAll(w.context, [
    { kind: "workspace", workspaceId: "ws_x", workspaceName: "X", ownerEmail: "x@example.com", ownerName: "X" },
    { kind: "apiKey", apiKeyId: w.tenant.apiKeyId, apiKeyName: "Mine now", type: "testing" },
    organization,
  ]);
  expect(skipped).toBe(2);
  expect(problems[0]?.reason ?? "").toMatch(new RegExp(`belongs to workspace ${w.tenant.workspaceId}`));
  expect(problems[1]).toStrictEqual({ line: 3, reason: "follows line 2, which was not imported." });
  expect(await w.context.store.get(`apiKeys/${w.tenant.apiKeyId}/organizations/acme`)).toBeUndefined();
});

test("with a named key all data is imported into it, and lines about workspaces and keys are skipped", async () => {
  const w = await world();
  const other: Tenant = await w.newTenant();
  const lines = [
    { kind: "workspace", workspaceId: "ws_x", workspaceName: "X", ownerEmail: "x@example.com", ownerName: "X" },
    { kind: "apiKey", apiKeyId: "ak_x", apiKeyName: "X", type: "testing" },
    organization,
  ];
  const { records, skipped, apiKeys } = await importAll(w.context, lines, { apiKeyId: other.apiKeyId });
  expect([records, skipped, apiKeys]).toStrictEqual([1, 0, [other.apiKeyId]]);
  expect(await w.context.store.get("workspaces/ws_x")).toBeUndefined();
  await expect(importAll(w.context, lines, { apiKeyId: "ak_no" })).rejects.toMatchObject({
    name: "CommandError",
    message: expect.stringMatching(/There is no API key ak_no/),
  });
});

test("invalid lines are described by number, and the rest is loaded", async () => {
  const w = await world();
  const { records, skipped, problems } = await importAll(w.context, [
    organization,
    "{",
    "[]",
    { kind: "planet" },
    { kind: "user", organizationId: "acme" },
    folder("orphan", "nowhere"),
    folder("below", "orphan"),
    folder("x", "y"),
    folder("y", "x"),
    document("lost", { folderId: "nowhere" }),
    { kind: "user", organizationId: "elsewhere", userId: "ada" },
    { kind: "grant", organizationId: "acme", folderId: "f", documentId: "d", userId: "ada" },
    folder("root"),
    "",
    document("huge", { documentName: "n", text: "x".repeat(20_000) }),
    '{"kind":"document","organizationId":"acme","documentId":"hidden","a":{"__proto__":1}}',
    document("fine"),
  ]);
  expect(records).toBe(2);
  expect(skipped).toBe(14);
  expect(problems.map(({ line }) => line)).toStrictEqual([2, 3, 4, 5, 12, 13, 15, 16, 6, 7, 8, 9, 10, 11]);
  const reasons = Object.fromEntries(problems.map(({ line, reason }) => [line, reason]));
  expect(reasons[2] ?? "").toMatch(/^is not JSON/);
  expect(reasons[4] ?? "").toMatch(/^kind must be one of workspace, /);
  expect(reasons[5]).toBe("userId is required.");
  expect(reasons[6]).toBe('folder "nowhere" is neither in the file nor stored.');
  expect(reasons[11]).toBe('organization "elsewhere" is neither in the file nor stored.');
  expect(reasons[15] ?? "").toMatch(/16384 bytes/);
  expect(reasons[16]).toBe('a must not have the key "__proto__".');
  const { data } = await w.ok("/v2/organizations/documents/get", { organizationId: "acme" });
  expect(data.map(({ id }: { id: string }) => id)).toStrictEqual(["fine"]);
});

test("a line that nests too deep for recursive code is described, and the rest is loaded", async () => {
  const w = await world();
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  const withField = (field: string) => `{"kind":"organization","organizationId":"deep",${field}}`;
  const { records, problems } = await importAll(w.context, [
    withField(`"x":${nested(200_000)}`),
    withField(`"openFields":{"x":${nested(200_000)}}`),
    nested(200_000),
    "[".repeat(200_000),
    // The deepest lines that are read.
    withField(`"x":${nested(999)}`),
    withField(`"openFields":{"x":${nested(998)}}`),
    organization,
    document("fine"),
  ]);
  expect(records).toBe(4);
  const reason = "must not nest deeper than 1000 levels.";
  expect(problems).toStrictEqual([1, 2, 3, 4].map((line) => ({ line, reason })));
  expect((await w.ok("/v2/organizations/get", { organizationIds: ["deep", "acme"] })).data).toHaveLength(2);
});

test("only the first twenty problems are described, and all are counted", async () => {
  const w = await world();
  const { skipped, problems } = await importAll(
    w.context,
    Array.from({ length: 25 }, () => "?"),
  );
  expect(skipped).toBe(25);
  expect(problems.length).toBe(20);
});

test("a line that the store refuses does not affect the other lines of its batch", async () => {
  const w = await world();
  const deep = `${"[".repeat(3)}1${"]".repeat(3)}`;
  const activity = { kind: "activity", organizationId: "acme", documentId: "d", timestamp: 1, actionType: "add" };
  const { records, problems } = await importAll(w.context, [
    organization,
    document("d", { deep: JSON.parse(deep) }),
    { ...activity, id: "1" },
    { ...activity, id: "2", actionType: "\ud800" },
    { ...activity, id: "3" },
  ]);
  expect(records).toBe(4);
  expect(problems).toStrictEqual([{ line: 4, reason: "Text must be valid Unicode." }]);
});

test("a repeated import applies the changes and additions of the file and deletes nothing", async () => {
  const w = await world();
  await importAll(w.context, [
    organization,
    document("d", { documentName: "Old", pages: 3, colour: "red" }),
    { kind: "user", organizationId: "acme", userId: "ada", name: "Ada", initial: "★" },
  ]);
  w.advance(1000);
  await importAll(w.context, [
    document("d", { documentName: "New", pages: 4 }),
    { kind: "user", organizationId: "acme", userId: "ada", name: "Bea" },
  ]);
  const { data } = await w.ok("/v2/organizations/documents/get", { organizationId: "acme" });
  const { documentName, pages, colour, createdAt, lastUpdated } = data[0];
  expect([documentName, pages, colour, lastUpdated - createdAt]).toStrictEqual(["New", 4, "red", 1000]);
  expect((await storedData(w, "users/ada"))?.initial).toBe("★");
});

test("an import moves a folder that was moved back, with its subtree", async () => {
  const w = await world();
  const lines = [organization, folder("a"), folder("b"), folder("c", "a"), folder("d", "c")];
  await importAll(w.context, lines);
  const move = { folderId: "c", parentFolderId: "b" };
  await w.ok("/v2/organizations/folders/update", { organizationId: "acme", folders: [move] });
  expect((await folders(w)).d?.ancestors).toStrictEqual(["root", "b", "c"]);
  const { records, skipped } = await importAll(w.context, lines);
  expect([records, skipped]).toStrictEqual([5, 0]);
  expect((await folders(w)).d?.ancestors).toStrictEqual(["root", "a", "c"]);
});

test("a folder's imported access type applies to its descendants", async () => {
  const w = await world();
  await importAll(w.context, [organization, folder("a"), folder("b", "a")]);
  await importAll(w.context, [folder("a", "root", { accessType: "restricted" })]);
  expect((await folders(w)).b?.accessType).toBe("restricted");
});

test("a folder is not moved below itself", async () => {
  const w = await world();
  await importAll(w.context, [organization, folder("a"), folder("b", "a")]);
  const { problems } = await importAll(w.context, [folder("a", "b")]);
  expect(problems[0]?.reason ?? "").toMatch(/cannot be moved into itself/);
  expect((await folders(w)).b?.ancestors).toStrictEqual(["root", "a"]);
});

test("nothing is imported into an organization that is being deleted", async () => {
  const w = await world();
  await importAll(w.context, [organization]);
  const path = `apiKeys/${w.tenant.apiKeyId}/organizations/acme`;
  await w.context.store.commit([{ op: "update", path, data: { deleting: true } }]);
  const { records, problems } = await importAll(w.context, [organization, document("d")]);
  expect(records).toBe(0);
  expect(problems[1]?.reason ?? "").toMatch(/being deleted/);
});

test("many lines in an order that no batch can resolve at once are all imported", async () => {
  const w = await world();
  const chain = Array.from({ length: 60 }, (_, i) => folder(`f${i}`, i === 0 ? "root" : `f${i - 1}`)).reverse();
  const documents = Array.from({ length: 3000 }, (_, i) => document(`d${i}`, { folderId: `f${i % 60}` }));
  const { records, skipped } = await importAll(w.context, [...documents, ...chain, organization]);
  expect([records, skipped]).toStrictEqual([3061, 0]);
  expect((await folders(w)).f59?.ancestors.length).toBe(60);
});

test("a full disk ends the import with an error that says what to do, and keeps the complete batches", async () => {
  let commits = 0;
  const w = await world({
    wrapStore: (store) =>
      Object.assign(Object.create(store), {
        transact: (...args: Parameters<typeof store.transact>) => {
          if (commits++ === 6) throw new ApiError("UNAVAILABLE", "Nothing was stored: the disk is full.");
          return store.transact(...args);
        },
        get: store.get.bind(store),
        query: store.query.bind(store),
        count: store.count.bind(store),
      }),
  });
  commits = 0;
  const documents = Array.from({ length: 5000 }, (_, i) => document(`d${i}`));
  await expect(importAll(w.context, [organization, ...documents])).rejects.toMatchObject({ code: "UNAVAILABLE" });
  const count = await w.context.store.count({
    collection: `apiKeys/${w.tenant.apiKeyId}/organizations/acme/documents`,
  });
  expectWithContext(count > 0 && count < 5000, `${count}`).toBe(true);
});

test("an export without its last line is loaded but reported as an error; a file that announces no last line is loaded with a notice", async () => {
  const w = await world();
  await importAll(w.context, [organization, document("d")]);
  const lines = await exportLines(w.context.store, w.tenant.workspaceId);
  const elsewhere = await world();
  const load = (...some: (readonly string[])[]) => importAll(elsewhere.context, some.flat());
  const whole = await load(lines);
  expect([whole.skipped, whole.hasNoEnd]).toStrictEqual([0, undefined]);
  expect((await load(lines, lines)).records).toBe(2 * whole.records);
  await expect(load(lines.slice(0, -1))).rejects.toThrow(/^The input breaks off after line 4: /);
  await expect(load(lines.slice(0, -1), lines)).rejects.toThrow(/^The input breaks off after line 4: /);
  await expect(load(lines.toSpliced(2, 1))).rejects.toThrow(/ends with line 4 had 4 records, and 3 are in the file/);
  const [first = "", ...rest] = lines;
  const { hasEnd, ...workspace } = JSON.parse(first);
  expect(hasEnd).toBe(true);
  const earlier = [JSON.stringify(workspace), ...rest.slice(0, -1)];
  expect((await load(earlier)).hasNoEnd).toBe(true);
  expect((await load(earlier, ['{"kind":"leftOut","what":[]}'])).hasNoEnd).toBeUndefined();
  expect((await load(rest.slice(1, -1))).hasNoEnd).toBeUndefined();
});

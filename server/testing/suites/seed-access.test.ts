import { readFileSync } from "node:fs";
import type { KeyCall } from "@atrium/functions/call";
import type { PermissionResource } from "@atrium/functions/domain/access/permission";
import { accessDecisions } from "@atrium/functions/domain/access/store/access-decisions";
import { isVisibleTo } from "@atrium/functions/domain/comments/thread-visibility";
import { findApiKey } from "@atrium/functions/domain/workspaces/store/api-keys";
import { callEndpoints } from "@atrium/functions/endpoints";
import { allFeatures, setFeatures } from "@atrium/functions/testing/harness/example-world";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { type World, world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { importAll } from "../transfer.ts";

const seed = readFileSync(new URL("../../../emulator-data/world.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");

const organizationId = "meridian-press";
const otherOrganization = "kestrel-maps";
const demo = "spring-catalogue-2026";
/** Documents with their own access settings: the test adds a record of each kind to every one. */
const special = ["open", "members-only", "locked", "locked-in-folder", "disabled"];
type Who = { userId: string; isAdmin?: boolean; resources?: PermissionResource[] };
type Item = Record<string, unknown>;

const token = (type: "organization" | "folder" | "document", id: string, more: object = {}) => [
  { type, id, organizationId, accessRole: "editor" as const, ...more },
];

/** Every kind of user. `grants` and `memberships` contain what each is granted. */
const people: Who[] = [
  { userId: "admin", isAdmin: true },
  { userId: "by-document" },
  { userId: "by-folder" },
  { userId: "by-organization" },
  { userId: "viewer" },
  { userId: "member" },
  { userId: "stranger" },
  { userId: "expired" },
  { userId: "token-document", resources: token("document", "locked") },
  { userId: "token-folder", resources: token("folder", "vault", { accessRole: "viewer" }) },
  { userId: "token-expired", resources: token("document", "locked", { expiresAt: 1_767_603_600 + 60 }) },
  { userId: "of-another-organization" },
];

const grants: [userId: string, resource: object][] = [
  ["by-document", { type: "document", id: "locked", organizationId }],
  ["by-folder", { type: "folder", id: "vault", organizationId }],
  ["by-organization", { type: "organization", id: organizationId }],
  ["viewer", { type: "document", id: "locked", organizationId, accessRole: "viewer" }],
  ["expired", { type: "document", id: "locked", organizationId, expiresAt: 1_767_603_600 + 60 }],
];

/** The seed world, with documents of every access type and users of every kind. */
async function seedWorld(): Promise<World> {
  const w = await world();
  await setFeatures(w, w.tenant, allFeatures);
  await importAll(w.context, seed, { apiKeyId: w.tenant.apiKeyId });
  await w.ok("/v2/organizations/add", {
    organizations: [{ organizationId: otherOrganization, organizationName: "O" }],
  });
  await w.ok("/v2/users/add", { organizationId, users: [{ userId: "member" }] });
  await w.ok("/v2/users/add", { organizationId: otherOrganization, users: [{ userId: "of-another-organization" }] });
  const folders = [{ folderId: "vault", folderName: "Vault", accessType: "restricted" }];
  await w.ok("/v2/organizations/folders/add", { organizationId, folders });
  const documents = [
    { documentId: "open", accessType: "public" },
    { documentId: "members-only", accessType: "organizationPrivate" },
    { documentId: "locked", accessType: "restricted" },
    { documentId: "disabled", accessType: "public" },
  ];
  await w.ok("/v2/organizations/documents/add", { organizationId, documents });
  const inFolder = { organizationId, folderId: "vault", documents: [{ documentId: "locked-in-folder" }] };
  await w.ok("/v2/organizations/documents/add", inFolder);
  for (const documentId of special) await fill(w, documentId);
  for (const [userId, resource] of grants)
    await w.ok("/v2/auth/permissions/add", { user: { userId }, permissions: { resources: [resource] } });
  const disabled = { organizationId, documentIds: ["disabled"], disabled: true };
  await w.ok("/v2/organizations/documents/access/disablestate/update", disabled);
  return w;
}

async function fill(w: World, documentId: string): Promise<void> {
  const place = { organizationId, documentId };
  const from = { userId: "author", name: "Author" };
  const commentData = [{ commentText: `about ${documentId}`, from }];
  const visibilities = [
    { type: "public" },
    { type: "organizationPrivate", organizationId },
    { type: "organizationPrivate", organizationId: otherOrganization },
    { type: "restricted", userIds: ["stranger", "viewer"] },
  ];
  await w.ok("/v2/commentannotations/add", {
    ...place,
    commentAnnotations: visibilities.map((visibility, i) => ({
      annotationId: `${documentId}-${i}`,
      commentData,
      visibility,
    })),
  });
  const activity = { featureType: "comment", actionType: "comment.add", actionUser: from };
  await w.ok("/v2/activities/add", { ...place, activities: [activity] });
  const recording = { annotationId: `rec-${documentId}`, recordingType: "screen", from };
  await w.ok("/v2/recordings/add", { ...place, recordings: [recording] });
  await w.ok("/v2/presence/add", { ...place, users: [{ userId: "author", status: "offline" }] });
  await w.ok("/v2/livestate/broadcast", { ...place, liveStateDataId: "s", data: { secret: documentId } });
  await w.ok("/v2/crdt/add", { ...place, editorId: "e", type: "text", data: documentId });
  // Sent to everybody, whether or not they may open the document: access is decided when it is read.
  await w.ok("/v2/notifications/add", {
    ...place,
    actionUser: from,
    displayHeadlineMessageTemplate: "Look",
    displayBodyMessage: documentId,
    notifyAll: false,
    notifyUsers: people.map(({ userId }) => ({ userId })),
  });
}

/** The rules of access, independent of the code that answers users' requests. */
class Oracle {
  readonly #w: World;
  readonly #who: Who;

  constructor(w: World, who: Who) {
    this.#w = w;
    this.#who = who;
  }

  async mayRead(ids: readonly (string | undefined)[], organization = organizationId): Promise<boolean[]> {
    const { context, tenant } = this.#w;
    const apiKey = await findApiKey(context.store, tenant.apiKeyId);
    const call = { ...context, requestId: "oracle", apiKey } as KeyCall;
    const requests = ids.map((documentId) => ({
      user: this.#who,
      action: "read" as const,
      place: { organizationId: organization, documentId },
    }));
    return (await accessDecisions(context.store, call, requests)).map(({ allowed }) => allowed);
  }

  async readable(items: readonly Item[], idOf: (item: Item) => string): Promise<Item[]> {
    const ids = [...new Set(items.map(idOf))];
    const may = await this.mayRead(ids);
    const allowed = new Set(ids.filter((_, i) => may[i]));
    return items.filter((item) => allowed.has(idOf(item)));
  }

  async visible(threads: readonly Item[]): Promise<Item[]> {
    const { userId, isAdmin = false } = this.#who;
    const [own = false] = await this.mayRead([undefined]);
    const [other = false] = await this.mayRead([undefined], otherOrganization);
    const isMember = (id: string) => ({ [organizationId]: own, [otherOrganization]: other })[id] ?? false;
    const readableThreads = await this.readable(threads, ({ documentId }) => String(documentId));
    return readableThreads.filter((thread) => isAdmin || isVisibleTo(thread.visibility as never, userId, isMember));
  }
}

type Ask = (input: object) => Promise<{ status: number; data: Item[] }>;

const documentIdOf = ({ metadata }: Item) => String((metadata as { documentId: string }).documentId);

/** For each list of an organization, the items that the oracle allows. */
const lists: { [path: string]: (oracle: Oracle, items: Item[]) => Promise<Item[]> } = {
  "/v1/notifications/get": (oracle, items) => oracle.readable(items, documentIdOf),
  "/v1/organizations/documents/get": (oracle, items) => oracle.readable(items, ({ id }) => String(id)),
  "/v2/activities/get": (oracle, items) => oracle.readable(items, documentIdOf),
  "/v2/commentannotations/get": (oracle, items) => oracle.visible(items),
  "/v2/notifications/get": (oracle, items) => oracle.readable(items, documentIdOf),
  "/v2/organizations/documents/get": (oracle, items) => oracle.readable(items, ({ id }) => String(id)),
  "/v2/recordings/get": (oracle, items) => oracle.readable(items, documentIdOf),
};

/**
 * Reads of one document: additional input, and whether they return the items that the oracle allows once the document is
 * open.
 */
const reads: { [path: string]: { input?: (documentId: string) => object; visible?: true } } = {
  "/v1/commentannotations/get": { visible: true },
  "/v2/activities/get": {},
  "/v2/commentannotations/get": { visible: true },
  "/v2/crdt/get": {},
  "/v2/livestate/get": {},
  "/v2/presence/get": {},
  "/v2/recordings/get": {},
  "/v1/commentannotations/comments/get": { input: (documentId) => ({ annotationId: `${documentId}-0` }) },
  "/v2/commentannotations/comments/get": { input: (documentId) => ({ annotationId: `${documentId}-0` }) },
};

/** Reads that have their own tests below. */
const others = [
  "/v1/commentannotations/count/get",
  "/v2/commentannotations/count/get",
  "/v1/notifications/config/get",
  "/v2/notifications/config/get",
];

/** All pages of a list, as the tenant or as a user. */
function asker(w: World, path: string, userToken?: string): Ask {
  return async (input) => {
    const data: Item[] = [];
    for (let pageToken: string | undefined, isFirst = true; isFirst || pageToken; isFirst = false) {
      const request = { organizationId, ...input, ...(!path.startsWith("/v1/comment") && { pageSize: 300 }) };
      const { status, body } = await w.request(
        path,
        { ...request, ...(pageToken && { pageToken }) },
        { token: userToken },
      );
      if (status !== 200) return { status, data: [] };
      data.push(...body.result.data);
      pageToken = path.startsWith("/v1/notif") ? undefined : (body.result.pageToken ?? body.result.nextPageToken);
    }
    return { status: 200, data };
  };
}

test("the tests below cover every endpoint at which a user reads", () => {
  const declared = callEndpoints.filter(({ user, kind }) => user && kind === "read").map(({ path }) => path);
  expect([...new Set([...Object.keys(lists), ...Object.keys(reads), ...others])].sort()).toStrictEqual(declared.sort());
});

test("every kind of user gets from each list, and of each document, exactly what the rules of access allow", async () => {
  const w = await seedWorld();
  w.advance(60_000);
  const counts = new Map<string, number>();
  for (const who of people) {
    const { userId } = who;
    const oracle = new Oracle(w, who);
    const userToken = await w.token(userId, who);
    for (const [path, sift] of Object.entries(lists)) {
      const own = path.includes("notifications") ? { userId } : {};
      const { data: everything } = await asker(w, path)(own);
      const expected = await sift(oracle, everything);
      const { status, data } = await asker(w, path, userToken)({});
      expectWithContext(status, `${userId} at ${path}`).toBe(200);
      expectWithContext(data, `${userId} at ${path}`).toStrictEqual(expected);
      expect(everything.length).toBeGreaterThan(0);
      counts.set(`${path} ${userId}`, data.length);
    }
    const documents = [...special, demo];
    const may = await oracle.mayRead(documents);
    for (const [i, documentId] of documents.entries())
      for (const [path, { input, visible }] of Object.entries(reads)) {
        if (input && documentId === demo) continue;
        const request = { documentId, ...input?.(documentId) };
        const { status, data } = await asker(w, path, userToken)(request);
        expectWithContext(status, `${userId} at ${path} of ${documentId}`).toBe(may[i] ? 200 : 403);
        const { data: everything } = await asker(w, path)(request);
        const expected = !may[i] ? [] : visible ? await oracle.visible(everything) : everything;
        expectWithContext(data, `${userId} at ${path} of ${documentId}`).toStrictEqual(expected);
        expectWithContext(everything.length, `${path} of ${documentId} has nothing to hide`).toBeGreaterThan(0);
      }
  }
  // The kinds of user differ: each one sees more than the one before.
  const notificationCount = (userId: string) => counts.get(`/v2/notifications/get ${userId}`);
  expect(
    ["stranger", "expired", "member", "by-document", "by-folder", "token-folder", "admin"].map(notificationCount),
  ).toStrictEqual([1, 1, 2, 2, 2, 2, 4]);
});

test("counts and preferences reveal nothing of documents that a user may not read", async () => {
  const w = await seedWorld();
  for (const who of people) {
    const { userId } = who;
    const oracle = new Oracle(w, who);
    const userToken = await w.token(userId, who);
    for (const version of ["v1", "v2"]) {
      const path = `/${version}/commentannotations/count/get`;
      const { data } = await w.ok(path, { organizationId, documentIds: special }, { token: userToken });
      const threads = (await asker(w, "/v2/commentannotations/get")({ documentIds: special })).data;
      const visible = Map.groupBy(await oracle.visible(threads), ({ documentId }) => String(documentId));
      for (const id of special) expectWithContext(data[id].total, `${userId} ${id}`).toBe(visible.get(id)?.length ?? 0);
      const may = await oracle.mayRead(special);
      for (const [i, id] of special.entries()) {
        const request = { organizationId, documentIds: [id] };
        const { status } = await w.request(`/${version}/notifications/config/get`, request, { token: userToken });
        expectWithContext(status, `${userId} ${id}`).toBe(may[i] ? 200 : 403);
      }
    }
  }
});

test("documents requested by id are distinguished: returned, denied or missing", async () => {
  const w = await seedWorld();
  const documentIds = ["open", "locked", "disabled", "no-such"];
  const token = await w.token("stranger");
  const { data } = await w.ok("/v2/organizations/documents/get", { organizationId, documentIds }, { token });
  expect(data.map(({ id, code, message }: Item) => [id, code, message])).toStrictEqual([
    ["open", undefined, undefined],
    ["locked", "permission-denied", "User does not have access to the document."],
    ["disabled", "permission-denied", "Document is disabled."],
    ["no-such", "not-found", "Document does not exist"],
  ]);
});

test("a user of another tenant gets nothing of all this", async () => {
  const w = await seedWorld();
  const tenant = await w.newTenant();
  await setFeatures(w, tenant, allFeatures);
  const resources = token("organization", organizationId).concat(token("document", "locked"));
  const foreign = await w.token("admin", { tenant, isAdmin: true, resources });
  for (const { path } of callEndpoints.filter(({ user, kind }) => user && kind === "read")) {
    const ofThread = path.includes("/comments/") && { annotationId: "locked-0" };
    const input = { organizationId, documentId: "locked", ...ofThread };
    const byList = path.includes("count") || path.includes("config") || path.includes("documents/get");
    const request = byList ? { organizationId, documentIds: ["locked"] } : input;
    const { status, message } = await w.fails(path, request, { token: foreign });
    expectWithContext([status, /does not exist\.$/.test(message)], `${path}: ${message}`).toStrictEqual([
      "NOT_FOUND",
      true,
    ]);
  }
});

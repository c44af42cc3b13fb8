import { readFileSync } from "node:fs";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { generateWorld } from "./generate.ts";
import { DEMO_USER_ID } from "./people.ts";
import { fromJsonLines, type Kind, type WorldRecord } from "./records.ts";
import { danglingReferences, usersIn } from "./references.ts";

const committed = readFileSync(new URL("../../emulator-data/world.jsonl", import.meta.url), "utf8");
const world = fromJsonLines(committed);
const all = (kind: Kind) => world.filter((record) => record.kind === kind);

interface Mentioning {
  commentText: string;
  taggedUserContacts?: { userId: string; text: string }[];
}

/** Scripts that names are written in, by their Unicode names. */
const SCRIPTS = [
  "Arabic",
  "Armenian",
  "Bengali",
  "Cyrillic",
  "Devanagari",
  "Ethiopic",
  "Georgian",
  "Greek",
  "Han",
].concat(["Hangul", "Hebrew", "Hiragana", "Katakana", "Khmer", "Latin", "Tamil", "Thai", "Tibetan"]);

test("generating again gives the committed bytes (else run: node scripts/seed-world/generate.ts)", () => {
  const generated = generateWorld();
  expectWithContext(generated === committed, "world.jsonl is not what the generator writes").toBe(true);
  expect(generateWorld()).toBe(generated);
});

test("the seed world stays below 750 kB", () => {
  expectWithContext(Buffer.byteLength(committed), `${Buffer.byteLength(committed)} bytes`).toBeLessThan(750_000);
});

test("the seed world has the numbers of records that its README states", () => {
  expect(all("workspace").length).toBe(2);
  expect(all("apiKey").length).toBe(2);
  expect(all("organization").length).toBe(3);
  expect(new Set(all("user").map((user) => user.userId)).size).toBe(200);
  expect(all("folder").length).toBe(120);
  expect(all("document").length).toBe(600);
  expect(all("group").length).toBe(12);
  expect(all("activity").length).toBe(412);
  expect(all("commentAnnotation").length).toBe(170);
  expect(all("commentAnnotation").flatMap(({ comments }) => comments).length).toBe(290);
  expect(all("notification").length).toBe(60);
  expect(all("inboxEntry").length).toBe(122);
  expect(all("notificationPreference").length).toBe(24);
  expect(all("presence").length).toBe(44);
  expect(all("liveState").length).toBe(18);
  expect(all("crdt").length).toBe(24);
  expect(all("recording").length).toBe(7);
});

test("the first key has two organizations, the second key one", () => {
  const order = world.filter(({ kind }) => ["workspace", "apiKey", "organization"].includes(kind));
  const expected = ["workspace", "apiKey", "organization", "organization", "workspace", "apiKey", "organization"];
  expect(order.map(({ kind }) => kind)).toStrictEqual(expected);
});

test("workspaces and keys have ids of the documented form", () => {
  for (const { workspaceId } of all("workspace")) expect(`${workspaceId}`).toMatch(/^ws_[0-9A-Za-z]{22}$/);
  for (const { apiKeyId } of all("apiKey")) expect(`${apiKeyId}`).toMatch(/^ak_[0-9A-Za-z]{22}$/);
});

test("every reference leads to an earlier record", () => {
  expect(danglingReferences(world)).toStrictEqual([]);
});

test("the check reports a reference to a record that is missing or comes later", () => {
  for (const kind of ["organization", "folder", "document", "group", "notification"] as const) {
    const [first] = all(kind);
    const without = world.filter((record) => record !== first);
    expectWithContext(danglingReferences(without), `without one ${kind}`).not.toStrictEqual([]);
  }
  expect(danglingReferences([...world.filter(({ kind }) => kind !== "user"), ...all("user")])).not.toStrictEqual([]);
});

test("no record is repeated", () => {
  const ids = world.map((record) => {
    const { kind, organizationId, folderId, documentId, userId, groupId, id } = record;
    const place = [organizationId, kind === "document" ? undefined : folderId, documentId, userId, groupId, id];
    const { annotationId, editorId, liveStateDataId, notificationId } = record;
    const name = kind === "config" ? record.name : undefined;
    const otherIds = [annotationId, editorId, liveStateDataId, notificationId, name];
    return JSON.stringify([kind, record.workspaceId, record.apiKeyId, ...place, ...otherIds]);
  });
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toStrictEqual([]);
});

test("folders are nested at least six deep in the first organization and ten deep in the last", () => {
  expect(depthOf("meridian-press")).toBeGreaterThanOrEqual(6);
  expect(depthOf("open-source/protocol")).toBeGreaterThanOrEqual(10);
});

test("every access type and inheritance occur on folders and on documents", () => {
  for (const kind of ["folder", "document"] as const) {
    const accessTypes = new Set(all(kind).map((record) => record.accessType));
    expect(accessTypes).toStrictEqual(new Set([undefined, "public", "organizationPrivate", "restricted"]));
  }
});

test("one organization and a few documents are disabled", () => {
  expect(disabled("organization")).toStrictEqual(["nordlicht.magazine"]);
  expect(disabled("document").length >= 5 && disabled("document").length <= 30).toBe(true);
});

test("grants are on folders and on documents, some without an expiry, some long past, some in the future, in seconds", () => {
  for (const place of ["folderId", "documentId"]) {
    const ends = all("grant").filter((grant) => grant[place] !== undefined);
    expect(ends.some(({ expiresAt }) => expiresAt === undefined)).toBe(true);
    expect(ends.some(({ expiresAt }) => Number(expiresAt) < Date.UTC(2025, 0, 1) / 1000)).toBe(true);
    expect(ends.some(({ expiresAt }) => Number(expiresAt) >= Date.UTC(2035, 0, 1) / 1000)).toBe(true);
  }
  for (const { expiresAt } of all("grant")) expect(expiresAt === undefined || Number(expiresAt) < 10 ** 10).toBe(true);
});

test("people are members of organizations, of folders and of documents", () => {
  const users = all("user");
  expect(users.some(({ folderId, documentId }) => folderId === undefined && documentId === undefined)).toBe(true);
  expect(users.some(({ folderId }) => folderId !== undefined)).toBe(true);
  expect(users.some(({ documentId }) => documentId !== undefined)).toBe(true);
});

test("names are written in many scripts, composed, without emoji, and mail addresses are undeliverable", () => {
  const names = all("user").map(({ name }) => `${name}`);
  const missing = SCRIPTS.filter(
    (script) => !names.some((name) => new RegExp(`\\p{Script=${script}}`, "u").test(name)),
  );
  expect(missing).toStrictEqual([]);
  for (const name of names) {
    expect(name).toBe(name.normalize("NFC"));
    expect(name).not.toMatch(/\p{Extended_Pictographic}/u);
  }
  for (const { email } of all("user")) expect(`${email}`).toMatch(/^[a-z.]+@example\.(com|org)$/);
});

test("ids include slashes, dots, characters beyond ASCII, and forms that stores reserve", () => {
  const ids = world.flatMap((record) => [record.userId, record.documentId, record.folderId]).map((id) => `${id}`);
  for (const form of [/\//, /\./, /^\./, /[^ -~]/, /^__.*__$/, /%25/, /@/, /\|/, / /])
    expectWithContext(
      ids.some((id) => form.test(id)),
      `${form}`,
    ).toBe(true);
});

test("the first and the last organization have conversations, and the demo document has most", () => {
  const threadsOf = (organizationId: string) =>
    all("commentAnnotation").filter((thread) => thread.organizationId === organizationId);
  expect(threadsOf("meridian-press").length).toBe(130);
  expect(threadsOf("open-source/protocol").length).toBe(40);
  expect(
    threadsOf("meridian-press").filter(({ documentId }) => documentId === "spring-catalogue-2026").length,
  ).toBeGreaterThanOrEqual(5);
});

test("threads have every visibility, state and type, with replies, reactions, mentions and attachments", () => {
  const threads = all("commentAnnotation") as (WorldRecord & { [field: string]: { [field: string]: unknown } })[];
  const values = (field: string, inner: string) => new Set(threads.map((thread) => thread[field]?.[inner]));
  expect(values("visibility", "type")).toStrictEqual(new Set([undefined, "restricted", "organizationPrivate"]));
  expect(values("status", "id")).toStrictEqual(new Set([undefined, "IN_PROGRESS", "RESOLVED"]));
  expect(values("suggestion", "status")).toStrictEqual(new Set([undefined, "pending", "accepted", "rejected"]));
  const comments = threads.flatMap((thread) => thread.comments as unknown as Record<string, unknown>[]);
  for (const field of ["reactionAnnotations", "taggedUserContacts", "attachments"])
    expectWithContext(
      comments.some((comment) => comment[field]),
      field,
    ).toBe(true);
  expect(threads.filter((thread) => (thread.comments as unknown as []).length > 1).length).toBeGreaterThan(80);
});

test("every mentioned user is tagged, and the mention has the user's name in the directory", () => {
  const nameOf = new Map(all("user").map(({ userId, name }) => [userId, name]));
  let mentions = 0;
  for (const { comments } of all("commentAnnotation"))
    for (const { commentText, taggedUserContacts = [] } of comments as Mentioning[]) {
      const mentioned = usersIn(commentText);
      mentions += mentioned.length;
      expect(taggedUserContacts.map(({ userId }) => userId)).toStrictEqual(mentioned);
      for (const { userId, text } of taggedUserContacts) expect(text).toBe(`@${nameOf.get(userId)}`);
    }
  expectWithContext(mentions, `${mentions}`).toBeGreaterThan(20);
});

test("editors have every type, all of them on the demo document", () => {
  const types = (editors: WorldRecord[]) => new Set(editors.map(({ type }) => type));
  const every = new Set(["text", "map", "array", "xml"]);
  expect(types(all("crdt"))).toStrictEqual(every);
  expect(types(all("crdt").filter(({ documentId }) => documentId === "spring-catalogue-2026"))).toStrictEqual(every);
});

test("the demo user has read some notifications and not others, and has notification settings", () => {
  const inbox = all("inboxEntry").filter(({ userId }) => userId === DEMO_USER_ID);
  expect(inbox.some(({ readAt }) => readAt !== undefined)).toBe(true);
  expect(inbox.some(({ readAt }) => readAt === undefined)).toBe(true);
  expect(all("notificationPreference").some(({ userId }) => userId === DEMO_USER_ID)).toBe(true);
});

test("the demo ids are enabled and belong to the first key", () => {
  const first = all("organization")[0] as WorldRecord;
  const inFirst = (record: WorldRecord) => record.organizationId === first.organizationId;
  expect(first.organizationId).toBe("meridian-press");
  expect(all("user").filter(inFirst)[0]?.userId).toBe(DEMO_USER_ID);
  const document = all("document").filter(inFirst)[0];
  expect(document?.documentId).toBe("spring-catalogue-2026");
  expect(document?.disabled).toBeUndefined();
});

function depthOf(organizationId: string): number {
  const depths = new Map<unknown, number>([["root", 0]]);
  for (const folder of all("folder").filter((record) => record.organizationId === organizationId))
    depths.set(folder.folderId, 1 + (depths.get(folder.parentFolderId) ?? Number.NaN));
  return Math.max(...depths.values());
}

function disabled(kind: "organization" | "document"): unknown[] {
  const records = all(kind).filter((record) => record.disabled === true);
  return records.map((record) => record[`${kind}Id`]);
}

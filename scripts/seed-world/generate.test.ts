import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
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

/** Scripts that names are written in, among those that Unicode knows by these names. */
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
  assert.ok(generated === committed, "world.jsonl is not what the generator writes");
  assert.equal(generateWorld(), generated);
});

test("the seed world stays below 750 kB", () => {
  assert.ok(Buffer.byteLength(committed) < 750_000, `${Buffer.byteLength(committed)} bytes`);
});

test("the seed world has the numbers of records that its README states", () => {
  assert.equal(all("workspace").length, 2);
  assert.equal(all("apiKey").length, 2);
  assert.equal(all("organization").length, 3);
  assert.equal(new Set(all("user").map((user) => user.userId)).size, 200);
  assert.equal(all("folder").length, 120);
  assert.equal(all("document").length, 600);
  assert.equal(all("group").length, 12);
  assert.equal(all("activity").length, 412);
  assert.equal(all("commentAnnotation").length, 170);
  assert.equal(all("commentAnnotation").flatMap(({ comments }) => comments).length, 290);
  assert.equal(all("notification").length, 60);
  assert.equal(all("inboxEntry").length, 122);
  assert.equal(all("notificationPreference").length, 24);
  assert.equal(all("presence").length, 44);
  assert.equal(all("liveState").length, 18);
  assert.equal(all("crdt").length, 24);
  assert.equal(all("recording").length, 7);
});

test("the first key has two organizations, the second key one", () => {
  const order = world.filter(({ kind }) => ["workspace", "apiKey", "organization"].includes(kind));
  const expected = ["workspace", "apiKey", "organization", "organization", "workspace", "apiKey", "organization"];
  assert.deepEqual(
    order.map(({ kind }) => kind),
    expected,
  );
});

test("workspaces and keys have ids of the documented form", () => {
  for (const { workspaceId } of all("workspace")) assert.match(`${workspaceId}`, /^ws_[0-9A-Za-z]{22}$/);
  for (const { apiKeyId } of all("apiKey")) assert.match(`${apiKeyId}`, /^ak_[0-9A-Za-z]{22}$/);
});

test("every reference leads to a record further up", () => {
  assert.deepEqual(danglingReferences(world), []);
});

test("a reference to a record that is missing or comes later is found", () => {
  for (const kind of ["organization", "folder", "document", "group", "notification"] as const) {
    const [first] = all(kind);
    const without = world.filter((record) => record !== first);
    assert.notDeepEqual(danglingReferences(without), [], `without one ${kind}`);
  }
  assert.notDeepEqual(danglingReferences([...world.filter(({ kind }) => kind !== "user"), ...all("user")]), []);
});

test("no record occurs twice", () => {
  const ids = world.map((record) => {
    const { kind, organizationId, folderId, documentId, userId, groupId, id } = record;
    const place = [organizationId, kind === "document" ? undefined : folderId, documentId, userId, groupId, id];
    const { annotationId, editorId, liveStateDataId, notificationId } = record;
    const made = [annotationId, editorId, liveStateDataId, notificationId];
    return JSON.stringify([kind, record.workspaceId, record.apiKeyId, ...place, ...made]);
  });
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
});

test("folders are nested at least six deep in the first organization and ten deep in the last", () => {
  assert.ok(depthOf("meridian-press") >= 6);
  assert.ok(depthOf("open-source/protocol") >= 10);
});

test("every access type and inheritance occur on folders and on documents", () => {
  for (const kind of ["folder", "document"] as const) {
    const accessTypes = new Set(all(kind).map((record) => record.accessType));
    assert.deepEqual(accessTypes, new Set([undefined, "public", "organizationPrivate", "restricted"]));
  }
});

test("one organization is disabled, and some but few documents are", () => {
  assert.deepEqual(disabled("organization"), ["nordlicht.magazine"]);
  assert.ok(disabled("document").length >= 5 && disabled("document").length <= 30);
});

test("grants lie on folders and on documents, some without an end, some long past, some far ahead, in seconds", () => {
  for (const place of ["folderId", "documentId"]) {
    const ends = all("grant").filter((grant) => grant[place] !== undefined);
    assert.ok(ends.some(({ expiresAt }) => expiresAt === undefined));
    assert.ok(ends.some(({ expiresAt }) => Number(expiresAt) < Date.UTC(2025, 0, 1) / 1000));
    assert.ok(ends.some(({ expiresAt }) => Number(expiresAt) >= Date.UTC(2035, 0, 1) / 1000));
  }
  for (const { expiresAt } of all("grant")) assert.ok(expiresAt === undefined || Number(expiresAt) < 10 ** 10);
});

test("people are members of organizations, of folders and of documents", () => {
  const users = all("user");
  assert.ok(users.some(({ folderId, documentId }) => folderId === undefined && documentId === undefined));
  assert.ok(users.some(({ folderId }) => folderId !== undefined));
  assert.ok(users.some(({ documentId }) => documentId !== undefined));
});

test("names are written in many scripts, composed, without emoji, and mail goes nowhere", () => {
  const names = all("user").map(({ name }) => `${name}`);
  const missing = SCRIPTS.filter(
    (script) => !names.some((name) => new RegExp(`\\p{Script=${script}}`, "u").test(name)),
  );
  assert.deepEqual(missing, []);
  for (const name of names) {
    assert.equal(name, name.normalize("NFC"));
    assert.doesNotMatch(name, /\p{Extended_Pictographic}/u);
  }
  for (const { email } of all("user")) assert.match(`${email}`, /^[a-z.]+@example\.(com|org)$/);
});

test("ids have slashes, dots, characters beyond ASCII, and forms that stores reserve", () => {
  const ids = world.flatMap((record) => [record.userId, record.documentId, record.folderId]).map((id) => `${id}`);
  for (const form of [/\//, /\./, /^\./, /[^ -~]/, /^__.*__$/, /%25/, /@/, /\|/, / /])
    assert.ok(
      ids.some((id) => form.test(id)),
      `${form}`,
    );
});

test("people talk in the first and the last organization, and on the demo document most", () => {
  const threadsOf = (organizationId: string) =>
    all("commentAnnotation").filter((thread) => thread.organizationId === organizationId);
  assert.equal(threadsOf("meridian-press").length, 130);
  assert.equal(threadsOf("open-source/protocol").length, 40);
  assert.ok(threadsOf("meridian-press").filter(({ documentId }) => documentId === "spring-catalogue-2026").length >= 5);
});

test("threads are of every visibility, state and type, with replies, reactions, mentions and attachments", () => {
  const threads = all("commentAnnotation") as (WorldRecord & { [field: string]: { [field: string]: unknown } })[];
  const values = (field: string, inner: string) => new Set(threads.map((thread) => thread[field]?.[inner]));
  assert.deepEqual(values("visibility", "type"), new Set([undefined, "restricted", "organizationPrivate"]));
  assert.deepEqual(values("status", "id"), new Set([undefined, "IN_PROGRESS", "RESOLVED"]));
  assert.deepEqual(values("suggestion", "status"), new Set([undefined, "pending", "accepted", "rejected"]));
  const comments = threads.flatMap((thread) => thread.comments as unknown as Record<string, unknown>[]);
  for (const field of ["reactionAnnotations", "taggedUserContacts", "attachments"])
    assert.ok(
      comments.some((comment) => comment[field]),
      field,
    );
  assert.ok(threads.filter((thread) => (thread.comments as unknown as []).length > 1).length > 80);
});

test("everyone who is mentioned is tagged, and the mention names the person as the directory does", () => {
  const nameOf = new Map(all("user").map(({ userId, name }) => [userId, name]));
  let mentions = 0;
  for (const { comments } of all("commentAnnotation"))
    for (const { commentText, taggedUserContacts = [] } of comments as Mentioning[]) {
      const mentioned = usersIn(commentText);
      mentions += mentioned.length;
      assert.deepEqual(
        taggedUserContacts.map(({ userId }) => userId),
        mentioned,
      );
      for (const { userId, text } of taggedUserContacts) assert.equal(text, `@${nameOf.get(userId)}`);
    }
  assert.ok(mentions > 20, `${mentions}`);
});

test("editors are of every type, all of them on the demo document", () => {
  const types = (editors: WorldRecord[]) => new Set(editors.map(({ type }) => type));
  const every = new Set(["text", "map", "array", "xml"]);
  assert.deepEqual(types(all("crdt")), every);
  assert.deepEqual(types(all("crdt").filter(({ documentId }) => documentId === "spring-catalogue-2026")), every);
});

test("the demo user has read some notifications and others not, and has chosen of which to hear", () => {
  const inbox = all("inboxEntry").filter(({ userId }) => userId === DEMO_USER_ID);
  assert.ok(inbox.some(({ readAt }) => readAt !== undefined));
  assert.ok(inbox.some(({ readAt }) => readAt === undefined));
  assert.ok(all("notificationPreference").some(({ userId }) => userId === DEMO_USER_ID));
});

test("the demo ids are enabled and belong to the first key", () => {
  const first = all("organization")[0] as WorldRecord;
  const inFirst = (record: WorldRecord) => record.organizationId === first.organizationId;
  assert.equal(first.organizationId, "meridian-press");
  assert.equal(all("user").filter(inFirst)[0]?.userId, DEMO_USER_ID);
  const document = all("document").filter(inFirst)[0];
  assert.equal(document?.documentId, "spring-catalogue-2026");
  assert.equal(document?.disabled, undefined);
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

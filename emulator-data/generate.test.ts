import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { generateWorld } from "./generate.ts";
import { DEMO_USER_ID } from "./people.ts";
import { fromJsonLines, type Kind, type WorldRecord } from "./records.ts";
import { danglingReferences } from "./references.ts";

const committed = readFileSync(new URL("world.jsonl", import.meta.url), "utf8");
const world = fromJsonLines(committed);
const all = (kind: Kind) => world.filter((record) => record.kind === kind);

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

test("generating again gives the committed bytes (else run: node emulator-data/generate.ts)", () => {
  const generated = generateWorld();
  assert.ok(generated === committed, "world.jsonl is not what the generator writes");
  assert.equal(generateWorld(), generated);
});

test("the seed world stays below 400 kB", () => {
  assert.ok(Buffer.byteLength(committed) < 400_000, `${Buffer.byteLength(committed)} bytes`);
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
  for (const kind of ["organization", "folder", "document", "group"] as const) {
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
    return JSON.stringify([kind, record.workspaceId, record.apiKeyId, ...place]);
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

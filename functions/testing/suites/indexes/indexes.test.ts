import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "@jest/globals";
import { writeAwareness } from "#domain/crdt/awareness";
import { traffic } from "#domain/traffic/store/traffic";
import { firestoreIndexes } from "#store/index-file";
import { withLocalIndexes } from "#store/local-indexes";
import { collectionNameOf } from "#store/paths";
import { NAMED } from "#store/rules";
import { type IndexFile, tree } from "#store/tree";
import { fullWorld, migrate } from "#testing/fixtures/migration/migration";
import { comment, startThread } from "#testing/fixtures/notifications/notices";
import { receiveHook } from "#testing/fixtures/webhooks/inspectors";
import { addEndpoint, happen } from "#testing/fixtures/webhooks/webhooks";
import { expectWithContext } from "#testing/harness/jest/context";
import { dump } from "#testing/harness/store/store-dump";
import type { World } from "#testing/harness/world";
import indexFile from "../../../../firestore.indexes.json" with { type: "json" };
import { indexFaults, type WireQuery } from "./query-indexes.ts";
import { queryPlaces, type ScriptCoverage, unreached } from "./query-places.ts";

const program = join(import.meta.dirname, "query-process.ts");
/** Includes the indexes that only the one-machine host needs, since these queries come from it. */
const oneMachine = withLocalIndexes({ tree, indexes: (indexFile as IndexFile).indexes });
const declared = firestoreIndexes(oneMachine.tree, oneMachine.indexes);
let queries: WireQuery[] = [];
let coverage: ScriptCoverage[] = [];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "atrium-"));
  try {
    // Coverage of code from the compile cache counts functions but not their branches. The queries do not depend on the
    // store.
    const { FIRESTORE_EMULATOR_HOST: _, ...inherited } = process.env;
    const env = { ...inherited, NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: "1" };
    const { stdout } = await promisify(execFile)(process.execPath, [program], { env, maxBuffer: 100_000_000 });
    queries = JSON.parse(stdout);
    const [file = ""] = await readdir(folder);
    coverage = JSON.parse(await readFile(join(folder, file), "utf8")).result;
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("every place in the sources that makes a query, a filter or an order is executed", () => {
  const places = queryPlaces();
  expectWithContext(places.length, `only ${places.length} places were found`).toBeGreaterThan(100);
  expectWithContext(
    unreached(places, coverage),
    "Add a journey to functions/testing/suites/indexes/query-journeys.ts.",
  ).toStrictEqual([]);
});

test("there is an index for every query, by Firestore's rules, and every index is used by a query", () => {
  expectWithContext(queries.length, `only ${queries.length} kinds of queries were made`).toBeGreaterThan(80);
  expect(indexFaults(declared, queries)).toStrictEqual([]);
});

test("every collection group that the tree declares is queried as a group, under a path or by name", () => {
  const groups = queries.filter(({ from }) => from[0]?.allDescendants);
  const byName = groups.filter(({ where }) => where?.fieldFilter?.field.fieldPath === NAMED);
  const namesOf = (some: WireQuery[]) => new Set(some.map(({ from }) => from[0]?.collectionId));
  const declaring = (rule: "groupUnder" | "named") =>
    new Set(Object.keys(tree.collections).filter((name) => tree.collections[name]?.[rule]));
  expect(namesOf(groups.filter((query) => !byName.includes(query)))).toStrictEqual(declaring("groupUnder"));
  expect(namesOf(byName)).toStrictEqual(declaring("named"));
});

test("every index is needed: without it some query is refused", () => {
  for (const spared of declared.indexes) {
    const indexes = declared.indexes.filter((index) => index !== spared);
    const faults = indexFaults({ ...declared, indexes }, queries);
    expectWithContext(
      faults.some((fault) => fault.startsWith(`missing: ${spared.collectionGroup} `)),
      JSON.stringify(spared),
    ).toBe(true);
  }
  for (const spared of declared.fieldOverrides.filter(({ indexes }) => indexes.length > 0)) {
    const others = declared.fieldOverrides.filter((override) => override !== spared);
    const faults = indexFaults({ ...declared, fieldOverrides: others }, queries);
    expectWithContext(
      faults.some((fault) => fault.startsWith(`missing: ${spared.collectionGroup} `)),
      JSON.stringify(spared),
    ).toBe(true);
  }
});

test("Firestore has a TTL or an index on a date, never both, and no index that only the one-machine host needs", () => {
  const { indexes, fieldOverrides } = indexFile as IndexFile;
  const both = fieldOverrides.filter((override) => override.ttl && override.indexes.length > 0);
  expect(both).toStrictEqual([]);
  const local = Object.entries(tree.collections).flatMap(([name, rule]) =>
    (rule.local ?? []).map((fields) => `${name}: ${fields}`),
  );
  expect(local.length).toBeGreaterThan(0);
  const deployedIndexes = [
    ...indexes.map(({ collectionGroup, fields }) => `${collectionGroup}: ${fields.map(({ fieldPath }) => fieldPath)}`),
    ...fieldOverrides.flatMap((one) => (one.indexes.length > 0 ? [`${one.collectionGroup}: ${one.fieldPath}`] : [])),
  ];
  expect(deployedIndexes.filter((index) => local.includes(index))).toStrictEqual([]);
});

test("every TTL field of Firestore holds a date, because it ignores numbers and text", async () => {
  const mail = { hasMailbox: true, perMinute: 0, perRecipient: 0 };
  const w = await fullWorld({ settings: { mail } });
  await addEndpoint(w, "shop");
  const headers = { "idempotency-key": "once" };
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "umbrella" }] }, { headers });
  await w.ok("/v2/users/data/delete", { userIds: ["grace"] });
  await happen(w, { type: "user.add", organizationId: "acme" });
  const place = { organizationId: "acme", documentId: "homepage" };
  await sendMail(w);
  const awareness = Buffer.from(writeAwareness([{ client: 7, clock: 1, state: "{}" }])).toString("base64");
  await w.ok("/v2/crdt/awareness", { ...place, editorId: "title", awareness });
  await w.ok("/v2/organizations/documents/migrate", { ...place, newDocumentId: "start" });
  await migrate(w);
  await receiveHook(w);
  await traffic(w.context).flush(w.context.store);
  const dateChecks = new Map<string, Set<boolean>>();
  for (const path of Object.keys(await dump(w.context.store))) {
    const name = collectionNameOf(path);
    const end = (await w.context.store.get(path))?.data[tree.collections[name]?.ttl ?? ""];
    if (end !== undefined) dateChecks.set(name, (dateChecks.get(name) ?? new Set()).add(end instanceof Date));
  }
  const collections = Object.keys(tree.collections).filter((name) => tree.collections[name]?.ttl);
  expect([...dateChecks].map(([name, dates]) => [name, [...dates]]).sort()).toStrictEqual(
    collections.map((name) => [name, [true]]).sort(),
  );
});

/** Makes the service notify Lin of a comment by mail. */
async function sendMail(w: World): Promise<void> {
  const triggers = { "comment.add": true };
  const emailServiceConfig = { type: "default", triggers };
  await w.ok("/v2/workspace/emailconfig/update", { useEmailService: true, emailServiceConfig });
  const place = { organizationId: "acme", documentId: "roadmap" };
  await startThread(w, {}, place);
  await comment(w, "ada", "hello {{lin}}", { ...place, annotationId: "ann" });
  // The example holds notices for a minute.
  await w.drain();
  w.advance(60_000);
  await w.drain();
}

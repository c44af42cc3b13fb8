import { expect, test } from "@jest/globals";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { expectWithContext } from "#testing/harness/jest/context";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import { type World, world } from "#testing/harness/world";
import { checkPaging } from "#testing/suites/properties/paging";

const path = "/v2/recordings/get";

/** Recordings a and b of the document plan; b and c of the document other; d of another organization. */
async function filledWorld(): Promise<World> {
  const w = await world();
  await addDocuments(w, ["plan", "other"]);
  const globex = { organizationId: "globex", createOrganization: true, documents: [{ documentId: "plan" }] };
  await w.ok("/v2/organizations/documents/add", globex);
  await add(w, ["a", "b"]);
  await add(w, ["b", "c"], { documentId: "other" });
  await add(w, ["d"], { organizationId: "globex" });
  return w;
}

async function add(w: World, ids: string[], place: object = {}): Promise<void> {
  const recordings = ids.map((annotationId) => ({ annotationId, recordingType: "audio" }));
  await w.ok("/v2/recordings/add", { organizationId: "acme", documentId: "plan", ...place, recordings });
}

/** The place and the id of each recording in the reply. */
async function list(w: World, data: object): Promise<{ ids: string[]; pageToken?: string }> {
  const reply = await w.ok(path, { organizationId: "acme", ...data });
  expect(reply.message).toBe("Recorder annotations retrieved successfully.");
  const ids = reply.data.map(
    (one: { annotationId: string; metadata: { documentId: string } }) =>
      `${one.metadata.documentId} ${one.annotationId}`,
  );
  return { ids, ...(reply.pageToken && { pageToken: reply.pageToken }) };
}

test("recordings are listed for a document or an organization, all or by id", async () => {
  const w = await filledWorld();
  const cases: [data: object, ids: string[]][] = [
    [{ documentId: "plan" }, ["plan a", "plan b"]],
    [{}, ["other b", "other c", "plan a", "plan b"]],
    [{ documentId: "other", recordingIds: ["c", "a", "b"] }, ["other b", "other c"]],
    [{ recordingIds: ["a", "b", "unknown", "d"] }, ["other b", "plan a", "plan b"]],
    [{ organizationId: "globex" }, ["plan d"]],
  ];
  for (const [data, ids] of cases)
    expectWithContext((await list(w, data)).ids.sort(), JSON.stringify(data)).toStrictEqual(ids);
});

test("a page token is valid only for its own document and ids", async () => {
  const w = await filledWorld();
  const { ids, pageToken } = await list(w, { recordingIds: ["a", "b"], pageSize: 1 });
  expect(ids.length).toBe(1);
  expect((await list(w, { recordingIds: ["a", "b"], pageToken })).ids.length).toBe(2);
  for (const other of [{}, { recordingIds: ["a"] }, { documentId: "plan", recordingIds: ["a", "b"] }]) {
    const { message } = await w.fails(path, { organizationId: "acme", ...other, pageToken });
    expect(message).toMatch(/^data\.pageToken does not belong to this query/);
  }
});

test("recordings of a document that are read by id come in pages of the size that the call asks for", async () => {
  const w = await filledWorld();
  const query = { documentId: "other", recordingIds: ["c", "b"], pageSize: 1 };
  const { ids, pageToken } = await list(w, query);
  expect([ids, pageToken]).toStrictEqual([["other c"], expect.any(String)]);
  expect(await list(w, { ...query, pageToken })).toStrictEqual({ ids: ["other b"] });
});

test("a missing organization or document, too many ids and a page size of zero are refused", async () => {
  const w = await filledWorld();
  const cases: [data: object, message: string][] = [
    [{ organizationId: "none" }, "Organization does not exist."],
    [{ documentId: "none" }, "Document does not exist."],
    [{ pageSize: 0 }, "data.pageSize must be at least 1."],
    [{ recordingIds: Array.from({ length: 31 }, (_, i) => `r${i}`) }, "data.recordingIds must have at most 30 items."],
  ];
  for (const [data, message] of cases)
    expect((await w.fails(path, { organizationId: "acme", ...data })).message).toBe(message);
});

for (const filter of [{}, { documentId: "plan" }])
  test(`paging with ${JSON.stringify(filter)} neither skips nor repeats while recordings come and go`, () =>
    checkPaging(async () => {
      const w = await world();
      await addDocuments(w, ["plan", "other"]);
      await add(w, ["1", "2", "3"], { documentId: "other" });
      return {
        add: (ids) => add(w, ids),
        async remove(recordingIds) {
          await w.ok("/v2/recordings/delete", { organizationId: "acme", documentId: "plan", recordingIds });
        },
        async page(pageSize, pageToken) {
          const reply = await w.ok(path, { organizationId: "acme", ...filter, pageSize, pageToken });
          const ids = reply.data.map(({ annotationId }: { annotationId: string }) => annotationId);
          return { ids, pageToken: reply.pageToken };
        },
      };
    }));

for (const [of, query] of [
  ["a document's recordings", { organizationId: "acme", documentId: "plan" }],
  ["an organization's recordings", { organizationId: "acme" }],
] as const)
  testPaging(path, of, {
    query,
    before: (w) => addDocuments(w, ["plan"]),
    insert: (w, id) => add(w, [id]),
    remove: (w, id) =>
      w.ok("/v2/recordings/delete", { organizationId: "acme", documentId: "plan", recordingIds: [id] }),
    ids: idsBy("annotationId"),
  });

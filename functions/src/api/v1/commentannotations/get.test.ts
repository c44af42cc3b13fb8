import assert from "node:assert/strict";
import { test } from "node:test";
import { allFeatures, exampleWorld, setFeatures } from "#testing/harness/example-world";

const path = "/v1/commentannotations/get";
const homepage = { organizationId: "acme", documentId: "homepage" };

test("v1 reads the threads of a document with the times of creation as text, advanced queries off too", async () => {
  const w = await exampleWorld();
  const { data: expected } = await w.ok("/v2/commentannotations/get", homepage);
  await setFeatures(w, w.tenant, { ...allFeatures, advancedQueries: false });
  const { message, data, ...paging } = await w.ok(path, { ...homepage, pageSize: 1 });
  assert.equal(message, "Annotation(s) fetched successfully.");
  assert.deepEqual(paging, { status: "success" });
  const dated = <T extends { createdAt: number }>(of: T) => ({
    ...of,
    createdAt: new Date(of.createdAt).toISOString(),
  });
  assert.deepEqual(
    data,
    expected.map((thread: { createdAt: number; comments: { createdAt: number }[] }) => ({
      ...dated(thread),
      comments: thread.comments.map(dated),
    })),
  );
  assert.equal(data.length, 4);
});

test("v1 finds by id, location and creator, with null for an unknown id, and wants a document", async () => {
  const w = await exampleWorld();
  const ids = async (query: object) =>
    (await w.ok(path, { ...homepage, ...query })).data.map((thread: { annotationId: string } | null) =>
      thread ? thread.annotationId : null,
    );
  assert.deepEqual(await ids({ annotationIds: ["x", "ann-2"] }), [null, "ann-2"]);
  assert.deepEqual(await ids({ locationIds: [0] }), ["ann-1"]);
  assert.deepEqual(await ids({ userIds: ["grace"] }), ["ann-3"]);
  assert.equal((await w.fails(path, { organizationId: "acme" })).message, "data.documentId is required.");
});

import { expect, test } from "@jest/globals";
import { allFeatures, exampleWorld, setFeatures } from "#testing/harness/example-world";

const path = "/v1/commentannotations/get";
const homepage = { organizationId: "acme", documentId: "homepage" };

test("v1 returns the threads of a document with createdAt as text, also without advanced queries", async () => {
  const w = await exampleWorld();
  const { data: expected } = await w.ok("/v2/commentannotations/get", homepage);
  await setFeatures(w, w.tenant, { ...allFeatures, advancedQueries: false });
  const { message, data, ...paging } = await w.ok(path, { ...homepage, pageSize: 1 });
  expect(message).toBe("Annotation(s) fetched successfully.");
  expect(paging).toStrictEqual({ status: "success" });
  const dated = <T extends { createdAt: number }>(of: T) => ({
    ...of,
    createdAt: new Date(of.createdAt).toISOString(),
  });
  expect(data).toStrictEqual(
    expected.map((thread: { createdAt: number; comments: { createdAt: number }[] }) => ({
      ...dated(thread),
      comments: thread.comments.map(dated),
    })),
  );
  expect(data.length).toBe(4);
});

test("v1 selects by id, location and creator, returns null for an unknown id, and requires a document", async () => {
  const w = await exampleWorld();
  const ids = async (query: object) =>
    (await w.ok(path, { ...homepage, ...query })).data.map((thread: { annotationId: string } | null) =>
      thread ? thread.annotationId : null,
    );
  expect(await ids({ annotationIds: ["x", "ann-2"] })).toStrictEqual([null, "ann-2"]);
  expect(await ids({ locationIds: [0] })).toStrictEqual(["ann-1"]);
  expect(await ids({ userIds: ["grace"] })).toStrictEqual(["ann-3"]);
  expect((await w.fails(path, { organizationId: "acme" })).message).toBe("data.documentId is required.");
});

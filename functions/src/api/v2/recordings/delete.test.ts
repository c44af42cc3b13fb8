import { expect, test } from "@jest/globals";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { type World, world } from "#testing/harness/world";

const path = "/v2/recordings/delete";
const place = { organizationId: "acme", documentId: "plan" };

async function worldWith(...ids: string[]): Promise<World> {
  const w = await world();
  await addDocuments(w, ["plan", "other"]);
  const recordings = ids.map((annotationId) => ({ annotationId, recordingType: "audio" }));
  for (const documentId of ["plan", "other"]) await w.ok("/v2/recordings/add", { ...place, documentId, recordings });
  return w;
}

const idsOf = async (w: World, documentId: string) =>
  (await w.ok("/v2/recordings/get", { ...place, documentId })).data.map(
    ({ annotationId }: { annotationId: string }) => annotationId,
  );

test("recordings of the document are deleted, a missing one fails on its own, and another document's stay", async () => {
  const w = await worldWith("__proto__", "a", "b");
  const { message, data } = await w.ok(path, { ...place, recordingIds: ["__proto__", "a", "x"] });
  expect(message).toBe("Recording(s) deleted successfully.");
  expect(Object.values(data)).toStrictEqual([
    { success: true, id: "__proto__", message: "Recording deleted." },
    { success: true, id: "a", message: "Recording deleted." },
    { success: false, id: "x", message: "Recording does not exist.", code: "not-found" },
  ]);
  expect(await idsOf(w, "plan")).toStrictEqual(["b"]);
  expect((await idsOf(w, "other")).length).toBe(3);
});

test("of two concurrent calls only one deletes each recording", async () => {
  const w = await worldWith("a");
  const replies = await Promise.all([1, 2].map(() => w.ok(path, { ...place, recordingIds: ["a"] })));
  expect(replies.map(({ data }) => data.a.success).sort()).toStrictEqual([false, true]);
});

test("a missing organization or document, and a repeated id, are refused", async () => {
  const w = await worldWith("a");
  const refusal = async (data: object) => (await w.fails(path, { ...place, recordingIds: ["a"], ...data })).message;
  expect(await refusal({ organizationId: "none" })).toBe("Organization does not exist.");
  expect(await refusal({ documentId: "none" })).toBe("Document does not exist.");
  expect(await refusal({ recordingIds: ["a", "a"] })).toBe('data.recordingIds names "a" more than once.');
});

test("each deleted recording emits an event, and a missing one none", async () => {
  const w = await worldWith("a", "b");
  await addEndpoint(w, "all");
  await w.ok(path, { ...place, recordingIds: ["a", "none"] });
  expect(await eventsSent(w)).toStrictEqual([["recording.delete", { ...place, recordingId: "a" }]]);
  await w.ok(path, { ...place, recordingIds: ["a"] });
  await w.fails(path, { ...place, documentId: "none", recordingIds: ["b"] });
  expect(await eventsSent(w)).toStrictEqual([]);
});

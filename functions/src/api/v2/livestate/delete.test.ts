import { expect, test } from "@jest/globals";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { type World, world } from "#testing/harness/world";

const path = "/v2/livestate/delete";
const place = { organizationId: "acme", documentId: "plan" };

async function worldWith(...ids: string[]): Promise<World> {
  const w = await world();
  await addDocuments(w, ["plan", "other"]);
  for (const documentId of ["plan", "other"])
    for (const liveStateDataId of ids)
      await w.ok("/v2/livestate/broadcast", { ...place, documentId, liveStateDataId, data: { a: 1 } });
  return w;
}

const idsOf = async (w: World, documentId: string): Promise<string[]> =>
  (await w.ok("/v2/livestate/get", { ...place, documentId })).data.map(
    ({ liveStateDataId }: { liveStateDataId: string }) => liveStateDataId,
  );

test("live state is deleted by its ids, a missing one fails on its own, and another document's stays", async () => {
  const w = await worldWith("__proto__", "a", "b");
  const { message, data } = await w.ok(path, { ...place, liveStateDataIds: ["__proto__", "a", "x"] });
  expect(message).toBe("Live state deleted successfully.");
  expect(Object.values(data)).toStrictEqual([
    { success: true, id: "__proto__", message: "Live state deleted." },
    { success: true, id: "a", message: "Live state deleted." },
    { success: false, id: "x", message: "Live state does not exist.", code: "not-found" },
  ]);
  expect(await idsOf(w, "plan")).toStrictEqual(["b"]);
  expect(await idsOf(w, "other")).toHaveLength(3);
  // A later merge starts from nothing.
  await w.ok("/v2/livestate/broadcast", { ...place, liveStateDataId: "a", data: { b: 2 }, merge: true });
  const [anew] = (await w.ok("/v2/livestate/get", { ...place, liveStateDataId: "a" })).data;
  expect(anew.data).toStrictEqual({ b: 2 });
});

test("a missing organization or document, and a repeated id, are refused", async () => {
  const w = await worldWith("a");
  const refusal = async (data: object) => (await w.fails(path, { ...place, liveStateDataIds: ["a"], ...data })).message;
  expect(await refusal({ organizationId: "none" })).toBe("Organization does not exist.");
  expect(await refusal({ documentId: "none" })).toBe("Document does not exist.");
  expect(await refusal({ liveStateDataIds: ["a", "a"] })).toBe('data.liveStateDataIds names "a" more than once.');
  expect(await idsOf(w, "plan")).toStrictEqual(["a"]);
});

import { expect, test } from "@jest/globals";
import { locationsOf, place, worldWithLocations } from "#testing/fixtures/comments/locations";

const path = "/v2/organizations/documents/locations/update";
const oldLocation = { id: 7, locationName: "whatever it was called" };
const ending = { locationName: "Ending" };

test("threads at the location get the new one as it is sent, and other threads stay", async () => {
  const w = await worldWithLocations();
  const newLocation = { id: "scene-8", locationName: "Next scene" };
  expect(await w.ok(path, { ...place, migrate: { oldLocation, newLocation } })).toStrictEqual({
    status: "success",
    message: "Location updated.",
    data: null,
  });
  expect(await locationsOf(w)).toStrictEqual({ a: newLocation, b: newLocation, named: ending, none: undefined });
  const { data } = await w.ok("/v2/commentannotations/get", { ...place, locationIds: ["scene-8"] });
  expect(data.length).toBe(2);
});

test("with merge the other fields of a thread's location stay", async () => {
  const w = await worldWithLocations();
  const newLocation = { id: 7, locationName: "White scene" };
  await w.ok(path, { ...place, migrate: { oldLocation, newLocation }, merge: true });
  const { a, b } = await locationsOf(w);
  expect([a, b]).toStrictEqual([{ ...newLocation, act: 1 }, newLocation]);
});

test("a location without an id is identified by its name", async () => {
  const w = await worldWithLocations();
  await w.ok(path, { ...place, migrate: { oldLocation: ending, newLocation: { id: 9 } } });
  expect((await locationsOf(w)).named).toStrictEqual({ id: 9 });
});

test("more threads than fit in one transaction are all updated", async () => {
  const w = await worldWithLocations();
  const comment = { commentText: "x", from: { userId: "ada" } };
  const commentAnnotations = Array.from({ length: 250 }, () => ({ location: { id: 7 }, commentData: [comment] }));
  await w.ok("/v2/commentannotations/add", { ...place, commentAnnotations });
  await w.ok(path, { ...place, migrate: { oldLocation, newLocation: { id: 8 } } });
  const at = async (id: number) =>
    (await w.ok("/v2/commentannotations/get", { ...place, locationIds: [id] })).data.length;
  expect([await at(7), await at(8)]).toStrictEqual([0, 252]);
});

test("a missing document is NOT_FOUND, and a location without id and name is refused", async () => {
  const w = await worldWithLocations();
  const migrate = { oldLocation, newLocation: { id: 8 } };
  expect((await w.fails(path, { ...place, documentId: "none", migrate })).message).toBe("Document does not exist.");
  const empty = await w.fails(path, { ...place, migrate: { oldLocation: {}, newLocation: { id: 8 } } });
  expect(empty.status).toBe("INVALID_ARGUMENT");
});

import { expect, test } from "@jest/globals";
import { locationsOf, place, worldWithLocations } from "#testing/fixtures/comments/locations";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import type { World } from "#testing/harness/world";

const path = "/v2/organizations/documents/locations/data/delete";

async function notify(w: World, notificationId: string, location?: object): Promise<void> {
  await w.ok("/v2/notifications/add", {
    ...place,
    notificationId,
    location,
    actionUser: { userId: "ada" },
    displayHeadlineMessageTemplate: "News",
    displayBodyMessage: "Look",
    notifyUsers: [{ userId: "lin" }],
  });
}

test("threads and notifications of the location are deleted, and those of other locations stay", async () => {
  const w = await worldWithLocations();
  await notify(w, "here", { id: 7 });
  await notify(w, "elsewhere", { id: 8 });
  await notify(w, "nowhere");
  expect(await w.ok(path, { ...place, location: { id: 7 } })).toStrictEqual({
    status: "success",
    message: "Data deleted successfully.",
    data: null,
  });
  await w.drain();
  expect(Object.keys(await locationsOf(w)).sort()).toStrictEqual(["named", "none"]);
  const { data } = await w.ok("/v2/notifications/get", { organizationId: "acme", userId: "lin" });
  expect(data.map(({ id }: { id: string }) => id).sort()).toStrictEqual(["elsewhere", "nowhere"]);
});

test("a location without an id is identified by its name, and keeps its notifications", async () => {
  const w = await worldWithLocations();
  await notify(w, "nowhere");
  await w.ok(path, { ...place, location: { locationName: "Ending" } });
  await w.drain();
  expect(Object.keys(await locationsOf(w)).sort()).toStrictEqual(["a", "b", "none"]);
  expect((await w.ok("/v2/notifications/get", { organizationId: "acme", userId: "lin" })).data.length).toBe(1);
});

test("each deleted comment emits an event", async () => {
  const w = await worldWithLocations();
  await addEndpoint(w, "all");
  await w.ok(path, { ...place, location: { id: 7 } });
  await w.drain();
  const events = await eventsSent(w);
  expect(events.map(([type, { annotationId, commentId }]) => [type, annotationId, commentId]).sort()).toStrictEqual([
    ["comment.delete", "a", 1],
    ["comment.delete", "b", 1],
  ]);
});

test("a missing document is NOT_FOUND, and without a location, or with an unknown field, nothing is deleted", async () => {
  const w = await worldWithLocations();
  const location = { id: 7 };
  expect((await w.fails(path, { ...place, documentId: "none", location })).message).toBe("Document does not exist.");
  expect((await w.fails(path, place)).message).toBe("data.location is required.");
  expect((await w.fails(path, { ...place, location, onlyOf: "ada" })).status).toBe("INVALID_ARGUMENT");
  expect(Object.keys(await locationsOf(w)).length).toBe(4);
});

import { expect, test } from "@jest/globals";
import { addDocuments, storedDocuments } from "#testing/fixtures/documents/documents";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { world } from "#testing/harness/world";

const path = "/v2/organizations/documents/access/update";

test("documents get their own access type; a missing one fails on its own", async () => {
  const w = await world();
  await addDocuments(w, ["a", "b", "c"]);
  const request = { organizationId: "acme", documentIds: ["a", "x", "b"], accessType: "organizationPrivate" };
  const { message, data } = await w.ok(path, request);
  expect(message).toBe("Updated access for documents successfully.");
  const item = { success: true, accessType: "organizationPrivate", message: "Document access type updated." };
  expect(data).toStrictEqual({
    a: item,
    x: { success: false, id: "x", message: "Document does not exist", code: "not-found" },
    b: item,
  });
  const types = Array.from((await storedDocuments(w)).values(), ({ accessType }) => accessType);
  expect(types).toStrictEqual(["organizationPrivate", "organizationPrivate", undefined]);
});

test("the access type is public by default, and an unknown one is refused", async () => {
  const w = await world();
  await addDocuments(w, [{ documentId: "a", accessType: "restricted" }]);
  expect((await w.ok(path, { organizationId: "acme", documentIds: ["a"] })).data.a.accessType).toBe("public");
  const error = await w.fails(path, { organizationId: "acme", documentIds: ["a"], accessType: "secret" });
  expect(error.status).toBe("INVALID_ARGUMENT");
  expect((await storedDocuments(w)).get("a")?.accessType).toBe("public");
});

test("a missing organization is NOT_FOUND", async () => {
  const w = await world();
  const error = await w.fails(path, { organizationId: "acme", documentIds: ["a"] });
  expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
});

test("each document whose access type changes emits an event, and no other", async () => {
  const w = await world();
  await addDocuments(w, ["a", { documentId: "b", accessType: "restricted" }]);
  await addEndpoint(w, "all");
  const request = { organizationId: "acme", documentIds: ["a", "b", "x"], accessType: "restricted" };
  await w.ok(path, request);
  await w.ok(path, request);
  const subject = { organizationId: "acme", documentId: "a", folderId: "root" };
  expect(await eventsSent(w)).toStrictEqual([["document.access_change", { ...subject, accessType: "restricted" }]]);
});

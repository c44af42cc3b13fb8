import { expect, test } from "@jest/globals";
import { addDocuments, storedDocuments } from "#testing/fixtures/documents/documents";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { world } from "#testing/harness/world";

const path = "/v2/organizations/documents/access/disablestate/update";

test("documents are disabled and enabled again; a missing one fails on its own and is not created", async () => {
  const w = await world();
  await addDocuments(w, ["a", "b"]);
  const { message, data } = await w.ok(path, { organizationId: "acme", documentIds: ["a", "x"], disabled: true });
  expect(message).toBe("Updated disable state for documents successfully.");
  expect(data).toStrictEqual({
    a: { success: true, disabled: true, message: "Document disabled state updated." },
    x: { success: false, id: "x", message: "Document does not exist", code: "not-found" },
  });
  const states = async () => Array.from(await storedDocuments(w), ([id, { disabled }]) => [id, disabled]);
  expect(await states()).toStrictEqual([
    ["a", true],
    ["b", false],
  ]);
  const reply = await w.ok("/v2/organizations/documents/get", { organizationId: "acme", documentIds: ["a"] });
  expect(reply.data[0].disabled).toBe(true);
  await w.ok(path, { organizationId: "acme", documentIds: ["a"], disabled: false });
  expect((await states())[0]).toStrictEqual(["a", false]);
});

test("a missing organization is NOT_FOUND, and a missing state is refused", async () => {
  const w = await world();
  const error = await w.fails(path, { organizationId: "acme", documentIds: ["a"], disabled: true });
  expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
  const request = { organizationId: "acme", documentIds: ["a"] };
  expect((await w.fails(path, request)).status).toBe("INVALID_ARGUMENT");
});

test("each document whose state changes emits an event, and no other", async () => {
  const w = await world();
  await addDocuments(w, ["a"]);
  await addEndpoint(w, "all");
  for (const disabled of [false, true, true, false])
    await w.ok(path, { organizationId: "acme", documentIds: ["a", "x"], disabled });
  const subject = { organizationId: "acme", documentId: "a", folderId: "root" };
  expect(await eventsSent(w)).toStrictEqual([
    ["document.disable", subject],
    ["document.enable", subject],
  ]);
});

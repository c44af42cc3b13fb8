import { expect, test } from "@jest/globals";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { migrate } from "#testing/fixtures/migration/migration";
import { world } from "#testing/harness/world";

const path = "/v2/organizations/documents/migrate";
const request = { organizationId: "acme", documentId: "a", newDocumentId: "b" };

test("a document moves to its new id with its custom fields, and the old id no longer exists and can be used again", async () => {
  const w = await world();
  await addDocuments(w, [{ documentId: "a", documentName: "Plan", accessType: "restricted", color: "red" }, "c"]);
  const get = async (documentIds: string[]) =>
    (await w.ok("/v2/organizations/documents/get", { organizationId: "acme", documentIds })).data;
  const [before] = await get(["a"]);
  const { message, data } = await w.ok(path, request);
  expect(message).toBe("Document migration started successfully.");
  expect(data.migrationId).toMatch(/^mig_/);
  await migrate(w);
  const gone = { success: false, id: "a", message: "Document does not exist", code: "not-found" };
  expect(await get(["a", "b"])).toStrictEqual([gone, { ...before, id: "b" }]);
  await addDocuments(w, ["a"]);
  expect((await get(["a"]))[0].documentName).toBe("a");
});

test("a missing document, an id in use, the same id and a running migration are refused", async () => {
  const w = await world();
  const fails = async (input: object) => {
    const { status, message } = await w.fails(path, { ...request, ...input });
    return [status, message];
  };
  expect(await fails({})).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
  await addDocuments(w, ["a", "c"]);
  expect(await fails({ documentId: "x" })).toStrictEqual(["NOT_FOUND", "Document does not exist."]);
  const inUseError = ["ALREADY_EXISTS", "A document with the newDocumentId already exists."];
  expect(await fails({ newDocumentId: "c" })).toStrictEqual(inUseError);
  const same = ["INVALID_ARGUMENT", "data.newDocumentId must not be the documentId."];
  expect(await fails({ newDocumentId: "a" })).toStrictEqual(same);
  await w.ok(path, request);
  const moving = ["FAILED_PRECONDITION", "Document is already being migrated."];
  expect(await fails({ newDocumentId: "d" })).toStrictEqual(moving);
  expect(await fails({ documentId: "c" })).toStrictEqual(moving);
  expect(await fails({ documentId: "c", newDocumentId: "a" })).toStrictEqual(moving);
  expect(await fails({ documentId: "b", newDocumentId: "d" })).toStrictEqual(["NOT_FOUND", "Document does not exist."]);
});

test("of two concurrent migrations of the same document one is refused", async () => {
  const w = await world();
  await addDocuments(w, ["a"]);
  const answers = await Promise.all(["b", "c"].map((newDocumentId) => w.request(path, { ...request, newDocumentId })));
  expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, 400]);
});

test("nobody else gets the new id before the migration is completed, nor the old one until some seconds later", async () => {
  const w = await world();
  await addDocuments(w, ["a"]);
  const heldIdError = {
    code: "aborted",
    message:
      "A migration holds this document id: the new one until it is completed, the old one until some seconds later. Try again in a moment.",
  };
  const add = async (documentId: string) => {
    const { data } = await w.ok("/v2/organizations/documents/add", {
      organizationId: "acme",
      documents: [{ documentId }],
    });
    return data[documentId];
  };
  const { migrationId } = (await w.ok(path, request)).data;
  const users = [{ userId: "ada" }];
  const place = { organizationId: "acme", documentId: "b", createDocument: true, users };
  expect(await w.fails("/v2/users/add", place)).toMatchObject({ status: "ABORTED", message: heldIdError.message });
  expect(await add("b")).toMatchObject(heldIdError);
  const status = async () =>
    (await w.ok("/v2/organizations/documents/migrate/status", { organizationId: "acme", migrationId })).data.status;
  for (let stage = 0; stage < 5 && (await status()) !== "completed"; stage++) {
    w.advance(2000);
    await w.drain();
  }
  expect(await status()).toBe("completed");
  expect(await add("a")).toMatchObject(heldIdError);
  await w.ok("/v2/users/add", place);
  await migrate(w);
  expect(await add("a")).toMatchObject({ success: true });
});

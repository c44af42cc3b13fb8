import { expect, test } from "@jest/globals";
import { addDocuments, storedDocuments } from "#testing/fixtures/documents/documents";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { START, world } from "#testing/harness/world";

const path = "/v2/organizations/documents/update";

test("fields in the request change, all others stay, and null removes a custom field", async () => {
  const w = await world();
  const fields = { documentName: "Home", accessType: "restricted", stage: "draft", owner: "ada" };
  await addDocuments(w, [{ documentId: "home", ...fields }]);
  w.advance(1000);
  const change = (fields: object) =>
    w.ok(path, { organizationId: "acme", documents: [{ documentId: "home", ...fields }] });
  const { message, data } = await change({ stage: "final", owner: null, reviewer: ["lin"] });
  expect(message).toBe("Document(s) updated successfully.");
  expect(data).toStrictEqual({ home: { success: true, id: "home", message: "Updated Successfully" } });
  const expected = {
    documentName: "Home",
    accessType: "restricted",
    open: '{"stage":"final","reviewer":["lin"]}',
    disabled: false,
    createdAt: START,
    lastUpdated: START + 1000,
  };
  expect((await storedDocuments(w)).get("home")).toStrictEqual(expected);
  await change({ documentName: "Start", accessType: "public" });
  const renamed = { ...expected, documentName: "Start", accessType: "public" };
  expect((await storedDocuments(w)).get("home")).toStrictEqual(renamed);
  await change({ stage: null, reviewer: null });
  const { open: _gone, ...bare } = renamed;
  expect((await storedDocuments(w)).get("home")).toStrictEqual(bare);
});

test("a missing document fails on its own, and is not created", async () => {
  const w = await world();
  await addDocuments(w, ["home"]);
  const documents = [
    { documentId: "nothing", documentName: "N" },
    { documentId: "home", documentName: "H" },
  ];
  const { data } = await w.ok(path, { organizationId: "acme", documents });
  expect(data).toStrictEqual({
    nothing: { success: false, id: "nothing", message: "Document does not exist", code: "not-found" },
    home: { success: true, id: "home", message: "Updated Successfully" },
  });
  expect([...(await storedDocuments(w)).keys()]).toStrictEqual(["home"]);
});

test("a missing organization is NOT_FOUND, and a repeated document is refused", async () => {
  const w = await world();
  const documents = [{ documentId: "home" }];
  const error = await w.fails(path, { organizationId: "acme", documents });
  expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
  const twice = await w.fails(path, { organizationId: "acme", documents: [...documents, ...documents] });
  expect(twice.message).toBe('data.documents names "home" more than once.');
});

test("concurrent changes of different fields are all kept", async () => {
  const w = await world();
  await addDocuments(w, ["home"]);
  const fields = Array.from({ length: 12 }, (_, i) => `field${i}`);
  const change = (field: string) =>
    w.ok(path, { organizationId: "acme", documents: [{ documentId: "home", [field]: field }] });
  await Promise.all(fields.map(change));
  const homeDocument = (await storedDocuments(w)).get("home");
  expect(Object.keys(JSON.parse(homeDocument?.open ?? "{}")).sort()).toStrictEqual([...fields].sort());
});

test("each changed document emits an event, and a new access type emits another", async () => {
  const w = await world();
  const same = { documentId: "home", documentName: "Home", accessType: "public", stage: "draft" };
  await addDocuments(w, [same, "plan"]);
  await addEndpoint(w, "all");
  const change = (...documents: object[]) => w.ok(path, { organizationId: "acme", documents });
  await change(same, { documentId: "nothing", documentName: "N" }, { documentId: "plan", owner: null });
  expect(await eventsSent(w)).toStrictEqual([]);
  const subject = { organizationId: "acme", folderId: "root" };
  const home = { ...subject, documentId: "home", documentName: "Start", accessType: "restricted" };
  await change(
    { documentId: "home", documentName: "Start", accessType: "restricted" },
    { documentId: "plan", owner: 1 },
  );
  expect(await eventsSent(w)).toStrictEqual([
    ["document.access_change", home],
    ["document.update", home],
    ["document.update", { ...subject, documentId: "plan" }],
  ]);
  await change({ documentId: "home", stage: null });
  expect(await eventsSent(w)).toStrictEqual([["document.update", home]]);
});

test("null removes the name and the access type: the document inherits again", async () => {
  const w = await world();
  const documents = [{ documentId: "plan", documentName: "Plan", accessType: "restricted" }];
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents });
  const read = async () => (await w.ok("/v2/organizations/documents/get", { organizationId: "acme" })).data[0];
  const inherited = "public";
  const change = { documentId: "plan", documentName: null, accessType: null };
  await w.ok("/v2/organizations/documents/update", { organizationId: "acme", documents: [change] });
  expect(await read()).toMatchObject({ documentName: "plan", accessType: inherited });
  await w.ok("/v2/organizations/documents/access/update", {
    organizationId: "acme",
    documentIds: ["plan"],
    accessType: "restricted",
  });
  await w.ok("/v2/organizations/documents/access/update", {
    organizationId: "acme",
    documentIds: ["plan"],
    accessType: null,
  });
  expect(await read()).toMatchObject({ accessType: inherited });
});

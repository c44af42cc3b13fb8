import { expect, test } from "@jest/globals";
import { userPath } from "#domain/organizations/store/members";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { type World, world } from "#testing/harness/world";

const path = "/v2/users/update";
const ada = { userId: "ada", name: "Ada Lovelace", email: "ada@example.com", team: "core" };

async function worldOfAda(): Promise<World> {
  const w = await world();
  await w.ok("/v2/users/add", { organizationId: "acme", users: [ada] });
  return w;
}

async function stored(w: World) {
  const doc = await w.context.store.get(userPath(`apiKeys/${w.tenant.apiKeyId}/organizations/acme`, "ada"));
  return { ...doc?.data, ...JSON.parse(String(doc?.data.open ?? "{}")) };
}

async function onlyUser(w: World, query = {}) {
  const { data } = await w.ok("/v2/users/get", { organizationId: "acme", userIds: ["ada"], ...query });
  return data[0];
}

test("fields in the request change, the others stay, and a missing user fails on their own", async () => {
  const w = await worldOfAda();
  const answer = await w.ok(path, {
    organizationId: "acme",
    users: [{ userId: "ada", name: "Ada King" }, { userId: "nobody" }],
  });
  expect(answer).toStrictEqual({
    status: "success",
    message: "User(s) processed successfully.",
    data: {
      ada: { success: true, id: "ada", message: "User updated." },
      nobody: { success: false, id: "nobody", message: "User does not exist.", code: "not-found" },
    },
  });
  expect(await onlyUser(w)).toStrictEqual({ ...ada, name: "Ada King", initial: "A" });
  expect((await w.ok("/v2/users/get", { organizationId: "acme" })).data.length).toBe(1);
});

test("custom fields are merged and null removes one", async () => {
  const w = await worldOfAda();
  const change = { userId: "ada", team: null, matrix: [[1, [2]], [[]]], address: { city: "London" } };
  await w.ok(path, { organizationId: "acme", users: [change] });
  const { team: _, ...others } = ada;
  const rest = { ...others, initial: "A" };
  expect(await onlyUser(w)).toStrictEqual({ ...rest, matrix: change.matrix, address: change.address });
  await w.ok(path, { organizationId: "acme", users: [{ userId: "ada", matrix: null, address: null }] });
  expect(await onlyUser(w)).toStrictEqual(rest);
});

test("an initial follows the name unless the customer chose it", async () => {
  const w = await worldOfAda();
  const update = (fields: object) => w.ok(path, { organizationId: "acme", users: [{ userId: "ada", ...fields }] });
  await update({ name: "émile" });
  expect((await stored(w)).initial).toBe("É");
  await update({ initial: "EZ" });
  await update({ name: "Zola" });
  expect((await stored(w)).initial).toBe("EZ");
});

test("a role is set, and stays when it is left out", async () => {
  const w = await worldOfAda();
  await w.ok(path, { organizationId: "acme", users: [{ userId: "ada", accessRole: "viewer" }] });
  await w.ok(path, { organizationId: "acme", users: [{ userId: "ada", email: "countess@example.com" }] });
  const { accessRole, email } = await stored(w);
  expect({ accessRole, email }).toStrictEqual({ accessRole: "viewer", email: "countess@example.com" });
});

test("a user of a document is stored separately from the same user of the organization", async () => {
  const w = await worldOfAda();
  const document = { organizationId: "acme", documentId: "plan" };
  await w.ok("/v2/users/add", { ...document, createDocument: true, users: [{ userId: "ada", name: "Ada" }] });
  await w.ok(path, { ...document, users: [{ userId: "ada", name: "Document Ada" }] });
  expect((await onlyUser(w)).name).toBe("Ada Lovelace");
  expect((await onlyUser(w, { documentId: "plan" })).name).toBe("Document Ada");
});

test("too many custom fields fail their user and change nothing", async () => {
  const w = await worldOfAda();
  const fields = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`field${i}`, i]));
  const { data } = await w.ok(path, { organizationId: "acme", users: [{ userId: "ada", name: "Other", ...fields }] });
  expect([data.ada.success, data.ada.code]).toStrictEqual([false, "invalid-argument"]);
  expect(await onlyUser(w)).toStrictEqual({ ...ada, initial: "A" });
});

test("a missing organization fails the call; with a missing document or folder every user fails", async () => {
  const w = await worldOfAda();
  const error = await w.fails(path, { organizationId: "globex", users: [ada] });
  expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
  for (const [place, message] of [
    [{ documentId: "plan" }, "Document does not exist."],
    [{ folderId: "plans" }, "Folder does not exist."],
  ] as const) {
    const { data } = await w.ok(path, { organizationId: "acme", ...place, users: [ada] });
    expect(data).toStrictEqual({ ada: { success: false, id: "ada", message, code: "not-found" } });
  }
});

test("a repeated user is refused", async () => {
  const w = await worldOfAda();
  const error = await w.fails(path, { organizationId: "acme", users: [ada, ada] });
  expect(error.message).toBe('data.users names "ada" more than once.');
});

test("concurrent updates of different fields all take effect", async () => {
  const w = await worldOfAda();
  const fields = Array.from({ length: 5 }, (_, i) => ({ [`field${i}`]: i }));
  await Promise.all(
    fields.map((field) => w.ok(path, { organizationId: "acme", users: [{ userId: "ada", ...field }] })),
  );
  expect(await onlyUser(w)).toStrictEqual(Object.assign({ ...ada, initial: "A" }, ...fields));
});

test("each changed user emits an event, and no other", async () => {
  const w = await worldOfAda();
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "lin", name: "Lin" }] });
  await addEndpoint(w, "all");
  const users = [
    { userId: "ada", accessRole: "viewer", team: null },
    { userId: "lin", name: "Lin" },
    { userId: "nobody", name: "Nobody" },
  ];
  await w.ok(path, { organizationId: "acme", users });
  expect(await eventsSent(w)).toStrictEqual([
    ["user.update", { organizationId: "acme", user: { userId: "ada", accessRole: "viewer" } }],
  ]);
  await w.ok(path, { organizationId: "acme", users });
  await w.fails(path, { organizationId: "globex", users });
  expect(await eventsSent(w)).toStrictEqual([]);
});

test("what users/get returned can be sent back, and changes nothing", async () => {
  const w = await worldOfAda();
  const users = [
    { userId: "lin" },
    { userId: "grace", name: "", email: "", initial: "G!", accessRole: "viewer" },
    { userId: "alan", name: "Alan", email: "alan@intranet", matrix: [[1]] },
  ];
  await w.ok("/v2/users/add", { organizationId: "acme", users });
  await addEndpoint(w, "all");
  for (const version of ["v1", "v2"]) {
    const before = await w.ok("/v2/users/get", { organizationId: "acme" });
    const returned = (await w.ok(`/${version}/users/get`, { organizationId: "acme" })).data;
    const { data } = await w.ok(`/${version}/users/update`, { organizationId: "acme", users: returned });
    expect(Object.values(data).every((item) => (item as { success: boolean }).success)).toBe(true);
    expect(await w.ok("/v2/users/get", { organizationId: "acme" })).toStrictEqual(before);
  }
  expect(await eventsSent(w)).toStrictEqual([]);
});

test("null and an empty text remove a stored field, and the reply of users/get can be sent back", async () => {
  const w = await worldOfAda();
  await w.ok(path, { organizationId: "acme", users: [{ userId: "ada", name: null, email: "", accessRole: "viewer" }] });
  expect(await onlyUser(w)).toMatchObject({ userId: "ada", name: "", email: "" });
  expect(await stored(w)).not.toHaveProperty("initial");
  await w.ok(path, { organizationId: "acme", users: [await onlyUser(w)] });
  await w.ok(path, { organizationId: "acme", users: [{ userId: "ada", accessRole: null }] });
  expect(await stored(w)).not.toHaveProperty("accessRole");
});

test("an address may be of an intranet host or in any script", async () => {
  const w = await worldOfAda();
  for (const email of ["ada@intranet", "δοκιμή@παράδειγμα.δοκιμή", "ada"]) {
    await w.ok(path, { organizationId: "acme", users: [{ userId: "ada", email }] });
    expect((await onlyUser(w)).email).toBe(email);
  }
});

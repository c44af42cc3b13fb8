import { expect, test } from "@jest/globals";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { reading, testRoundTrip } from "#testing/harness/properties/round-trip";
import { type World, world } from "#testing/harness/world";

const path = "/v2/presence/add";
const place = { organizationId: "acme", documentId: "plan" };
const ada = { userId: "ada", name: "Ada Lovelace", email: "ada@example.com", status: "online" };

async function worldWithDocument(): Promise<World> {
  const w = await world();
  await w.ok("/v2/users/add", { ...place, createDocument: true, users: [{ userId: "ada" }] });
  return w;
}

async function there(w: World): Promise<{ userId: string }[]> {
  return (await w.ok("/v2/presence/get", place)).data;
}

test("added users are present for 60 seconds, with every field that was sent", async () => {
  const w = await worldWithDocument();
  const result = await w.ok(path, { ...place, users: [ada, { userId: "lin" }] });
  expect(result).toStrictEqual({
    status: "success",
    message: "Presence added successfully.",
    data: { success: true },
  });
  const now = w.context.now();
  const times = { lastUpdated: now, expiresAt: now + 60_000 };
  const both = [
    { ...ada, ...times },
    { userId: "lin", ...times },
  ];
  expect(await there(w)).toStrictEqual(both);
  w.advance(59_999);
  expect(await there(w)).toStrictEqual(both);
  w.advance(1);
  expect(await there(w)).toStrictEqual([]);
});

test("a user who is offline does not expire", async () => {
  const w = await worldWithDocument();
  const lastUpdated = w.context.now();
  await w.ok(path, { ...place, users: [{ ...ada, status: "offline" }, { userId: "lin" }] });
  w.advance(365 * 24 * 60 * 60 * 1000);
  expect(await there(w)).toStrictEqual([{ ...ada, status: "offline", lastUpdated }]);
});

test("adding a user again replaces every field and restarts the 60 seconds", async () => {
  const w = await worldWithDocument();
  await w.ok(path, { ...place, users: [ada] });
  w.advance(50_000);
  await w.ok(path, { ...place, users: [{ userId: "ada", status: "busy: in a call" }] });
  w.advance(50_000);
  const expiresAt = w.context.now() + 10_000;
  const lastUpdated = w.context.now() - 50_000;
  expect(await there(w)).toStrictEqual([{ userId: "ada", status: "busy: in a call", lastUpdated, expiresAt }]);
});

test("presence belongs to its document, and disabling the document does not stop it", async () => {
  const w = await worldWithDocument();
  const other = { organizationId: "acme", documentId: "other" };
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "other" }] });
  await w.ok("/v2/organizations/documents/access/disablestate/update", {
    organizationId: "acme",
    documentIds: ["other"],
    disabled: true,
  });
  await w.ok(path, { ...other, users: [ada] });
  expect(await there(w)).toStrictEqual([]);
  expect((await w.ok("/v2/presence/get", other)).data.length).toBe(1);
});

test("a missing organization or document is NOT_FOUND and nothing is stored", async () => {
  const w = await worldWithDocument();
  for (const [missing, message] of [
    [{ organizationId: "acme", documentId: "none" }, "Document does not exist."],
    [{ organizationId: "none", documentId: "plan" }, "Organization does not exist."],
  ] as const) {
    const error = await w.fails(path, { ...missing, users: [ada] });
    expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", message]);
  }
  const organization = `apiKeys/${w.tenant.apiKeyId}/organizations`;
  for (const document of ["acme/documents/none", "none/documents/plan"])
    expect(await w.context.store.count({ collection: `${organization}/${document}/presence` })).toBe(0);
});

test("501 users, a repeated user and a status of 65 characters are refused, and nothing is stored", async () => {
  const w = await worldWithDocument();
  const many = Array.from({ length: 501 }, (_, i) => ({ userId: `u${i}` }));
  for (const [users, message] of [
    [many, "data.users must have at most 500 items."],
    [[ada, ada], 'data.users names "ada" more than once.'],
    [[{ userId: "ada", status: "x".repeat(65) }], "data.users[0].status must have at most 64 characters."],
    [[{ userId: "a\nb" }], "data.users[0].userId must be valid text without control characters."],
  ] as const)
    expect((await w.fails(path, { ...place, users })).message).toBe(message);
  expect(await there(w)).toStrictEqual([]);
});

test("500 users of one call are all present, with ids such as __proto__ and constructor among them", async () => {
  const w = await worldWithDocument();
  const odd = ["__proto__", "constructor", "a/b", ".."].map((userId) => ({ userId }));
  const many = Array.from({ length: 496 }, (_, i) => ({ userId: `u${i}` }));
  await w.ok(path, { ...place, users: [...odd, ...many] });
  const ids = (await there(w)).map(({ userId }) => userId);
  expect(ids.sort()).toStrictEqual([...odd, ...many].map(({ userId }) => userId).sort());
});

test("arrivals and changes emit events; heartbeats and expiry emit none", async () => {
  const w = await worldWithDocument();
  await addEndpoint(w, "all");
  const lin = { userId: "lin" };
  const events: unknown[] = [];
  for (const users of [[ada], [ada, lin], [{ ...ada, status: "away" }]]) {
    await w.ok(path, { ...place, users });
    events.push(...(await eventsSent(w)));
  }
  expect(events).toStrictEqual([
    ["presence.add", { ...place, user: ada }],
    ["presence.add", { ...place, user: lin }],
    ["presence.update", { ...place, user: { ...ada, status: "away" } }],
  ]);
  w.advance(60_000);
  expect(await eventsSent(w)).toStrictEqual([]);
  await w.fails(path, { ...place, documentId: "none", users: [ada] });
  await w.ok(path, { ...place, users: [lin] });
  expect(await eventsSent(w)).toStrictEqual([["presence.add", { ...place, user: lin }]]);
});

testRoundTrip(path, "who is present in a document", {
  list: "users",
  id: "userId",
  beside: place,
  before: (w) => addDocuments(w, ["plan"]),
  read: reading("/v2/presence/get", place),
  owned: ["lastUpdated", "expiresAt"],
});

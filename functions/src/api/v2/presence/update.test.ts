import { expect, test } from "@jest/globals";
import { addEndpoint, eventsSent } from "#testing/fixtures/webhooks/webhooks";
import { type World, world } from "#testing/harness/world";

const path = "/v2/presence/update";
const place = { organizationId: "acme", documentId: "plan" };
const ada = { userId: "ada", name: "Ada Lovelace", email: "ada@example.com", status: "online" };

async function worldWithAda(): Promise<World> {
  const w = await world();
  await w.ok("/v2/users/add", { ...place, createDocument: true, users: [{ userId: "ada" }] });
  await w.ok("/v2/presence/add", { ...place, users: [ada] });
  return w;
}

async function there(w: World): Promise<{ userId: string }[]> {
  return (await w.ok("/v2/presence/get", place)).data;
}

test("null removes a stored field", async () => {
  const w = await worldWithAda();
  await w.ok(path, { ...place, users: [{ userId: "ada", email: null, status: null }] });
  const [{ lastUpdated: _time, expiresAt, ...entry }] = (await w.ok("/v2/presence/get", place)).data;
  expect(entry).toStrictEqual({ userId: "ada", name: "Ada Lovelace" });
  expect(expiresAt).toBe(w.context.now() + 60_000);
});

test("fields in the request change, the others stay, and the 60 seconds restart", async () => {
  const w = await worldWithAda();
  w.advance(59_999);
  const result = await w.ok(path, { ...place, users: [{ userId: "ada", status: "away" }] });
  expect(result).toStrictEqual({
    status: "success",
    message: "Presence updated successfully.",
    data: { success: true },
  });
  const lastUpdated = w.context.now();
  w.advance(59_999);
  const expected = { ...ada, status: "away", lastUpdated, expiresAt: lastUpdated + 60_000 };
  expect(await there(w)).toStrictEqual([expected]);
  w.advance(1);
  expect(await there(w)).toStrictEqual([]);
});

test("an absent user is added, and an expired entry counts as new", async () => {
  const w = await worldWithAda();
  w.advance(60_000);
  await w.ok(path, { ...place, users: [{ userId: "ada", email: "ada@acme.example" }, { userId: "lin" }] });
  const times = { lastUpdated: w.context.now(), expiresAt: w.context.now() + 60_000 };
  expect(await there(w)).toStrictEqual([
    { userId: "ada", email: "ada@acme.example", ...times },
    { userId: "lin", ...times },
  ]);
});

test("an entry is offline until another status is sent, and does not expire until then", async () => {
  const w = await worldWithAda();
  await w.ok(path, { ...place, users: [{ userId: "ada", status: "offline" }] });
  w.advance(1_000_000);
  await w.ok(path, { ...place, users: [{ userId: "ada", name: "Ada" }] });
  const lastUpdated = w.context.now();
  w.advance(1_000_000);
  expect(await there(w)).toStrictEqual([{ ...ada, name: "Ada", status: "offline", lastUpdated }]);
  await w.ok(path, { ...place, users: [{ userId: "ada", status: "online" }] });
  w.advance(60_000);
  expect(await there(w)).toStrictEqual([]);
});

test("concurrent updates of different fields lose nothing", async () => {
  const w = await worldWithAda();
  const changes = [{ name: "Ada L." }, { email: "ada@acme.example" }, { status: "away" }];
  await Promise.all(changes.map((change) => w.ok(path, { ...place, users: [{ userId: "ada", ...change }] })));
  const times = { lastUpdated: w.context.now(), expiresAt: w.context.now() + 60_000 };
  expect(await there(w)).toStrictEqual([{ userId: "ada", ...Object.assign({}, ...changes), ...times }]);
});

test("a missing document, 501 users and a repeated user are refused", async () => {
  const w = await worldWithAda();
  const many = Array.from({ length: 501 }, (_, i) => ({ userId: `u${i}` }));
  for (const [input, message] of [
    [{ documentId: "none", users: [ada] }, "Document does not exist."],
    [{ users: many }, "data.users must have at most 500 items."],
    [{ users: [ada, ada] }, 'data.users names "ada" more than once.'],
  ] as const)
    expect((await w.fails(path, { ...place, ...input })).message).toBe(message);
});

test("changes and arrivals emit events, and heartbeats emit none", async () => {
  const w = await worldWithAda();
  await addEndpoint(w, "all");
  const away = { userId: "ada", status: "away" };
  for (const users of [
    [away, { userId: "lin" }],
    [away, { userId: "lin" }],
  ])
    await w.ok(path, { ...place, users });
  expect(await eventsSent(w)).toStrictEqual([
    ["presence.add", { ...place, user: { userId: "lin" } }],
    ["presence.update", { ...place, user: { ...ada, status: "away" } }],
  ]);
});

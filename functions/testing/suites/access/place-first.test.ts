import assert from "node:assert/strict";
import { test } from "node:test";
import { LARGE_BODY, PlaceFields } from "#http/auth/place-first";
import type { Endpoint } from "#http/endpoint";
import { endpoints } from "#src/endpoints";
import { type World, world } from "#testing/harness/world";

/** A world with a document that Ada may write to and Lin may not see. */
async function twoUsers() {
  const w = await world();
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  await w.ok("/v2/organizations/documents/add", {
    organizationId: "acme",
    documents: [{ documentId: "plan", documentName: "Plan", accessType: "restricted" }],
  });
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }, { userId: "lin" }] });
  await w.ok("/v2/auth/permissions/add", {
    user: { userId: "ada" },
    permissions: { resources: [{ type: "document", id: "plan", organizationId: "acme", accessRole: "editor" }] },
  });
  return { w, ada: await w.token("ada"), lin: await w.token("lin") };
}

const path = "/v2/livestate/broadcast";
const call = { organizationId: "acme", documentId: "plan", liveStateDataId: "cursor" };
/** The text is large; the place stands behind it, where a glance at the beginning would miss it. */
const large = (inner: object) => JSON.stringify({ data: { data: { text: "x".repeat(LARGE_BODY) }, ...inner } });
const malformed = (text: string) => `${text.slice(0, -1)},}`;

const send = (w: World, token: string, raw: string) => w.request(path, undefined, { token, raw });

test("a large body of a user without access is refused before it is parsed", async () => {
  const { w, ada, lin } = await twoUsers();
  // That it is malformed shows to those only who may write there.
  const raw = malformed(large(call));
  const denied = await send(w, lin, raw);
  assert.equal(denied.body.error.status, "PERMISSION_DENIED");
  assert.match((await send(w, ada, raw)).body.error.message, /not valid JSON/);
  const elsewhere = await send(w, ada, malformed(large({ ...call, documentId: "none" })));
  assert.equal(elsewhere.body.error.status, "NOT_FOUND");
});

test("a large body of a user with access is taken, wrapped and bare", async () => {
  const { w, ada } = await twoUsers();
  assert.equal((await send(w, ada, large(call))).status, 200);
  const bare = JSON.stringify({ data: { organizationId: 1, text: "x".repeat(LARGE_BODY) }, ...call });
  assert.equal((await send(w, ada, bare)).status, 200);
});

test("a place that is named twice is decided by what parsing makes of it", async () => {
  const { w, lin } = await twoUsers();
  await w.ok("/v2/organizations/documents/add", {
    organizationId: "acme",
    documents: [{ documentId: "open", documentName: "Open" }],
  });
  const last = large(call);
  for (const raw of [
    `${last.slice(0, -2)},"documentId":"open","document\\u0049d":"plan"}}`,
    `{"data":${JSON.stringify({ ...call, documentId: "open" })},${last.slice(1)}`,
  ])
    assert.equal((await send(w, lin, raw)).body.error.status, "PERMISSION_DENIED");
});

test("a large body without a place says what is missing", async () => {
  const { w, ada } = await twoUsers();
  const { body } = await send(w, ada, large({}));
  assert.equal(body.error.message, "data.organizationId is required.");
});

test("small bodies are parsed at once: their mistakes show first", async () => {
  const { w, lin } = await twoUsers();
  assert.match((await send(w, lin, malformed(JSON.stringify({ data: call })))).body.error.message, /not valid JSON/);
});

for (const { path: at, user, example } of endpoints as readonly Endpoint[])
  if (user)
    test(`${at} names its places by the fields that are read before the body is parsed`, () => {
      const places = [user.on(example)].flat();
      assert.deepEqual([user.on(PlaceFields.parse(example))].flat(), places);
      assert.ok(places.every(({ organizationId }) => typeof organizationId === "string"));
    });

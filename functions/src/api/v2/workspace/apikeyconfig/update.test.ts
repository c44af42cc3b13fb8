import assert from "node:assert/strict";
import { test } from "node:test";
import { readingOne, testRoundTrip } from "#testing/harness/round-trip";
import { secondProcess } from "#testing/harness/second-process";
import { type World, world } from "#testing/harness/world";

const path = "/v2/workspace/apikeyconfig/update";

/** The access type that a document without its own has. */
async function defaultAccessType(w: World): Promise<string> {
  const request = { organizationId: "acme", userIds: ["ada"], documentIds: ["d"] };
  return (await w.ok("/v2/auth/permissions/get", request)).data.ada.documents.d.accessType;
}

test("what is sent changes and is told back, the rest stays", async () => {
  const w = await world();
  const changes = { enablePrivateComments: true, requireAutoOrgUser: true, defaultDocumentAccessType: "restricted" };
  const { message, data } = await w.ok(path, changes);
  assert.equal(message, "API key configuration updated successfully.");
  assert.deepEqual(data, changes);
  assert.deepEqual((await w.ok(path, { enablePrivateComments: false })).data, { enablePrivateComments: false });
  assert.deepEqual((await w.ok("/v2/workspace/apikeyconfig/get", {})).data, {
    ownerEmail: "ada@example.com",
    planInfo: { type: "testing" },
    defaultDocumentAccessType: "restricted",
    isPrivateCommentsEnabled: false,
    requireJwtToken: false,
    requireAutoOrgUser: true,
  });
});

test("a change is in force at once where it was made, and within 60 seconds elsewhere", async () => {
  const w = await world();
  const other = secondProcess(w);
  const user = { organizationId: "acme", documentId: "d", createDocument: true, users: [{ userId: "ada" }] };
  await w.ok("/v2/users/add", user);
  assert.deepEqual([await defaultAccessType(w), await defaultAccessType(other)], ["public", "public"]);
  await w.ok(path, { defaultDocumentAccessType: "restricted" });
  assert.deepEqual([await defaultAccessType(w), await defaultAccessType(other)], ["restricted", "public"]);
  w.advance(60_000);
  assert.equal(await defaultAccessType(other), "restricted");
});

test("changes of different settings at once are both kept", async () => {
  const w = await world();
  await Promise.all([w.ok(path, { requireJwtToken: true }), w.ok(path, { requireAutoOrgUser: true })]);
  const { requireJwtToken, requireAutoOrgUser } = (await w.ok("/v2/workspace/apikeyconfig/get", {})).data;
  assert.deepEqual([requireJwtToken, requireAutoOrgUser], [true, true]);
});

test("an empty change, an unknown field and a value of another type are refused", async () => {
  const w = await world();
  for (const [changes, message] of [
    [{}, "At least one field must be provided for update"],
    [{ requireJwtToken: true, requireJwt: true }, "data must not have the field `requireJwt`."],
    [
      { defaultDocumentAccessType: "private" },
      "data.defaultDocumentAccessType must be one of `public`, `organizationPrivate`, `restricted`.",
    ],
    [{ requireJwtToken: "yes" }, "data.requireJwtToken must be a boolean, not a string."],
  ] as const) {
    const error = await w.fails(path, changes);
    assert.deepEqual([error.status, error.message], ["INVALID_ARGUMENT", message]);
  }
  assert.equal((await w.ok("/v2/workspace/apikeyconfig/get", {})).data.requireJwtToken, false);
});

testRoundTrip(path, "the configuration of an API key", {
  fit: (item) => ({ requireJwtToken: false, ...item }),
  read: readingOne("/v2/workspace/apikeyconfig/get"),
  toRead: ({ enablePrivateComments, ...item }) => ({
    ...item,
    ...(enablePrivateComments !== undefined && { isPrivateCommentsEnabled: enablePrivateComments }),
  }),
  owned: ["ownerEmail", "planInfo"],
});

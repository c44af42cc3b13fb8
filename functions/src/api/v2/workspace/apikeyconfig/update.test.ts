import { expect, test } from "@jest/globals";
import { secondProcess } from "#testing/harness/processes/second-process";
import { readingOne, testRoundTrip } from "#testing/harness/properties/round-trip";
import { type World, world } from "#testing/harness/world";

const path = "/v2/workspace/apikeyconfig/update";

/** The access type of a document without its own. */
async function defaultAccessType(w: World): Promise<string> {
  const request = { organizationId: "acme", userIds: ["ada"], documentIds: ["d"] };
  return (await w.ok("/v2/auth/permissions/get", request)).data.ada.documents.d.accessType;
}

test("fields in the request change and are returned, and the others stay", async () => {
  const w = await world();
  const changes = { enablePrivateComments: true, requireAutoOrgUser: true, defaultDocumentAccessType: "restricted" };
  const { message, data } = await w.ok(path, changes);
  expect(message).toBe("API key configuration updated successfully.");
  expect(data).toStrictEqual(changes);
  expect((await w.ok(path, { enablePrivateComments: false })).data).toStrictEqual({ enablePrivateComments: false });
  expect((await w.ok("/v2/workspace/apikeyconfig/get", {})).data).toStrictEqual({
    ownerEmail: "ada@example.com",
    planInfo: { type: "testing" },
    defaultDocumentAccessType: "restricted",
    isPrivateCommentsEnabled: false,
    requireJwtToken: false,
    requireAutoOrgUser: true,
  });
});

test("a change takes effect at once in its process, and within 60 seconds in others", async () => {
  const w = await world();
  const other = secondProcess(w);
  const user = { organizationId: "acme", documentId: "d", createDocument: true, users: [{ userId: "ada" }] };
  await w.ok("/v2/users/add", user);
  expect([await defaultAccessType(w), await defaultAccessType(other)]).toStrictEqual(["public", "public"]);
  await w.ok(path, { defaultDocumentAccessType: "restricted" });
  expect([await defaultAccessType(w), await defaultAccessType(other)]).toStrictEqual(["restricted", "public"]);
  w.advance(60_000);
  expect(await defaultAccessType(other)).toBe("restricted");
});

test("concurrent changes of different settings are both kept", async () => {
  const w = await world();
  await Promise.all([w.ok(path, { requireJwtToken: true }), w.ok(path, { requireAutoOrgUser: true })]);
  const { requireJwtToken, requireAutoOrgUser } = (await w.ok("/v2/workspace/apikeyconfig/get", {})).data;
  expect([requireJwtToken, requireAutoOrgUser]).toStrictEqual([true, true]);
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
    expect([error.status, error.message]).toStrictEqual(["INVALID_ARGUMENT", message]);
  }
  expect((await w.ok("/v2/workspace/apikeyconfig/get", {})).data.requireJwtToken).toBe(false);
});

test("fields about AI models are ignored, and the reply lists them", async () => {
  const w = await world();
  const aiModelApiKey = [{ provider: "openai", customerApiKey: "secret" }];
  const header = "x-service-ignored-fields";
  const one = await w.request(path, { requireJwtToken: true, aiModelApiKey });
  expect([one.status, one.headers[header]]).toStrictEqual([200, "aiModelApiKey"]);
  expect(one.body.result.data).toStrictEqual({ requireJwtToken: true });
  const alone = await w.request(path, { aiModelsConfig: {}, aiModelApiKey });
  expect([alone.status, alone.headers[header]]).toStrictEqual([200, "aiModelsConfig, aiModelApiKey"]);
  const { data } = await w.ok("/v2/workspace/apikeyconfig/get", {});
  expect(data.requireJwtToken).toBe(true);
  expect(JSON.stringify(data)).not.toContain("aiModel");
});

testRoundTrip(path, "the configuration of an API key", {
  nullRemoves: true,
  fit: ({ aiModelApiKey: _keys, aiModelsConfig: _models, ...item }) => ({ requireJwtToken: false, ...item }),
  read: readingOne("/v2/workspace/apikeyconfig/get"),
  toRead: ({ enablePrivateComments, ...item }) => ({
    ...item,
    ...(enablePrivateComments !== undefined && { isPrivateCommentsEnabled: enablePrivateComments }),
  }),
  owned: ["ownerEmail", "planInfo"],
});

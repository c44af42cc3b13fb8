import { expect, test } from "@jest/globals";
import { decodeJwt } from "jose";
import { MAX_REVOKED_TOKENS, newTokenId, REVOCATION_KEPT } from "#domain/tokens/token-revocation";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { secondProcess } from "#testing/harness/processes/second-process";
import type { Tenant, World } from "#testing/harness/world";

const path = "/v2/auth/tokens/revoke";
const roadmap = { organizationId: "acme", documentId: "roadmap" };

/** The result of a call with the token: 200, or why it is refused. */
async function opens(w: World, token: string, place = roadmap): Promise<string | number> {
  const { status, body } = await w.request("/v2/presence/get", place, { token });
  return status === 200 ? 200 : `${status} ${body.error.message}`;
}

/** A token from the public endpoint, a moment later, so that the order of token and revocation is certain. */
async function tokenOf(w: World, userId: string, isAdmin = false, tenant?: Tenant): Promise<string> {
  w.advance(1);
  const userProperties = { name: userId, email: "someone@example.com", isAdmin };
  const permissions = { resources: [] };
  const { data } = await w.ok("/v2/auth/generate_token", { userId, userProperties, permissions }, tenant && { tenant });
  return data.token;
}

const HOUR = 3_600_000;
const idOf = (token: string) => decodeJwt(token).jti as string;
const REVOKED = "401 The user token was revoked.";

test("revoking a user's tokens ends all of them at once; later tokens, even of the same second, and those of others stay valid", async () => {
  const w = await exampleWorld();
  const other = await w.newTenant();
  const [first, second, lins] = [await tokenOf(w, "ada"), await tokenOf(w, "ada"), await tokenOf(w, "lin")];
  for (const token of [first, second, lins]) expect(await opens(w, token)).toBe(200);
  expect(await w.ok(path, { userIds: ["ada", "nobody"] })).toStrictEqual({
    status: "success",
    message: "Token(s) revoked successfully.",
    data: {
      ada: { success: true, message: "Tokens of the user revoked." },
      nobody: { success: true, message: "Tokens of the user revoked." },
    },
  });
  expect([await opens(w, first), await opens(w, second), await opens(w, lins)]).toStrictEqual([REVOKED, REVOKED, 200]);
  const later = await tokenOf(w, "ada");
  expect(await opens(w, later)).toBe(200);
  await w.ok(path, { userIds: ["ada"] }, { tenant: other });
  expectWithContext(await opens(w, later), "another tenant's user with this id is a different user").toBe(200);
});

test("tokens are revoked by their ids, two concurrently too, and no others", async () => {
  const w = await exampleWorld();
  const tokens = [await tokenOf(w, "ada"), await tokenOf(w, "ada"), await tokenOf(w, "ada"), await tokenOf(w, "lin")];
  const [a = "", b = "", , d = ""] = tokens.map(idOf);
  await Promise.all([w.ok(path, { tokenIds: [a, d] }), w.ok(path, { tokenIds: [b] })]);
  const answers = await Promise.all(tokens.map((token) => opens(w, token)));
  expect(answers).toStrictEqual([REVOKED, REVOKED, 200, REVOKED]);
});

test("another process refuses a revoked token within 60 seconds, by user and by id", async () => {
  const w = await exampleWorld();
  const other = secondProcess(w);
  const [adas, lins] = [await tokenOf(w, "ada"), await tokenOf(w, "lin")];
  expect([await opens(other, adas), await opens(other, lins)]).toStrictEqual([200, 200]);
  w.advance(1);
  await w.ok(path, { userIds: ["ada"] });
  await w.ok(path, { tokenIds: [idOf(lins)] });
  w.advance(59_998);
  expectWithContext([await opens(other, adas), await opens(other, lins)], "the other process remembers").toStrictEqual([
    200, 200,
  ]);
  w.advance(1);
  expect([await opens(other, adas), await opens(other, lins)]).toStrictEqual([REVOKED, REVOKED]);
});

test("after the clock is set back, a revocation ends earlier tokens, earlier revocations stay in force, and no user is locked out for longer than a token's lifetime", async () => {
  const w = await exampleWorld();
  const revokedBefore = await tokenOf(w, "lin");
  w.advance(1);
  await w.ok(path, { userIds: ["lin"] });
  const [adas, graces] = [await tokenOf(w, "ada"), await tokenOf(w, "grace", true)];
  w.setClock(-2 * HOUR);
  await w.ok(path, { userIds: ["ada", "lin"] });
  w.setClock(2 * HOUR);
  const tokens = [adas, revokedBefore, graces];
  expect(await Promise.all(tokens.map((token) => opens(w, token)))).toStrictEqual([REVOKED, REVOKED, 200]);
  w.setClock(1000 * HOUR);
  await tokenOf(w, "ada");
  w.setClock(-1000 * HOUR);
  await w.ok(path, { userIds: ["ada"] });
  w.advance(48 * HOUR);
  expect(await opens(w, await tokenOf(w, "ada"))).toBe(200);
});

test("revocations of a user cost one read a minute in each process, and concurrent calls share it", async () => {
  const w = await exampleWorld();
  const tokens = [await tokenOf(w, "ada"), await tokenOf(w, "ada")];
  const lins = await tokenOf(w, "lin");
  const readsOfBoth = async () => {
    // The read that happens once a minute for all users of the key.
    await opens(w, lins);
    w.logged.length = 0;
    await Promise.all(tokens.map((token) => opens(w, token)));
    return w.logged.map(({ fields }) => fields.reads as number).reduce((sum, reads) => sum + reads, 0);
  };
  const [cold, warm] = [await readsOfBoth(), await readsOfBoth()];
  w.advance(60_000);
  const later = await readsOfBoth();
  expect([cold - warm, later - warm]).toStrictEqual([1, 1]);
});

test("an id that belongs to no token fails on its own; the 201st token id of a user is refused; a repeated id and all tokens of the user are not", async () => {
  const w = await exampleWorld();
  const ids = Array.from({ length: MAX_REVOKED_TOKENS + 1 }, () => newTokenId(w.context.newId, "ada"));
  const { data } = await w.ok(path, { tokenIds: ["tok_1", "../ada", ...ids] });
  const failed = Object.values<{ success: boolean; code: string }>(data).filter(({ success }) => !success);
  expect(failed.map(({ code }) => code)).toStrictEqual(["invalid-argument", "invalid-argument", "resource-exhausted"]);
  const [first = ""] = ids;
  expect((await w.ok(path, { tokenIds: [first] })).data[first].success).toBe(true);
  expect((await w.ok(path, { userIds: ["ada"] })).data.ada.success).toBe(true);
  w.advance(REVOCATION_KEPT);
  expect((await w.ok(path, { tokenIds: ids.slice(-1) })).data[ids.at(-1) as string].success).toBe(true);
});

test("user ids together with token ids, neither of them, and a repeated user are refused", async () => {
  const w = await exampleWorld();
  for (const data of [{}, { userIds: ["ada"], tokenIds: ["tok_1"] }, { userIds: ["ada", "ada"] }, { userIds: [] }])
    expect((await w.fails(path, data)).status).toBe("INVALID_ARGUMENT");
});

test("a user who is removed from an organization keeps no valid token, not even as administrator", async () => {
  const w = await exampleWorld();
  const [token, admin] = [await tokenOf(w, "grace"), await tokenOf(w, "lin", true)];
  const other = secondProcess(w);
  for (const process of [w, other])
    expect([await opens(process, token), await opens(process, admin)]).toStrictEqual([200, 200]);
  await w.ok("/v2/users/delete", { organizationId: "acme", userIds: ["grace", "lin"] });
  expect([await opens(w, token), await opens(w, admin)]).toStrictEqual([REVOKED, REVOKED]);
  w.advance(60_000);
  expect([await opens(other, token), await opens(other, admin)]).toStrictEqual([REVOKED, REVOKED]);
});

test("a user whose data is deleted keeps no valid token", async () => {
  const w = await exampleWorld();
  const token = await tokenOf(w, "grace");
  await w.ok("/v2/users/data/delete", { userIds: ["grace"] });
  expect(await opens(w, token)).toBe(REVOKED);
});

test("removing a permission revokes what the token grants on that organization, and the token stays valid", async () => {
  const w = await exampleWorld();
  await w.ok("/v2/workspace/apikeyconfig/update", { defaultDocumentAccessType: "restricted" });
  const globex = { organizationId: "globex", documentId: "start" };
  await w.ok("/v2/organizations/documents/add", { organizationId: "globex", documents: [{ documentId: "start" }] });
  const resource = ({ organizationId, documentId: id }: typeof roadmap) => ({
    type: "document" as const,
    id,
    organizationId,
    accessRole: "viewer" as const,
  });
  const make = () => {
    w.advance(1);
    return w.token("zoe", { resources: [resource(roadmap), resource(globex)] });
  };
  const token = await make();
  const other = secondProcess(w);
  const statuses = (process: World, token: string) =>
    Promise.all([roadmap, globex].map(async (place) => String(await opens(process, token, place)).slice(0, 3)));
  for (const process of [w, other]) expect(await statuses(process, token)).toStrictEqual(["200", "200"]);
  await w.ok("/v2/auth/permissions/remove", { userId: "zoe", permissions: { resources: [resource(roadmap)] } });
  expect(await statuses(w, token)).toStrictEqual(["403", "200"]);
  w.advance(60_000);
  expect(await statuses(other, token)).toStrictEqual(["403", "200"]);
  expectWithContext(await statuses(w, await make()), "a later token has the current permissions").toStrictEqual([
    "200",
    "200",
  ]);
});

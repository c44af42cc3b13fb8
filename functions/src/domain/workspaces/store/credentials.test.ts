import { expect, test } from "@jest/globals";
import { apiKeyPath, newAuthToken } from "#domain/workspaces/store/api-keys";
import { credentials } from "#domain/workspaces/store/credentials";
import { workspacePath } from "#domain/workspaces/store/workspaces";
import { ensure } from "#testing/harness/jest/ensure";
import { probeEndpoint } from "#testing/harness/probe";
import { watchStore } from "#testing/harness/store/watched-store";
import { type World, world } from "#testing/harness/world";
import { doorOf } from "#testing/suites/conformance/door";

/** Replaces all tokens with a new one, as another process would, without notifying this one. */
async function replaceTokens(w: World): Promise<string> {
  const { stored, token } = newAuthToken(w.context, "Default Auth Token");
  await w.context.store.commit([{ op: "update", path: apiKeyPath(w.tenant.apiKeyId), data: { authTokens: [stored] } }]);
  return token;
}

test("a token revoked by another process is refused within 60 s, and the new one is accepted", async () => {
  const w = await world();
  const { send } = doorOf(w, probeEndpoint());
  expect((await send()).status).toBe(200);
  const token = await replaceTokens(w);
  w.advance(59_999);
  expect((await send()).status).toBe(200);
  w.advance(1);
  expect((await send()).status).toBe(401);
  expect((await send({ headers: { "x-service-auth-token": token } })).status).toBe(200);
});

test("the process that ended a token refuses it at once", async () => {
  const w = await world();
  const { send } = doorOf(w, probeEndpoint());
  expect((await send()).status).toBe(200);
  await replaceTokens(w);
  credentials(w.context).forget("apiKey", w.tenant.apiKeyId);
  expect((await send()).status).toBe(401);
});

test("several tokens of one key are valid together", async () => {
  const w = await world();
  const { send } = doorOf(w, probeEndpoint());
  const apiKey = await credentials(w.context).apiKey(w.context.store, w.tenant.apiKeyId);
  const { stored, token } = newAuthToken(w.context, "Second");
  const authTokens = [...(apiKey?.authTokens ?? []), stored];
  await w.context.store.commit([{ op: "update", path: apiKeyPath(w.tenant.apiKeyId), data: { authTokens } }]);
  credentials(w.context).forget("apiKey", w.tenant.apiKeyId);
  for (const each of [w.tenant.authToken, token])
    expect((await send({ headers: { "x-service-auth-token": each } })).status).toBe(200);
});

test("an API key and a workspace are read once a minute, however many concurrent calls", async () => {
  const reads: string[] = [];
  const w = await world({ wrapStore: (store) => watchStore(store, (path) => reads.push(path)) });
  const paths = { apiKey: apiKeyPath(w.tenant.apiKeyId), workspace: workspacePath(w.tenant.workspaceId) };
  for (const auth of ["apiKey", "workspace"] as const) {
    reads.length = 0;
    const { send } = doorOf(w, probeEndpoint({ auth }));
    await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(reads).toStrictEqual([paths[auth]]);
    w.advance(60_000);
    await send();
    expect(reads).toStrictEqual([paths[auth], paths[auth]]);
  }
});

test("a missing key is not cached, because it may be created a moment later", async () => {
  const w = await world();
  const path = apiKeyPath(w.tenant.apiKeyId);
  const doc = await w.context.store.get(path);
  ensure(doc);
  await w.context.store.commit([{ op: "delete", path }]);
  const { send } = doorOf(w, probeEndpoint());
  expect((await send()).status).toBe(401);
  await w.context.store.commit([{ op: "create", path, data: doc.data }]);
  expect((await send()).status).toBe(200);
});

test("a failed read is not cached", async () => {
  let broken = false;
  const w = await world({
    wrapStore: (store) =>
      watchStore(store, () => {
        if (broken) throw new Error("the disk is gone");
      }),
  });
  const { send } = doorOf(w, probeEndpoint());
  broken = true;
  expect((await send()).status).toBe(500);
  broken = false;
  expect((await send()).status).toBe(200);
});

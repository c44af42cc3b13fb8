import assert from "node:assert/strict";
import { test } from "node:test";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import type { KeyCall } from "#src/call";
import { exampleWorld } from "#testing/harness/example-world";
import type { World } from "#testing/harness/world";
import { requireWriters, usersWho } from "./user-access.ts";

async function callOf(w: World): Promise<KeyCall> {
  const apiKey = await findApiKey(w.context.store, w.tenant.apiKeyId);
  assert.ok(apiKey);
  return { ...w.context, requestId: "test", apiKey };
}

const everyone = ["ada", "lin", "vic", "eve"];

async function accessWorld() {
  const w = await exampleWorld();
  const place = { organizationId: "acme", documentId: "roadmap" };
  await w.ok("/v2/users/add", { ...place, users: [{ userId: "vic", accessRole: "viewer" }] });
  const call = await callOf(w);
  const who = (may: "read" | "write", documentId: string, organizationId = "acme") =>
    usersWho(w.context.store, call, may, { organizationId, documentId }, everyone).then((users) => [...users]);
  const setType = (accessType: string) =>
    w.ok("/v2/organizations/documents/update", { ...place, documents: [{ documentId: "roadmap", accessType }] });
  return { w, call, who, setType, place };
}

test("members and editors write, viewers read, and strangers read what is public", async () => {
  const { who, setType } = await accessWorld();
  for (const [accessType, readers, writers] of [
    ["public", everyone, ["ada", "lin"]],
    ["organizationPrivate", ["ada", "lin", "vic"], ["ada", "lin"]],
    ["restricted", ["vic"], []],
  ] as const) {
    await setType(accessType);
    assert.deepEqual(await who("read", "roadmap"), readers, accessType);
    assert.deepEqual(await who("write", "roadmap"), writers, accessType);
  }
});

test("a document that is not there is judged as a new one; without its organization nobody may", async () => {
  const { who } = await accessWorld();
  assert.deepEqual(await who("write", "new"), ["ada", "lin"]);
  assert.deepEqual(await who("read", "new", "nowhere"), []);
});

test("nobody may while the document is disabled", async () => {
  const { w, who, place } = await accessWorld();
  await w.ok("/v2/organizations/documents/access/disablestate/update", {
    organizationId: place.organizationId,
    documentIds: [place.documentId],
    disabled: true,
  });
  assert.deepEqual([await who("read", "roadmap"), await who("write", "roadmap")], [[], []]);
});

test("the first user who may not write is told", async () => {
  const { w, call, place } = await accessWorld();
  await requireWriters(w.context.store, call, place, ["ada", "lin"]);
  await assert.rejects(requireWriters(w.context.store, call, place, ["ada", "vic", "eve"]), {
    code: "PERMISSION_DENIED",
    message: 'User "vic" may not write to the document.',
  });
});

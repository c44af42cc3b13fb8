import { expect, test } from "@jest/globals";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import type { KeyCall } from "#src/call";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { ensure } from "#testing/harness/jest/ensure";
import type { World } from "#testing/harness/world";
import { filterUsersByAccess, requireWriters } from "./user-access.ts";

async function callOf(w: World): Promise<KeyCall> {
  const apiKey = await findApiKey(w.context.store, w.tenant.apiKeyId);
  ensure(apiKey);
  return { ...w.context, requestId: "test", apiKey };
}

const everyone = ["ada", "lin", "vic", "eve"];

async function accessWorld() {
  const w = await exampleWorld();
  const place = { organizationId: "acme", documentId: "roadmap" };
  await w.ok("/v2/users/add", { ...place, users: [{ userId: "vic", accessRole: "viewer" }] });
  const call = await callOf(w);
  const who = (may: "read" | "write", documentId: string, organizationId = "acme") =>
    filterUsersByAccess(w.context.store, call, may, { organizationId, documentId }, everyone).then((users) => [
      ...users,
    ]);
  const setType = (accessType: string) =>
    w.ok("/v2/organizations/documents/update", { ...place, documents: [{ documentId: "roadmap", accessType }] });
  return { w, call, who, setType, place };
}

test("members and editors may write, viewers may read, and strangers may read public documents", async () => {
  const { who, setType } = await accessWorld();
  for (const [accessType, readers, writers] of [
    ["public", everyone, ["ada", "lin"]],
    ["organizationPrivate", ["ada", "lin", "vic"], ["ada", "lin"]],
    ["restricted", ["vic"], []],
  ] as const) {
    await setType(accessType);
    expectWithContext(await who("read", "roadmap"), accessType).toStrictEqual(readers);
    expectWithContext(await who("write", "roadmap"), accessType).toStrictEqual(writers);
  }
});

test("a missing document counts as a new one; without its organization nobody has access", async () => {
  const { who } = await accessWorld();
  expect(await who("write", "new")).toStrictEqual(["ada", "lin"]);
  expect(await who("read", "new", "nowhere")).toStrictEqual([]);
});

test("nobody has access while the document is disabled", async () => {
  const { w, who, place } = await accessWorld();
  await w.ok("/v2/organizations/documents/access/disablestate/update", {
    organizationId: place.organizationId,
    documentIds: [place.documentId],
    disabled: true,
  });
  expect([await who("read", "roadmap"), await who("write", "roadmap")]).toStrictEqual([[], []]);
});

test("the refusal names the first user who may not write", async () => {
  const { w, call, place } = await accessWorld();
  await requireWriters(w.context.store, call, place, ["ada", "lin"]);
  await expect(requireWriters(w.context.store, call, place, ["ada", "vic", "eve"])).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
    message: 'User "vic" may not write to the document.',
  });
});

import { expect, test } from "@jest/globals";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { migrate } from "#testing/fixtures/migration/migration";
import { world } from "#testing/harness/world";

const path = "/v2/organizations/documents/migrate/status";

test("the reply reports how far a migration is", async () => {
  const w = await world();
  await addDocuments(w, ["a"]);
  const users = Array.from({ length: 60 }, (_, i) => ({ userId: `u${i}` }));
  await w.ok("/v2/users/add", { organizationId: "acme", documentId: "a", users });
  const input = { organizationId: "acme", documentId: "a", newDocumentId: "b" };
  const { migrationId } = (await w.ok("/v2/organizations/documents/migrate", input)).data;
  const status = async () => {
    const { message, data } = await w.ok(path, { organizationId: "acme", migrationId });
    expect(message).toBe("Migration status retrieved successfully.");
    return data;
  };
  expect(await status()).toStrictEqual({ migrationId, status: "pending", copied: 0, total: 0 });
  w.advance(2000);
  await w.drain();
  expect(await status()).toStrictEqual({ migrationId, status: "in_progress", copied: 60, total: 60 });
  await migrate(w);
  expect(await status()).toStrictEqual({ migrationId, status: "completed", copied: 60, total: 60 });
});

test("an unknown migration and a missing organization are NOT_FOUND", async () => {
  const w = await world();
  const fails = async () => {
    const { status, message } = await w.fails(path, { organizationId: "acme", migrationId: "x" });
    return [status, message];
  };
  expect(await fails()).toStrictEqual(["NOT_FOUND", "Organization does not exist."]);
  await addDocuments(w, ["a"]);
  expect(await fails()).toStrictEqual(["NOT_FOUND", "Migration does not exist."]);
});

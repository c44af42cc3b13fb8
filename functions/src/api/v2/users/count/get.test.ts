import { expect, test } from "@jest/globals";
import { world } from "#testing/harness/world";

const path = "/v2/users/count/get";
const acme = { organizationId: "acme" };
const users = (count: number) => Array.from({ length: count }, (_, i) => ({ userId: `u${i}` }));

test("it counts the users of the named place, and of no other", async () => {
  const w = await world();
  const create = { createDocument: true, createFolder: true };
  await w.ok("/v2/users/add", { ...acme, users: users(5) });
  await w.ok("/v2/users/add", { ...acme, ...create, documentId: "plan", users: users(3) });
  await w.ok("/v2/users/add", { ...acme, ...create, folderId: "designs", users: users(2) });
  await w.ok("/v2/users/add", { organizationId: "globex", users: users(1) });
  expect(await w.ok(path, acme)).toStrictEqual({
    status: "success",
    message: "User count retrieved successfully.",
    data: { count: 5 },
  });
  expect((await w.ok(path, { ...acme, documentId: "plan" })).data).toStrictEqual({ count: 3 });
  expect((await w.ok(path, { ...acme, folderId: "designs" })).data).toStrictEqual({ count: 2 });
  await w.ok("/v2/users/delete", { ...acme, userIds: ["u0", "u1"] });
  expect((await w.ok(path, acme)).data).toStrictEqual({ count: 3 });
});

test("a missing place is NOT_FOUND, and a folder together with a document is refused", async () => {
  const w = await world();
  await w.ok("/v2/users/add", { ...acme, users: users(1) });
  for (const [place, message] of [
    [{ organizationId: "none" }, "Organization does not exist."],
    [{ ...acme, documentId: "none" }, "Document does not exist."],
    [{ ...acme, folderId: "none" }, "Folder does not exist."],
    [{ ...acme, documentId: "a", folderId: "b" }, "data.folderId must not be given together with documentId."],
  ] as const)
    expect((await w.fails(path, place)).message).toBe(message);
});

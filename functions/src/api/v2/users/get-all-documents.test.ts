import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { documentPath } from "#domain/organizations/store/organizations";
import { expectWithContext } from "#testing/harness/jest/context";
import { tries } from "#testing/harness/store/test-store";
import { type World, world } from "#testing/harness/world";

const path = "/v2/users/get";
const acme = { organizationId: "acme" };

/** Users by document. */
type Documents = Record<string, string[]>;

/** A world whose documents have these users, and one document without users. */
async function worldOf(documents: Documents): Promise<World> {
  const w = await world();
  await w.ok("/v2/users/add", { ...acme, users: [{ userId: "only-in-the-organization" }] });
  for (const [documentId, userIds] of Object.entries(documents)) {
    const users = [...userIds, "leaving"].map((userId) => ({ userId, name: `${userId} of ${documentId}` }));
    await w.ok("/v2/users/add", { ...acme, documentId, createDocument: true, users });
    await w.ok("/v2/users/delete", { ...acme, documentId, userIds: ["leaving"] });
  }
  return w;
}

/** All pages; grouped ones are merged. */
async function walk(w: World, query: object): Promise<{ users: [string, string][]; largest: number; pages: number }> {
  const users: [string, string][] = [];
  let [largest, pages] = [0, 0];
  let pageToken: string | undefined;
  do {
    const request = { ...acme, allDocuments: true, groupByDocumentId: true, ...query, pageToken };
    const { data, nextPageToken } = await w.ok(path, request);
    const pageUsers = Object.entries(data as Record<string, { userId: string }[]>).flatMap(([documentId, list]) =>
      list.map(({ userId }): [string, string] => [documentId, userId]),
    );
    users.push(...pageUsers);
    largest = Math.max(largest, pageUsers.length);
    expectWithContext(++pages, "paging does not end").toBeLessThan(200);
    pageToken = nextPageToken;
  } while (pageToken);
  return { users, largest, pages };
}

const pairs = (documents: Documents) =>
  Object.entries(documents).flatMap(([documentId, ids]) => ids.map((id): [string, string] => [documentId, id]));

test("users of all documents are listed document by document, without those of the organization", async () => {
  const w = await worldOf({ a: ["ada", "lin"], empty: [], "z/1": ["ada"] });
  const { data } = await w.ok(path, { ...acme, allDocuments: true, groupByDocumentId: true });
  expect(data).toStrictEqual({
    a: [
      { email: "", name: "ada of a", userId: "ada", initial: "A" },
      { email: "", name: "lin of a", userId: "lin", initial: "L" },
    ],
    "z/1": [{ email: "", name: "ada of z/1", userId: "ada", initial: "A" }],
  });
  const flat = await w.ok(path, { ...acme, allDocuments: true });
  expect(flat.data.map(({ userId }: { userId: string }) => userId)).toStrictEqual(["ada", "lin"]);
});

test("a document that is being deleted has no users", async () => {
  const w = await worldOf({ a: ["ada"], b: ["lin"] });
  const call = { apiKey: { apiKeyId: w.tenant.apiKeyId } } as Parameters<typeof documentPath>[0];
  const data = { deleting: true };
  await w.context.store.commit([{ op: "update", path: documentPath(call, "acme", "a"), data }]);
  expect((await walk(w, {})).users).toStrictEqual([["b", "lin"]]);
});

const userId: fc.Arbitrary<string> = fc.constantFrom("u1", "u2", "u3", "u4", "u5", "u6", "u7", "u8");
const documentsOf = fc.dictionary(
  fc.constantFrom("a", "a/b", "b", "c", "d", "e"),
  fc.uniqueArray(userId, { maxLength: 8 }),
  { minKeys: 1 },
);

test("pages of any size return every user of every document once, with any filter of users", async () => {
  const property = fc.asyncProperty(
    documentsOf,
    fc.integer({ min: 1, max: 12 }),
    fc.option(fc.uniqueArray(userId, { minLength: 1 }), { nil: undefined }),
    async (documents, pageSize, userIds) => {
      const w = await worldOf(documents);
      const { users, largest } = await walk(w, { pageSize, userIds });
      const expectedUsers = pairs(documents).filter(([, id]) => !userIds || userIds.includes(id));
      expect(users.sort()).toStrictEqual(expectedUsers.sort());
      expect(largest).toBeLessThanOrEqual(pageSize);
    },
  );
  await fc.assert(property, { seed: 7, numRuns: tries(40) });
});

test("a page reads only its documents, with two more reads for each place on it", async () => {
  const many = (n: number) => Array.from({ length: n }, (_, i) => `user${i}`);
  const documents = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`d${i}`, many(i % 3 === 0 ? 60 : 2)]));
  const w = await worldOf(documents);
  const pageSize = 20;
  w.logged.length = 0;
  const { users } = await walk(w, { pageSize });
  expect(users.sort()).toStrictEqual(pairs(documents).sort());
  const reads = w.logged.map(({ fields }) => Number(fields.reads));
  expectWithContext(Math.max(...reads), `a page read ${Math.max(...reads)} documents`).toBeLessThanOrEqual(
    1 + 12 * 2 + pageSize * 2 + 3,
  );
});

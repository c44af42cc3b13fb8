import { expect, test } from "@jest/globals";
import type { Store } from "#store/port";
import { openTestStore } from "#testing/harness/store/test-store";
import { purge } from "./purge.ts";

const organization = "apiKeys/k/organizations/o";

/** An organization with 1,100 users and two documents that have their own users. */
async function filledStore(): Promise<Store> {
  const store = await openTestStore();
  const users = Array.from({ length: 1100 }, (_, i) => `${organization}/users/u${i}`);
  const documents = ["a", "b"].flatMap((id) => {
    const document = `${organization}/documents/${id}`;
    return [document, `${document}/users/u`, `${document}/grants/u`];
  });
  const otherUserPath = "apiKeys/k/organizations/kept/users/u";
  const paths = [
    ...users,
    ...documents,
    `${organization}/userGroups/g/members/u`,
    `${organization}/userGroups/g`,
    otherUserPath,
  ];
  await store.bulk([organization, ...paths].map((path) => ({ op: "set", path, data: { groupId: "g", userId: "u" } })));
  return store;
}

const mark = (store: Store) => store.commit([{ op: "update", path: organization, data: { deleting: true } }]);

async function countAll(store: Store): Promise<number> {
  const collections = ["users", "documents", "documents/a/users", "documents/b/grants", "userGroups/g/members"];
  const counts = collections.map((name) => store.count({ collection: `${organization}/${name}` }));
  return (await Promise.all(counts)).reduce((sum, n) => sum + n, 0);
}

test("everything below a marked document is deleted, then the document itself, but nothing beside it", async () => {
  const store = await filledStore();
  await mark(store);
  await purge(store, organization);
  expect(await countAll(store)).toBe(0);
  expect(await store.get(organization)).toBeUndefined();
  expect(await store.get("apiKeys/k/organizations/kept/users/u")).toBeTruthy();
  await purge(store, organization);
});

test("a document that is not marked is left alone", async () => {
  const store = await filledStore();
  const before = await countAll(store);
  await purge(store, organization);
  expect(await countAll(store)).toBe(before);
});

test("a document that is created again during a second purge is left alone", async () => {
  const store = await filledStore();
  await mark(store);
  const slow: Store = Object.create(store, {
    query: {
      // The second purge reads first, but writes only after the first is done and the organization exists again.
      value: async (query: Parameters<Store["query"]>[0]) => {
        const result = await store.query(query);
        await first;
        return result;
      },
    },
    transact: { value: store.transact.bind(store) },
  });
  const first = purge(store, organization).then(() =>
    store.bulk([organization, `${organization}/users/u1`].map((path) => ({ op: "set", path, data: { name: "new" } }))),
  );
  await purge(slow, organization);
  expect((await store.get(`${organization}/users/u1`))?.data.name).toBe("new");
  expect((await store.get(organization))?.data.name).toBe("new");
});

test("documents are marked before their contents are read, so that nothing is added to them afterwards", async () => {
  const store = await filledStore();
  await mark(store);
  const marked: unknown[] = [];
  const watched: Store = Object.create(store, {
    query: {
      value: async (query: Parameters<Store["query"]>[0] & { collection: string }) => {
        const [, id] = /\/documents\/(.)\/users$/.exec(query.collection) ?? [];
        if (id) marked.push([id, (await store.get(`${organization}/documents/${id}`))?.data.deleting]);
        return store.query(query);
      },
    },
    transact: { value: store.transact.bind(store) },
  });
  await purge(watched, organization);
  expect(marked.toSorted()).toStrictEqual([
    ["a", true],
    ["b", true],
  ]);
});

test("a document that is deleted as part of another one is purged under that one's mark", async () => {
  const store = await filledStore();
  await mark(store);
  await purge(store, `${organization}/documents/a`, organization);
  expect(await store.get(`${organization}/documents/a/users/u`)).toBeUndefined();
  expect(await store.get(`${organization}/documents/a`)).toBeUndefined();
  expect(await store.get(`${organization}/documents/b`)).toBeTruthy();
});

/** Dependents of two documents: activities and notifications, 600 of each for `a/1`. */
async function storeWithBelongings(): Promise<Store> {
  const store = await filledStore();
  const paths = ["activities", "notifications", "inbox"].flatMap((name) => [
    ...Array.from({ length: 600 }, (_, i) => [`${organization}/${name}/x${i}`, "a/1"]),
    ...["y1", "y2"].map((id) => [`${organization}/${name}/${id}`, "b"]),
  ]);
  const document = `${organization}/documents/a%2F1`;
  await store.bulk([{ op: "set", path: document, data: { deleting: true } }]);
  await store.bulk(
    paths.map(([path = "", documentId]) => ({
      op: "set",
      path,
      data: { documentId, notificationId: "n", timestamp: 1 },
    })),
  );
  return store;
}

const countBeside = (store: Store) =>
  Promise.all(
    ["activities", "notifications", "inbox"].map((name) => store.count({ collection: `${organization}/${name}` })),
  );

test("activities, notifications and inbox entries of a document are deleted with it, and those of another document stay", async () => {
  const store = await storeWithBelongings();
  expect(await countBeside(store)).toStrictEqual([602, 602, 602]);
  await purge(store, `${organization}/documents/a%2F1`);
  expect(await countBeside(store)).toStrictEqual([2, 2, 2]);
  expect(await store.get(`${organization}/documents/a%2F1`)).toBeUndefined();
});

test("records beside a document that is not marked stay", async () => {
  const store = await storeWithBelongings();
  await purge(store, `${organization}/documents/b`);
  expect(await countBeside(store)).toStrictEqual([602, 602, 602]);
});

test("an organization is deleted with the activities, notifications and inbox entries of all its documents", async () => {
  const store = await storeWithBelongings();
  await mark(store);
  await purge(store, organization);
  expect(await countBeside(store)).toStrictEqual([0, 0, 0]);
});

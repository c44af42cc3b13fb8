import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import { tries } from "#testing/harness/store/test-store";
import { type World, world } from "#testing/harness/world";

const path = "/v2/notifications/get";
const organizationId = "acme";
const actionUser = { userId: "ada" };
const text = { displayHeadlineMessageTemplate: "News", displayBodyMessage: "Body" };

/** An organization with the documents "plan" and "draft". */
async function office(): Promise<World> {
  const w = await world();
  const documents = [{ documentId: "plan" }, { documentId: "draft" }];
  await w.ok("/v2/organizations/documents/add", { organizationId, createOrganization: true, documents });
  return w;
}

/** Sends to lin, a second after the previous one. */
async function send(w: World, notificationId: string, input: object = {}): Promise<void> {
  w.advance(1000);
  const notifyUsers = [{ userId: "lin" }];
  const request = {
    organizationId,
    documentId: "plan",
    notificationId,
    actionUser,
    notifyAll: false,
    notifyUsers,
    ...text,
  };
  await w.ok("/v2/notifications/add", { ...request, ...input });
}

const ids = async (w: World, request: object): Promise<string[]> =>
  (await w.ok(path, { organizationId, ...request })).data.map(({ id }: { id: string }) => id);

test("notifications that are read by id come in pages of the size that the call asks for", async () => {
  const w = await office();
  await send(w, "a");
  await send(w, "b");
  for (const place of [{}, { userId: "lin" }]) {
    const query = { organizationId, ...place, notificationIds: ["b", "a"], pageSize: 1 };
    const first = await w.ok(path, query);
    const second = await w.ok(path, { ...query, pageToken: first.pageToken });
    expect([first, second].map(({ data }) => data.map(({ id }: { id: string }) => id))).toStrictEqual([["b"], ["a"]]);
    expect(second.pageToken).toBeUndefined();
  }
});

test("notifications that are read by id come in the order of their ids, whatever the order", async () => {
  const w = await office();
  for (const id of ["a", "b", "c"]) await send(w, id);
  for (const order of ["asc", "desc"])
    for (const place of [{}, { userId: "lin" }])
      expect(await ids(w, { ...place, notificationIds: ["b", "none", "c", "a"], order })).toStrictEqual([
        "b",
        "c",
        "a",
      ]);
});

test("the newest come first, or the oldest, for an organization, a document, a location or a user", async () => {
  const w = await office();
  await send(w, "a", { location: { id: 0 } });
  await send(w, "b", { documentId: "draft" });
  await send(w, "c", { location: { id: "0" }, notifyUsers: [{ userId: "grace" }] });
  await send(w, "d", { location: { id: "x" } });
  const cases: [object, string[]][] = [
    [{}, ["d", "c", "b", "a"]],
    [{ order: "asc" }, ["a", "b", "c", "d"]],
    [{ documentId: "plan" }, ["d", "c", "a"]],
    [{ documentId: "plan", order: "asc" }, ["a", "c", "d"]],
    [{ locationId: 0 }, ["c", "a"]],
    [{ documentId: "plan", locationId: "x" }, ["d"]],
    [{ userId: "lin" }, ["d", "b", "a"]],
    [{ userId: "lin", order: "asc" }, ["a", "b", "d"]],
    [{ userId: "lin", documentId: "draft" }, ["b"]],
    [{ userId: "lin", locationId: 0 }, ["a"]],
    [{ userId: "nobody" }, []],
    [{ notificationIds: ["c", "none", "a"] }, ["c", "a"]],
    [{ notificationIds: ["c", "b", "a"], documentId: "plan" }, ["c", "a"]],
    [{ notificationIds: ["c", "b", "a"], userId: "lin" }, ["b", "a"]],
  ];
  for (const [request, expected] of cases)
    expectWithContext(await ids(w, request), JSON.stringify(request)).toStrictEqual(expected);
});

test("a notification is returned whole, and a user's list says whether the user has read it", async () => {
  const w = await office();
  await send(w, "a");
  const expected = {
    actionUser,
    ...text,
    notifyUsers: [{ userId: "lin" }],
    notifyAll: false,
    notificationSource: "custom",
    id: "a",
    timestamp: w.context.now(),
    messages: { displayHeadlineMessage: "News", displayBodyMessage: "Body" },
    metadata: { apiKey: w.tenant.apiKeyId, organizationId, documentId: "plan" },
  };
  const result = await w.ok(path, { organizationId });
  expect(result).toStrictEqual({
    status: "success",
    message: "Notification(s) retrieved successfully.",
    data: [expected],
  });
  expect((await w.ok(path, { organizationId, userId: "lin" })).data).toStrictEqual([{ ...expected, isRead: false }]);
  w.advance(5000);
  const notifications = [{ id: "a", readByUserIds: ["lin"] }];
  await w.ok("/v2/notifications/update", { organizationId, notifications });
  const read = { ...expected, isRead: true, readAt: w.context.now() };
  expect((await w.ok(path, { organizationId, userId: "lin" })).data).toStrictEqual([read]);
  expect((await w.ok(path, { organizationId, userId: "lin", notificationIds: ["a"] })).data).toStrictEqual([read]);
});

test("a user who wants e-mail only does not find it in the list", async () => {
  const w = await office();
  await setFeatures(w, w.tenant, allFeatures);
  const config = { inbox: "NONE", email: "ALL" };
  await w.ok("/v2/notifications/config/set", { organizationId, userIds: ["lin"], config });
  await send(w, "a");
  expect([await ids(w, { userId: "lin" }), await ids(w, { userId: "lin", notificationIds: ["a"] })]).toStrictEqual([
    [],
    [],
  ]);
});

test("a missing organization or document, too many ids and another list's page token are refused", async () => {
  const w = await office();
  for (const id of ["a", "b"]) await send(w, id);
  const { pageToken } = await w.ok(path, { organizationId, pageSize: 1 });
  const many = Array.from({ length: 31 }, (_, i) => `n${i}`);
  const cases: [object, string, string][] = [
    [{ organizationId: "none" }, "NOT_FOUND", "Organization does not exist."],
    [{ documentId: "none" }, "NOT_FOUND", "Document does not exist."],
    [{ notificationIds: many }, "INVALID_ARGUMENT", "data.notificationIds must have at most 30 items."],
    [{ order: "up" }, "INVALID_ARGUMENT", "data.order must be one of `asc`, `desc`."],
    ...[{ userId: "lin" }, { documentId: "plan" }, { locationId: 1 }, { order: "asc" }].map(
      (other) =>
        [
          { ...other, pageToken },
          "INVALID_ARGUMENT",
          "data.pageToken does not belong to this query. Leave it out to start at the first page.",
        ] as [object, string, string],
    ),
  ];
  for (const [request, status, message] of cases) {
    const error = await w.fails(path, { organizationId, ...request });
    expect([error.status, error.message]).toStrictEqual([status, message]);
  }
});

test("the cost of a page depends on its size, not on the size of the collection", async () => {
  const w = await office();
  for (let i = 0; i < 60; i++) await send(w, `n${i}`);
  for (const request of [{}, { documentId: "plan" }, { userId: "lin" }]) {
    const { data, pageToken } = await w.ok(path, { organizationId, pageSize: 5, ...request });
    expect(data.length).toBe(5);
    expect(pageToken).toBeTruthy();
    const line = w.logged.findLast(({ message }) => message === "request");
    expectWithContext(
      Number(line?.fields.reads),
      `${JSON.stringify(request)} read ${line?.fields.reads} documents`,
    ).toBeLessThanOrEqual(12);
  }
});

test("a notification that stays while others are added and deleted between pages is listed once, in order", async () => {
  const change = fc.oneof(
    fc.record({ op: fc.constant("add" as const) }),
    fc.record({ op: fc.constant("delete" as const), index: fc.nat(30) }),
  );
  const list = fc.constantFrom(
    {},
    { documentId: "plan" },
    { userId: "lin" },
    { locationId: 7 },
    { userId: "lin", locationId: 7 },
  );
  await fc.assert(
    fc.asyncProperty(
      list,
      fc.constantFrom("asc" as const, "desc" as const),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 6 }),
      async (selection, order, pageSize, changes) => {
        const w = await office();
        const there: string[] = [];
        const add = async () => {
          const id = `n${there.length}`;
          there.push(id);
          // Two of three have the location, and some share their time.
          w.advance(there.length % 3 ? -1000 : 0);
          await send(w, id, there.length % 3 ? { location: { id: 7 } } : {});
        };
        for (let i = 0; i < 10; i++) await add();
        const first = [...there];
        const gone = new Set<string>();
        const listed: string[] = [];
        let pageToken: string | undefined;
        for (let page = 0; page === 0 || pageToken; page++) {
          const result = await w.ok(path, { organizationId, ...selection, order, pageSize, pageToken });
          listed.push(...result.data.map(({ id }: { id: string }) => id));
          pageToken = result.pageToken;
          for (const each of changes[page] ?? []) {
            const id = each.op === "delete" ? there[each.index % there.length] : undefined;
            if (id === undefined) await add();
            else if (!gone.has(id)) {
              gone.add(id);
              await w.ok("/v2/notifications/delete", { organizationId, notificationIds: [id] });
            }
          }
        }
        expect(new Set(listed).size).toBe(listed.length);
        const matching = first.filter((id) => !("locationId" in selection) || (Number(id.slice(1)) + 1) % 3 > 0);
        for (const id of matching) if (!gone.has(id)) expectWithContext(listed, `${id} was skipped`).toContain(id);
        for (const id of listed) if (first.includes(id)) expect(matching).toContain(id);
      },
    ),
    { numRuns: tries(25) },
  );
});

for (const [of, query] of [
  ["an organization's notifications", {}],
  ["a document's notifications, the oldest first", { documentId: "plan", order: "asc" }],
  ["a user's notifications", { userId: "lin" }],
] as const)
  testPaging(path, of, {
    plainIds: true,
    query: { organizationId, ...query },
    before: (w) => addDocuments(w, ["plan"]),
    insert: (w, notificationId) =>
      w.ok("/v2/notifications/add", {
        organizationId,
        documentId: "plan",
        notificationId,
        actionUser,
        displayHeadlineMessageTemplate: "Something is new",
        displayBodyMessage: "Have a look",
        notifyUsers: [{ userId: "lin" }],
      }),
    remove: (w, id) => w.ok("/v2/notifications/delete", { organizationId, notificationIds: [id] }),
    ids: idsBy("id"),
  });

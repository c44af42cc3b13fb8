import { expect, test } from "@jest/globals";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import { type World, world } from "#testing/harness/world";

const path = "/v2/presence/get";
const place = { organizationId: "acme", documentId: "plan" };

async function worldWith(userIds: string[]): Promise<World> {
  const w = await world();
  await w.ok("/v2/users/add", { ...place, createDocument: true, users: [{ userId: "ada" }] });
  if (userIds.length > 0)
    await w.ok("/v2/presence/add", { ...place, users: userIds.map((userId) => ({ userId, status: "online" })) });
  return w;
}

const idsOf = (data: { userId: string }[]) => data.map(({ userId }) => userId);

test("named users are returned in the order of their ids, and absent ones are left out", async () => {
  const w = await worldWith(["ada", "lin"]);
  const { message, data } = await w.ok(path, { ...place, userIds: ["nobody", "lin", "ada"] });
  expect(message).toBe("Presence retrieved successfully.");
  expect(idsOf(data)).toStrictEqual(["lin", "ada"]);
  w.advance(60_000);
  expect((await w.ok(path, { ...place, userIds: ["lin", "ada"] })).data).toStrictEqual([]);
});

test("after the clock was set back, who left before is gone, and who stays is shown", async () => {
  const w = await world();
  await w.ok("/v2/users/add", { ...place, createDocument: true, users: [{ userId: "ada" }] });
  w.advance(3_600_000);
  await w.ok("/v2/presence/add", { ...place, users: ["ada", "lin"].map((userId) => ({ userId, status: "online" })) });
  w.setClock(-3_600_000);
  await w.ok("/v2/presence/update", { ...place, users: [{ userId: "lin", status: "online" }] });
  expect(idsOf((await w.ok(path, place)).data)).toStrictEqual(["lin"]);
});

test("pages hold every user who stays present once, while others expire between pages", async () => {
  const gone = Array.from({ length: 300 }, (_, i) => `gone${i}`);
  const w = await worldWith(gone);
  w.advance(60_000);
  const here = ["a", "gone77", "h", "z"];
  await w.ok("/v2/presence/add", { ...place, users: here.map((userId) => ({ userId })) });
  const listed: string[] = [];
  let pageToken: string | undefined;
  let pages = 0;
  do {
    const result = await w.ok(path, { ...place, pageSize: 1, pageToken });
    expect(result.data.length <= 1).toBe(true);
    listed.push(...idsOf(result.data));
    pageToken = result.pageToken;
    pages++;
  } while (pageToken && pages < 50);
  expect(listed).toStrictEqual(here);
});

test("a document without presence yields an empty list, and a missing document NOT_FOUND", async () => {
  const w = await worldWith([]);
  expect((await w.ok(path, place)).data).toStrictEqual([]);
  const error = await w.fails(path, { ...place, documentId: "none" });
  expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", "Document does not exist."]);
  const organization = await w.fails(path, { ...place, organizationId: "none" });
  expect(organization.message).toBe("Organization does not exist.");
});

test("31 ids and a page token of another document are refused; a repeated id counts once", async () => {
  const w = await worldWith(["ada", "lin"]);
  const many = Array.from({ length: 31 }, (_, i) => `u${i}`);
  const { pageToken } = await w.ok(path, { ...place, pageSize: 1 });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "other" }] });
  for (const [input, message] of [
    [{ userIds: many }, "data.userIds must have at most 30 items."],
    [
      { documentId: "other", pageToken },
      "data.pageToken does not belong to this query. Leave it out to start at the first page.",
    ],
  ] as const)
    expect((await w.fails(path, { ...place, ...input })).message).toBe(message);
  expect((await w.ok(path, { ...place, userIds: ["ada", "ada"] })).data).toHaveLength(1);
});

testPaging(path, "who is in a document", {
  query: place,
  before: (w) => addDocuments(w, ["plan"]),
  insert: (w, userId) => w.ok("/v2/presence/add", { ...place, users: [{ userId, status: "offline" }] }),
  remove: (w, userId) => w.ok("/v2/presence/delete", { ...place, userIds: [userId] }),
  ids: idsBy("userId"),
});

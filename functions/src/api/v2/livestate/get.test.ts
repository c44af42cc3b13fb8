import { expect, test } from "@jest/globals";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { idsBy, testPaging } from "#testing/harness/properties/paging";
import { type World, world } from "#testing/harness/world";

const path = "/v2/livestate/get";
const place = { organizationId: "acme", documentId: "plan" };

async function worldWith(states: Record<string, object>): Promise<World> {
  const w = await world();
  await w.ok("/v2/users/add", { ...place, createDocument: true, users: [{ userId: "ada" }] });
  for (const [liveStateDataId, data] of Object.entries(states))
    await w.ok("/v2/livestate/broadcast", { ...place, liveStateDataId, data });
  return w;
}

async function pagesOf(w: World, pageSize: number): Promise<string[][]> {
  const pages: string[][] = [];
  let pageToken: string | undefined;
  do {
    const result = await w.ok(path, { ...place, pageSize, pageToken });
    pages.push(result.data.map((state: { liveStateDataId: string }) => state.liveStateDataId));
    pageToken = result.pageToken;
  } while (pageToken && pages.length < 100);
  return pages;
}

test("all live state of a document, or the state with one id, is returned as it was sent", async () => {
  const w = await worldWith({ agenda: { items: [["a"], null] }, cursor: { x: 1 } });
  const lastUpdated = w.context.now();
  const agenda = { liveStateDataId: "agenda", data: { items: [["a"], null] }, lastUpdated };
  const cursor = { liveStateDataId: "cursor", data: { x: 1 }, lastUpdated };
  expect(await w.ok(path, place)).toStrictEqual({
    status: "success",
    message: "Live state retrieved successfully.",
    data: [agenda, cursor],
  });
  expect((await w.ok(path, { ...place, liveStateDataId: "cursor" })).data).toStrictEqual([cursor]);
  expect((await w.ok(path, { ...place, liveStateDataId: "none" })).data).toStrictEqual([]);
});

test("pages together hold every entry once", async () => {
  const ids = Array.from({ length: 120 }, (_, i) => `s${String(i).padStart(3, "0")}`);
  const w = await worldWith(Object.fromEntries(ids.map((id) => [id, {}])));
  for (const pageSize of [7, 50, 119, 120, 1000]) {
    const pages = await pagesOf(w, pageSize);
    expect(pages.flat()).toStrictEqual(ids);
    expect(pages.every((page) => page.length <= pageSize)).toBe(true);
  }
});

test("a page of large live state ends early, and its token leads to the rest", async () => {
  const large = { text: "x".repeat(900_000) };
  const ids = Array.from({ length: 10 }, (_, i) => `s${String(i).padStart(2, "0")}`);
  const w = await worldWith(Object.fromEntries(ids.map((id) => [id, large])));
  const pages = await pagesOf(w, 1000);
  expect(pages.flat()).toStrictEqual(ids);
  expect(pages.map(({ length }) => length)).toStrictEqual([4, 4, 2]);
});

test("a missing document or organization is NOT_FOUND, a page token of another document is refused", async () => {
  const w = await worldWith({ a: {}, b: {} });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "other" }] });
  const { pageToken } = await w.ok(path, { ...place, pageSize: 1 });
  for (const [input, message] of [
    [{ documentId: "none" }, "Document does not exist."],
    [{ organizationId: "none" }, "Organization does not exist."],
    [
      { documentId: "other", pageToken },
      "data.pageToken does not belong to this query. Leave it out to start at the first page.",
    ],
  ] as const)
    expect((await w.fails(path, { ...place, ...input })).message).toBe(message);
});

testPaging(path, "a document's live states", {
  query: place,
  before: (w) => addDocuments(w, ["plan"]),
  insert: (w, liveStateDataId) => w.ok("/v2/livestate/broadcast", { ...place, liveStateDataId, data: { a: 1 } }),
  ids: idsBy("liveStateDataId"),
});

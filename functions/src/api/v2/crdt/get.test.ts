import { expect, test } from "@jest/globals";
import { plan, worldWithPlan } from "#testing/fixtures/crdt/crdt";
import { addDocuments } from "#testing/fixtures/documents/documents";
import { idsBy, testPaging } from "#testing/harness/properties/paging";

const path = "/v2/crdt/get";
const add = "/v2/crdt/add";
const message = "CRDT data retrieved successfully.";

test("one editor's content is returned, with its Yjs state only when asked for", async () => {
  const w = await worldWithPlan();
  await w.ok(add, { ...plan, editorId: "title", type: "text", data: "Hello" });
  const title = {
    data: "Hello",
    id: "title",
    type: "text",
    contentKey: "content",
    lastUpdate: "2026-01-05T09:00:00.000Z",
    lastUpdatedBy: null,
    sessionId: null,
  };
  const { data } = await w.ok(path, { ...plan, editorId: "title" });
  expect(data).toStrictEqual([title]);
  const whole = await w.ok(path, { ...plan, editorId: "title", includeUpdate: true });
  const { update, ...rest } = whole.data[0];
  expect(rest).toStrictEqual(title);
  expect(Buffer.from(update, "base64").toString("base64")).toBe(update);
});

test("an editor without content yields an empty list", async () => {
  const w = await worldWithPlan();
  expect(await w.ok(path, { ...plan, editorId: "none" })).toStrictEqual({ status: "success", message, data: [] });
  expect(await w.ok(path, plan)).toStrictEqual({ status: "success", message, data: [] });
});

test("without an editor id all editors are listed in pages, each once", async () => {
  const w = await worldWithPlan();
  const ids = Array.from({ length: 70 }, (_, i) => `e${String(i).padStart(2, "0")}`);
  for (const editorId of ids) await w.ok(add, { ...plan, editorId, type: "array", data: [editorId] });
  const all = await w.ok(path, plan);
  expect([all.data.map(({ id }: { id: string }) => id), all.pageToken]).toStrictEqual([ids, undefined]);
  for (const pageSize of [1, 7, 70]) {
    const read: unknown[] = [];
    let pageToken: string | undefined;
    do {
      const page = await w.ok(path, { ...plan, pageSize, pageToken });
      expect(page.data.length <= pageSize).toBe(true);
      read.push(...page.data.map((one: { data: unknown[] }) => one.data[0]));
      pageToken = page.pageToken;
    } while (pageToken);
    expect(read).toStrictEqual(ids);
  }
});

test("a reply ends at about 4 MiB and its page token continues, with large editors among small ones", async () => {
  const w = await worldWithPlan();
  const large = "x".repeat(1_500_000);
  const small = "y".repeat(200_000);
  const ids = ["a", "b", "c", "d", "e"];
  for (const id of ids) {
    await w.ok(add, { ...plan, editorId: `${id}1`, type: "text", data: small });
    await w.ok(add, { ...plan, editorId: `${id}2`, type: "text", data: large });
  }
  const pages: string[][] = [];
  let pageToken: string | undefined;
  do {
    const page = await w.ok(path, { ...plan, pageToken });
    pages.push(page.data.map(({ id, data }: { id: string; data: string }) => `${id}:${data.length}`));
    pageToken = page.pageToken;
  } while (pageToken);
  expect(pages.flat()).toStrictEqual(ids.flatMap((id) => [`${id}1:${small.length}`, `${id}2:${large.length}`]));
  expect(pages.map(({ length }) => length)).toStrictEqual([5, 4, 1]);
  const { data } = await w.ok(path, { ...plan, includeUpdate: true });
  expect(data.map(({ id }: { id: string }) => id)).toStrictEqual(["a1", "a2"]);
});

test("a missing organization or document is refused", async () => {
  const w = await worldWithPlan();
  for (const editorId of [undefined, "title"])
    for (const [place, text] of [
      [{ organizationId: "globex" }, "Organization does not exist."],
      [{ documentId: "nothing" }, "Document does not exist."],
    ] as const) {
      const error = await w.fails(path, { ...plan, editorId, ...place });
      expect([error.status, error.message]).toStrictEqual(["NOT_FOUND", text]);
    }
});

test("a page token of another document is refused", async () => {
  const w = await worldWithPlan();
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "other" }] });
  for (const editorId of ["a", "b"]) await w.ok(add, { ...plan, editorId, type: "text", data: "" });
  const { pageToken } = await w.ok(path, { ...plan, pageSize: 1 });
  expect((await w.fails(path, { ...plan, documentId: "other", pageToken })).status).toBe("INVALID_ARGUMENT");
});

testPaging(path, "a document's editors", {
  query: plan,
  before: (w) => addDocuments(w, ["plan"]),
  insert: (w, editorId) => w.ok(add, { ...plan, editorId, type: "text", data: "hello" }),
  remove: (w, editorId) => w.ok("/v2/crdt/delete", { ...plan, editorIds: [editorId] }),
  ids: idsBy("id"),
});

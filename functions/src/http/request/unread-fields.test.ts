import { expect, test } from "@jest/globals";
import * as z from "zod";
import { alsoNamed } from "#platform/shapes/other-names";
import { expectWithContext } from "#testing/harness/jest/context";
import { type World, world } from "#testing/harness/world";
import { inputShape } from "./input-shape.ts";
import { findUnread } from "./unread-fields.ts";

async function worldWithDocument(): Promise<World> {
  const w = await world();
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
  return w;
}

const ignored = "x-service-ignored-fields";

test("ignored fields are named in a header, each once and at most 20", async () => {
  const w = await worldWithDocument();
  const query = { organizationId: "acme", colour: 1, "bunte Größe\r\n": 2 };
  expect((await w.request("/v2/organizations/documents/get", query)).headers[ignored]).toBe(
    "colour, bunte%20Gr%C3%B6%C3%9Fe%0D%0A",
  );
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`zzzzzzzz${i}`, i]));
  const { headers } = await w.request("/v2/organizations/documents/get", { organizationId: "acme", ...many });
  expect(headers[ignored]?.split(", ")).toHaveLength(20);
  expect(
    (await w.request("/v2/organizations/documents/get", { organizationId: "acme" })).headers[ignored],
  ).toBeUndefined();
});

test("the reply to a failed call has the header, too, unless the fields themselves are refused", async () => {
  const w = await worldWithDocument();
  const path = "/v2/organizations/documents/get";
  const replies = await Promise.all([
    w.request(path, { organizationId: "none", colour: 1 }),
    w.request(path, { organizationId: 7, colour: 1 }),
    w.request(path, { organizationId: "acme", documentId: ["plan"], colour: 1 }),
    w.request("/v2/organizations/delete", { organizationIds: ["acme"], colour: 1 }),
  ]);
  expect(replies.map(({ status, headers }) => [status, headers[ignored]])).toStrictEqual([
    [404, "colour"],
    [400, undefined],
    [400, undefined],
    [400, undefined],
  ]);
});

test("a replayed reply has the header, too", async () => {
  const w = await world();
  const body = { organizations: [{ organizationId: "acme" }], colour: "red" };
  const options = { headers: { "idempotency-key": "one" } };
  expect((await w.request("/v2/organizations/add", body, options)).headers[ignored]).toBe("colour");
  const again = await w.request("/v2/organizations/add", body, options);
  expect(again.headers).toMatchObject({ "idempotent-replayed": "true", [ignored]: "colour" });
});

test("an endpoint that deletes, or returns everything about a person, refuses unknown fields", async () => {
  const w = await worldWithDocument();
  for (const [path, data, name] of [
    [
      "/v2/organizations/documents/delete",
      { organizationId: "acme", documentIds: ["plan"], onlyDrafts: true },
      "onlyDrafts",
    ],
    ["/v2/commentannotations/delete", { organizationId: "acme", documentId: "plan", where: {} }, "where"],
    ["/v2/users/delete", { organizationId: "acme", userIds: ["ada"], colour: 1 }, "colour"],
    ["/v2/users/data/get", { organizationId: "acme", userId: "ada", kinds: [] }, "kinds"],
    ["/v2/users/data/delete", { userIds: ["ada"], kinds: ["comments"] }, "kinds"],
  ] as const) {
    const answer = await w.request(path, data);
    expectWithContext(answer.status, path).toBe(400);
    expect(answer.body.error.message).toBe(`data.${name} is not a field of this endpoint, which accepts no others.`);
  }
  expect((await w.ok("/v2/organizations/documents/get", { organizationId: "acme" })).data).toHaveLength(1);
});

test("a list with far more items than the endpoint accepts is refused by its length, before its items are read", async () => {
  const w = await worldWithDocument();
  for (const item of ["plan", 0, { annotationId: "a" }]) {
    const documentIds = Array.from({ length: 20_000 }, () => item);
    const answer = await w.request("/v2/organizations/documents/get", { organizationId: "acme", documentIds });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.issues).toEqual([
      { path: "data.documentIds", message: "must have at most 30 items." },
    ]);
  }
  const repeated = { organizationId: "acme", documentIds: Array.from({ length: 300 }, () => "plan") };
  expect((await w.ok("/v2/organizations/documents/get", repeated)).data).toHaveLength(1);
});

test("a near miss of a known field is refused, even if ignoring it would do no harm", async () => {
  const w = await worldWithDocument();
  for (const [path, data, place, suggestion] of [
    [
      "/v2/organizations/documents/add",
      { documents: [{ documentId: "b", accesType: "restricted" }] },
      "data.documents[0].accesType",
      "accessType",
    ],
    [
      "/v2/commentannotations/delete",
      { documentId: "plan", annotationIDs: ["a"] },
      "data.annotationIDs",
      "annotationIds",
    ],
    ["/v2/users/add", { users: [{ userId: "ada", acessRole: "viewer" }] }, "data.users[0].acessRole", "accessRole"],
    ["/v2/organizations/documents/get", { pagesize: 3 }, "data.pagesize", "pageSize"],
  ] as const) {
    const answer = await w.request(path, { organizationId: "acme", ...data });
    expectWithContext(answer.status, path).toBe(400);
    expect(answer.body.error.message).toContain(place);
    expect(answer.body.error.details.hint).toBe(`Did you mean \`${suggestion}\`?`);
  }
});

test("a custom field may be a near miss of a harmless field", async () => {
  const w = await world();
  const organization = { organizationId: "acme", organisationName: "Acme", documentid: 5 };
  const answer = await w.request("/v2/organizations/add", { organizations: [organization] });
  expect(answer.status).toBe(400);
  const { documentid: _, ...fine } = organization;
  await w.ok("/v2/organizations/add", { organizations: [fine] });
});

test("the time per unknown field does not grow with their number", () => {
  const shape = inputShape(z.object({ items: z.array(z.object({ organizationId: z.string() })) }));
  const items = Array.from({ length: 200_000 }, (_, i) => ({ [`organizatinId${i % 7}`]: null, organizationId: null }));
  expect(findUnread(shape, { items }).header?.split(", ")).toHaveLength(7);
});

test("a field under an alternative name is renamed and then treated as such, unless its own name is sent, too", () => {
  const list = z.object({ items: alsoNamed(z.array(z.object({ id: z.string().optional() })).optional(), "things") });
  const shape = inputShape(z.object({ lists: z.array(list) }));
  const data = { lists: [{ things: [{ id: null, colour: 1 }] }, { things: 1, items: [] }] };
  expect(findUnread(shape, data).header).toBe("colour, things");
  expect(data).toStrictEqual({ lists: [{ items: [{ colour: 1 }] }, { things: 1, items: [] }] });
});

test("a recursive schema has a shape", () => {
  const tree = z.object({
    name: z.string().optional(),
    get below() {
      return z.array(tree).optional();
    },
  });
  const data = { name: null, below: [{ name: null, below: [{ colour: 1, name: "leaf" }] }] };
  expect(findUnread(inputShape(tree), data).header).toBe("colour");
  expect(data).toStrictEqual({ below: [{ below: [{ colour: 1, name: "leaf" }] }] });
});

test("a mistyped name is found again in the next request, and after more names than are remembered", () => {
  const shape = inputShape(z.object({ userId: z.string(), accessRole: z.string().optional() }).loose());
  const hintFor = (data: object) => {
    try {
      findUnread(shape, data).check(false);
    } catch (error) {
      return (error as { extras?: { hint?: string } }).extras?.hint;
    }
    return undefined;
  };
  for (let i = 0; i < 300; i++) expect(hintFor({ userId: "a", [`custom${i}`]: i })).toBeUndefined();
  for (let i = 0; i < 2; i++) {
    expect(hintFor({ userId: "a", acessRole: "viewer" })).toBe("Did you mean `accessRole`?");
    expect(hintFor({ userId: "a", accessRole: "viewer", acessRole: "viewer" })).toBeUndefined();
    expect(hintFor({ userId: "a", custom1: 1 })).toBeUndefined();
  }
});

test("the field that a mistyped one stands for is found by its path, for up to 100 mistyped fields of a request", () => {
  const shape = inputShape(z.strictObject({ items: z.array(z.strictObject({ name: z.string() })) }));
  const items = Array.from({ length: 101 }, () => ({ nam: 1 }));
  const unread = findUnread(shape, { items });
  expect(unread.meantAt(["items", 0, "nam"])).toBe("name");
  expect(unread.meantAt(["items", 99, "nam"])).toBe("name");
  expect(unread.meantAt(["items", 100, "nam"])).toBeUndefined();
  expect(unread.meantAt(["items", 0, "name"])).toBeUndefined();
});

import { expect, test } from "@jest/globals";
import { LARGE_BODY, PlaceFields } from "#http/auth/place-first";
import { callEndpoints } from "#src/endpoints";
import { type World, world } from "#testing/harness/world";

/** A world with a document that Ada may write to and Lin can't see. */
async function twoUsers() {
  const w = await world();
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  await w.ok("/v2/organizations/documents/add", {
    organizationId: "acme",
    documents: [{ documentId: "plan", documentName: "Plan", accessType: "restricted" }],
  });
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }, { userId: "lin" }] });
  await w.ok("/v2/auth/permissions/add", {
    user: { userId: "ada" },
    permissions: { resources: [{ type: "document", id: "plan", organizationId: "acme", accessRole: "editor" }] },
  });
  return { w, ada: await w.token("ada"), lin: await w.token("lin") };
}

const path = "/v2/livestate/broadcast";
const call = { organizationId: "acme", documentId: "plan", liveStateDataId: "cursor" };
/** A body with a large text before the place, so that reading only the beginning would miss the place. */
const large = (inner: object) => JSON.stringify({ data: { data: { text: "x".repeat(LARGE_BODY) }, ...inner } });
const malformed = (text: string) => `${text.slice(0, -1)},}`;

const send = (w: World, token: string, raw: string) => w.request(path, undefined, { token, raw });

test("a large body of a user without access is refused before it is parsed", async () => {
  const { w, ada, lin } = await twoUsers();
  // Malformed, which only callers with write access to the place learn.
  const raw = malformed(large(call));
  const denied = await send(w, lin, raw);
  expect(denied.body.error.status).toBe("PERMISSION_DENIED");
  expect((await send(w, ada, raw)).body.error.message).toMatch(/not valid JSON/);
  const elsewhere = await send(w, ada, malformed(large({ ...call, documentId: "none" })));
  expect(elsewhere.body.error.status).toBe("NOT_FOUND");
});

test("a large body of a user with access is accepted, wrapped and bare", async () => {
  const { w, ada } = await twoUsers();
  expect((await send(w, ada, large(call))).status).toBe(200);
  const bare = JSON.stringify({ data: { organizationId: 1, text: "x".repeat(LARGE_BODY) }, ...call });
  expect((await send(w, ada, bare)).status).toBe(200);
});

test("if a place is repeated, the value that parsing keeps decides access", async () => {
  const { w, lin } = await twoUsers();
  await w.ok("/v2/organizations/documents/add", {
    organizationId: "acme",
    documents: [{ documentId: "open", documentName: "Open" }],
  });
  const last = large(call);
  for (const raw of [
    `${last.slice(0, -2)},"documentId":"open","document\\u0049d":"plan"}}`,
    `{"data":${JSON.stringify({ ...call, documentId: "open" })},${last.slice(1)}`,
  ])
    expect((await send(w, lin, raw)).body.error.status).toBe("PERMISSION_DENIED");
});

test("a large body without a place is refused with the field that is missing", async () => {
  const { w, ada } = await twoUsers();
  const { body } = await send(w, ada, large({}));
  expect(body.error.message).toBe("data.organizationId is required.");
});

test("small bodies are parsed at once, and their mistakes are reported first", async () => {
  const { w, lin } = await twoUsers();
  expect((await send(w, lin, malformed(JSON.stringify({ data: call })))).body.error.message).toMatch(/not valid JSON/);
});

for (const { path: at, user, example } of callEndpoints)
  if (user)
    test(`${at} names its places in the fields that are read before the body is parsed`, () => {
      const places = [user.on(example)].flat();
      expect([user.on(PlaceFields.parse(example))].flat()).toStrictEqual(places);
      expect(places.every(({ organizationId }) => typeof organizationId === "string")).toBe(true);
    });

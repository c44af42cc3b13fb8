import { callEndpoints } from "@atrium/functions/endpoints";
import { exampleOf } from "@atrium/functions/testing/harness/example-world";
import { ensure } from "@atrium/functions/testing/harness/jest/ensure";
import { rejectionOf } from "@atrium/functions/testing/harness/jest/thrown";
import { expect, test } from "@jest/globals";
import { servedWorld } from "../testing/served-world.ts";
import { createClient } from "./create-client.ts";
import type { AtriumClient } from "./generated/api.ts";
import type { Reply } from "./reply.ts";

/** The method at a path, looked up without types. */
function methodAt(atrium: AtriumClient, path: string): (input: unknown) => Promise<Reply<unknown>> {
  const words = path.replace(/^\/v2/, "").split("/").filter(Boolean);
  // biome-ignore lint/suspicious/noExplicitAny: the path is known only at run time.
  return words.reduce((node: any, word) => node[word], atrium);
}

test("every endpoint answers at its method, with the credentials of its level", async () => {
  const shared = await servedWorld();
  for (const endpoint of callEndpoints) {
    // Reads leave the world unchanged.
    const { w, all } = endpoint.kind === "read" ? shared : await servedWorld();
    const reply = await methodAt(createClient(all), endpoint.path)(exampleOf(endpoint, w.tenant));
    const last = w.logged.findLast(({ message }) => message === "request");
    expect(last?.fields.path).toBe(endpoint.path);
    expect(reply.requestId).toMatch(/^req_/);
    expect(typeof reply.message).toBe("string");
  }
});

test("a call returns what the service says, typed", async () => {
  const { key } = await servedWorld();
  const atrium = createClient({ ...key, baseUrl: `${key.baseUrl}//` });
  const { requestId, ...reply } = await atrium.users.add({
    organizationId: "acme",
    users: [{ userId: "alan", name: "Alan Turing", team: "logic" }],
  });
  expect(requestId).toMatch(/^req_/);
  expect(reply).toStrictEqual({
    data: { alan: { success: true, id: "alan", message: "User added." } },
    message: "User(s) processed successfully.",
    pageToken: undefined,
    replayed: false,
  });
});

test("a path that is a prefix of another path is a method that has methods", async () => {
  const { key } = await servedWorld();
  const atrium = createClient(key);
  const { migrate } = atrium.organizations.documents;
  const { data } = await migrate({ organizationId: "acme", documentId: "homepage", newDocumentId: "homepage-2" });
  const status = await migrate.status({ organizationId: "acme", migrationId: data.migrationId });
  expect(status.data.migrationId).toBe(data.migrationId);
});

test("a call with the same idempotency key gets the first reply again, marked as replayed", async () => {
  const { key } = await servedWorld();
  const atrium = createClient(key);
  const add = () =>
    atrium.organizations.add({ organizations: [{ organizationId: "initech" }] }, { idempotencyKey: "once" });
  const first = await add();
  const second = await add();
  expect([first.replayed, second.replayed]).toStrictEqual([false, true]);
  expect(second.data).toStrictEqual(first.data);
});

test("a write whose reply was lost takes effect only once", async () => {
  const { key } = await servedWorld();
  let requestCount = 0;
  const losing: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    if (++requestCount > 1) return response;
    await response.text();
    throw new TypeError("the connection broke");
  };
  const { data, replayed } = await createClient({ ...key, fetch: losing }).commentannotations.comments.add({
    organizationId: "acme",
    documentId: "homepage",
    annotationId: "ann-1",
    commentData: [{ commentText: "Once.", from: { userId: "ada" } }],
  });
  expect([requestCount, replayed, data.length]).toStrictEqual([2, true, 1]);
});

test("`each` yields everything of a list exactly once, `pages` its pages, whatever their size", async () => {
  const { w, key } = await servedWorld();
  const atrium = createClient(key);
  const names = Array.from({ length: 23 }, (_, i) => `user-${String(i).padStart(2, "0")}`);
  await atrium.organizations.add({ organizations: [{ organizationId: "big" }] });
  await atrium.users.add({ organizationId: "big", users: names.map((userId) => ({ userId })) });
  const before = w.logged.length;
  const userIds: string[] = [];
  for await (const user of atrium.users.get.each({ organizationId: "big", pageSize: 10 })) userIds.push(user.userId);
  expect(userIds.sort()).toStrictEqual(names);
  expect(w.logged.length - before).toBe(3);
  const sizes: number[] = [];
  for await (const { data } of atrium.users.get.pages({ organizationId: "big", pageSize: 10 }))
    sizes.push(Object.values(data).length);
  expect(sizes).toStrictEqual([10, 10, 3]);
});

test("a list is fetched only as far as it is consumed", async () => {
  const { w, key } = await servedWorld();
  const before = w.logged.length;
  for await (const user of createClient(key).users.get.each({ organizationId: "acme", pageSize: 1 })) {
    expect(typeof user.userId).toBe("string");
    break;
  }
  expect(w.logged.length - before).toBe(1);
});

test("grouped lists, and lists whose page token has another name, are read to the end", async () => {
  const { key } = await servedWorld();
  const atrium = createClient(key);
  const query = { organizationId: "acme", documentId: "homepage" };
  const whole = (await atrium.commentannotations.get(query)).data;
  const ids = async (grouped: boolean) => {
    const annotationIds: unknown[] = [];
    const paged = { ...query, pageSize: 1, groupByDocumentId: grouped };
    for await (const thread of atrium.commentannotations.get.each(paged)) annotationIds.push(thread?.annotationId);
    return annotationIds;
  };
  ensure(Array.isArray(whole) && whole.length > 1);
  const expected = whole.map((thread) => thread?.annotationId);
  expect([await ids(false), await ids(true)]).toStrictEqual([expected, expected]);
  let pages = 0;
  for await (const { data } of atrium.users.data.get.pages({ organizationId: "acme", userId: "ada" })) {
    expect(Array.isArray(data.comments)).toBe(true);
    pages++;
  }
  expect(pages).toBeGreaterThanOrEqual(1);
});

test("with a user token, calls act as that user", async () => {
  const { w, baseUrl } = await servedWorld();
  const resources = [
    { type: "document" as const, id: "homepage", organizationId: "acme", accessRole: "viewer" as const },
  ];
  const userToken = () => w.token("ada", { resources });
  const atrium = createClient({ baseUrl, userToken });
  const place = { organizationId: "acme", documentId: "homepage" };
  expect(Array.isArray((await atrium.presence.get(place)).data)).toBe(true);
  await expect(atrium.users.add({ organizationId: "acme", users: [{ userId: "eve" }] })).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
  });
});

test("with a session the calls carry its CSRF token instead of auth tokens, and the API key if one is chosen", async () => {
  const sentHeaders: Headers[] = [];
  const answering = async (_url: unknown, init?: RequestInit) => {
    sentHeaders.push(new Headers(init?.headers));
    return Response.json({ result: { status: "success", message: "", data: [] } });
  };
  const page = { baseUrl: "https://atrium.example.com", session: { csrfToken: "csrf-1" }, fetch: answering };
  await createClient(page).workspace.apikeys.get();
  await createClient({ ...page, apiKey: "ak_1", headerBrand: "globex" }).organizations.get();
  expect(sentHeaders.map((headers) => [...headers].filter(([name]) => name.startsWith("x-")))).toStrictEqual([
    [["x-service-csrf", "csrf-1"]],
    [
      ["x-globex-api-key", "ak_1"],
      ["x-globex-csrf", "csrf-1"],
    ],
  ]);
  const error = await rejectionOf(createClient(page).organizations.get());
  expect(String(error)).toContain("needs credentials");
});

test("an error has its code, its request id and the invalid fields", async () => {
  const { key } = await servedWorld();
  const atrium = createClient(key);
  {
    const thrown = (await rejectionOf(atrium.users.get({ organizationId: "nowhere" }))) as { requestId?: string };
    expect(thrown.requestId ?? "").toMatch(/^req_/);
  }
  await expect(atrium.users.add({ organizationId: "acme", users: [] })).rejects.toMatchObject({
    name: "AtriumError",
    code: "INVALID_ARGUMENT",
    httpStatus: 400,
    path: "/v2/users/add",
  });
  const failed = await atrium.users.add({ organizationId: "acme", users: [] }).catch((thrown: unknown) => thrown);
  expect(String((failed as { issues: { path: string }[] }).issues[0]?.path)).toMatch(/users/);
});

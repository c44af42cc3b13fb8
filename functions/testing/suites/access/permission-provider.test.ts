import { expect, test } from "@jest/globals";
import type { ProviderQuestion } from "#domain/access/permission-provider";
import type { OutboundReply } from "#outbound/port";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { ensure } from "#testing/harness/jest/ensure";
import { secondProcess } from "#testing/harness/processes/second-process";
import type { Received } from "#testing/harness/receivers";
import type { World } from "#testing/harness/world";
import { until } from "#testing/suites/queue/rig";

const url = "https://example.com/permissions";
const roadmap = { organizationId: "acme", documentId: "roadmap" };
const homepage = { organizationId: "acme", documentId: "homepage" };

interface Verdict {
  hasAccess: boolean;
  accessRole?: string;
  expiresAt?: number;
}

/** The reply of a provider that decides each question by `decide`. */
function replying(decide: (question: ProviderQuestion) => Verdict | undefined): (call: Received) => OutboundReply {
  return ({ json }) => {
    const data = (json.data.requests as ProviderQuestion[]).flatMap((question) => {
      const { id: resourceId, type, organizationId } = question.resource;
      const verdict = decide(question);
      return verdict ? [{ userId: question.userId, resourceId, type, organizationId, ...verdict }] : [];
    });
    return { status: 200, body: JSON.stringify({ data, success: true, statusCode: 200 }) };
  };
}

/** A world whose provider grants everything by default. */
async function providedWorld(
  decide: (question: ProviderQuestion) => Verdict | undefined = () => ({ hasAccess: true }),
) {
  const w = await exampleWorld();
  w.receivers.answer = replying(decide);
  await w.ok("/v2/workspace/permissionproviderconfig/update", {
    usePermissionProvider: true,
    permissionProviderConfig: { permissionProviderUrl: url, authToken: "secret-token" },
  });
  return w;
}

/** `granted …` or `denied: …` for a user at a place. */
async function access(w: World, userId: string, { documentId: id, organizationId } = roadmap, action = "read") {
  const questions = [{ userId, resource: { type: "document", id, organizationId }, action }];
  return (await w.ok("/v2/auth/access/check", { questions })).data[0].explanation as string;
}

/** The status of reading a document with the user's token, and why. */
async function read(w: World, token: string, place = roadmap): Promise<[number, string | undefined]> {
  const { status, body } = await w.request("/v2/presence/get", place, { token });
  return [status, body.error?.details?.access];
}

const NO_ANSWER = "denied: the permission provider does not answer";

test("the provider is asked in its format about a user and a resource, and its answer overrides stored permissions", async () => {
  const w = await providedWorld(({ userId }) => ({ hasAccess: userId !== "ada", accessRole: "viewer" }));
  const [ada, stranger] = [await w.token("ada"), await w.token("zoe")];
  expect(await read(w, ada, homepage)).toStrictEqual([403, "denied: the permission provider gives no access"]);
  expect(await read(w, stranger)).toStrictEqual([200, undefined]);
  const user = { userId: "zoe", name: "Zoe" };
  const { status, details } = await w.fails("/v2/presence/add", { ...roadmap, users: [user] }, { token: stranger });
  expect(status).toBe("PERMISSION_DENIED");
  expect(details.access).toBe("denied: write needs role editor, the permission provider gives role viewer");
  const [first] = w.receivers.calls;
  ensure(first);
  const resource = { type: "document", id: "homepage", source: "setDocuments", organizationId: "acme" };
  expect(first.json).toStrictEqual({
    data: { requests: [{ userId: "ada", resource: { ...resource, parentFolderId: "designs" } }] },
  });
  expect(first.url).toBe(url);
  expect(first.headers.authorization).toBe("Bearer secret-token");
});

test("disabled and missing resources, and administrators, are decided without the provider", async () => {
  const w = await providedWorld(() => ({ hasAccess: false }));
  expect(await read(w, await w.token("boss", { isAdmin: true }))).toStrictEqual([200, undefined]);
  const disabled = { organizationId: "acme", documentIds: ["roadmap"], disabled: true };
  await w.ok("/v2/organizations/documents/access/disablestate/update", disabled);
  expect(await access(w, "ada")).toBe("denied: document `roadmap` is disabled");
  expect(await access(w, "ada", { organizationId: "acme", documentId: "nowhere" })).toMatch(/does not exist/);
  expect(w.receivers.calls.length).toBe(0);
});

test("every invalid answer denies access: none, a late one, another status, another form, about another user, repeated", async () => {
  const good = replying(() => ({ hasAccess: true }));
  const item = { userId: "ada", resourceId: "roadmap", type: "document", organizationId: "acme", hasAccess: true };
  const reply = (body: unknown): OutboundReply => ({ status: 200, body: JSON.stringify(body) });
  for (const [what, answer] of Object.entries<(call: Received) => OutboundReply | Promise<OutboundReply>>({
    "a good one": good,
    none: () => ({ error: "The connection was refused.", body: "" }),
    late: () => ({ error: "No answer within 3 s.", body: "" }),
    "cut off": (call) => ({ ...good(call), error: "The connection was closed before the answer was complete." }),
    redirect: (call) => ({ ...good(call), status: 302 }),
    error: (call) => ({ ...good(call), status: 500 }),
    "not JSON": () => ({ status: 200, body: "yes" }),
    list: () => reply([item]),
    "said to have failed": () => reply({ data: [item], success: false }),
    "a word for a truth value": () => reply({ data: [{ ...item, hasAccess: "true" }] }),
    "unknown role": () => reply({ data: [{ ...item, accessRole: "owner" }] }),
    "other user": () => reply({ data: [{ ...item, userId: "lin" }] }),
    "other organization": () => reply({ data: [{ ...item, organizationId: "globex" }] }),
    "other type": () => reply({ data: [{ ...item, type: "folder" }] }),
    twice: () => reply({ data: [item, { ...item, hasAccess: false }] }),
    thrown: () => {
      throw new Error("unexpected");
    },
  })) {
    const w = await providedWorld();
    w.receivers.answer = answer;
    const expected = what === "a good one" ? "granted by the permission provider, role editor" : NO_ANSWER;
    expectWithContext(await access(w, "ada"), what).toBe(expected);
    if (what === "thrown" || what === "a good one") continue;
    expectWithContext(await read(w, await w.token("ada")), what).toStrictEqual([403, NO_ANSWER]);
  }
});

test("a provider that is enabled without an address denies access, and no request is sent", async () => {
  const w = await providedWorld();
  await w.ok("/v2/workspace/permissionproviderconfig/update", {
    permissionProviderConfig: { permissionProviderUrl: "" },
  });
  expect(await access(w, "ada")).toBe(NO_ANSWER);
  expect(w.receivers.calls.length).toBe(0);
});

test("an answer is valid for a minute, or until it expires, and not a moment longer", async () => {
  const w = await exampleWorld();
  const start = w.context.now();
  const provided = await providedWorld(({ userId }) =>
    userId === "lin" ? { hasAccess: true, expiresAt: start + 20_000 } : { hasAccess: true },
  );
  const calls = () => provided.receivers.calls.length;
  const [ada, lin] = [await provided.token("ada"), await provided.token("lin")];
  expect([await read(provided, ada), await read(provided, lin)].flat()).toStrictEqual([200, undefined, 200, undefined]);
  expect(calls()).toBe(2);
  provided.receivers.answer = replying(() => ({ hasAccess: false }));
  provided.advance(19_999);
  expect((await read(provided, lin))[0]).toBe(200);
  provided.advance(1);
  expect((await read(provided, lin))[0]).toBe(403);
  expectWithContext(calls(), "an expired answer is asked for again").toBe(3);
  provided.advance(39_999);
  expect((await read(provided, ada))[0]).toBe(200);
  provided.advance(1);
  expect((await read(provided, ada))[0]).toBe(403);
});

test("a failing provider is called twice, then not for five seconds, and its next answer applies", async () => {
  const w = await providedWorld();
  const good = w.receivers.answer;
  w.receivers.answer = () => ({ error: "The connection was refused.", body: "" });
  const statuses = [];
  for (const ms of [0, 4999, 1]) {
    w.advance(ms);
    statuses.push([(await access(w, "ada")) === NO_ANSWER, w.receivers.calls.length]);
  }
  expect(statuses).toStrictEqual([
    [true, 2],
    [true, 2],
    [true, 4],
  ]);
  w.receivers.answer = good;
  w.advance(5000);
  expect(await access(w, "ada")).toMatch(/^granted/);
  expect(w.logged.some(({ message }) => message === "the permission provider gave no answer")).toBe(true);
});

test("a failure holds for all users and resources for five seconds, so that a read waits for a single call", async () => {
  const w = await providedWorld();
  const good = w.receivers.answer;
  const [ada, lin] = [await w.token("ada"), await w.token("lin")];
  const calls = () => w.receivers.calls.length;
  const list = (token: string) => w.request("/v2/organizations/documents/get", { organizationId: "acme" }, { token });
  w.receivers.answer = () => ({ error: "No answer within 3 s.", body: "" });
  expect(await read(w, ada)).toStrictEqual([403, NO_ANSWER]);
  expect(calls()).toBe(2);
  w.receivers.answer = good;
  w.advance(4999);
  expect(await read(w, lin, homepage)).toStrictEqual([403, NO_ANSWER]);
  await list(lin);
  expectWithContext(calls(), "a failed provider is not asked").toBe(2);
  w.advance(1);
  expectWithContext(await read(w, lin, homepage), "a refusal lasts no longer than the outage").toStrictEqual([
    200,
    undefined,
  ]);
  w.advance(60_000);
  w.receivers.answer = () => ({ status: 503, body: "" });
  const before = calls();
  await list(lin);
  expectWithContext(
    calls() - before,
    "a list asks about the documents and about their ancestors, one after the other",
  ).toBe(2);
});

test("reads that wait for a provider end at its first failure, while those of other tenants keep waiting", async () => {
  const w = await providedWorld();
  const good = w.receivers.answer;
  const tenant = await w.newTenant();
  const elsewhere = { organizationId: "acme", documents: [{ documentId: "roadmap" }] };
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] }, { tenant });
  await w.ok("/v2/organizations/documents/add", elsewhere, { tenant });
  const permissionProviderConfig = { permissionProviderUrl: url, authToken: "secret-token" };
  const config = { usePermissionProvider: true, permissionProviderConfig };
  await w.ok("/v2/workspace/permissionproviderconfig/update", config, { tenant });
  const resolvers: ((fails: boolean) => void)[] = [];
  const failing: OutboundReply = { error: "No answer within 3 s.", body: "" };
  w.receivers.answer = async (call) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    resolvers.push(resolve);
    return (await promise) ? failing : good(call);
  };
  const reads = [];
  for (const token of [await w.token("ada"), await w.token("lin"), await w.token("ada", { tenant })]) {
    reads.push(read(w, token));
    await until(() => resolvers.length === reads.length);
  }
  const [ofAda, ofLin, ofOther] = resolvers;
  w.receivers.answer = () => failing;
  ofAda?.(true);
  expect(await reads[0]).toStrictEqual([403, NO_ANSWER]);
  ofLin?.(false);
  expectWithContext(await reads[1], "lin need not wait for the answer of a provider that failed").toStrictEqual([
    403,
    NO_ANSWER,
  ]);
  ofOther?.(false);
  expect(await reads[2]).toStrictEqual([200, undefined]);
});

test("after an outage only one call asks, until the provider has answered", async () => {
  const w = await providedWorld();
  const good = w.receivers.answer;
  const [ada, lin] = [await w.token("ada"), await w.token("lin")];
  w.receivers.answer = () => ({ error: "No answer within 3 s.", body: "" });
  await read(w, ada);
  w.advance(5000);
  const question = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  w.receivers.answer = async (call) => {
    question.resolve();
    await answer.promise;
    return good(call);
  };
  const first = read(w, ada);
  await question.promise;
  const before = w.receivers.calls.length;
  expect(await read(w, lin)).toStrictEqual([403, NO_ANSWER]);
  expect(w.receivers.calls.length).toBe(before);
  answer.resolve();
  expect(await first).toStrictEqual([200, undefined]);
  expect(await read(w, lin)).toStrictEqual([200, undefined]);
});

test("a refused or malformed call is no outage: the provider is asked about other users at once", async () => {
  const w = await providedWorld();
  const good = w.receivers.answer;
  for (const bad of [
    { status: 404, body: "" },
    { status: 200, body: "who?" },
  ]) {
    w.advance(60_000);
    w.receivers.answer = () => bad;
    expect(await access(w, "ada")).toBe(NO_ANSWER);
    w.receivers.answer = good;
    expect(await access(w, "lin")).toMatch(/^granted/);
    expect(await access(w, "ada")).toBe(NO_ANSWER);
  }
});

test("one failed attempt is retried", async () => {
  const w = await providedWorld();
  const good = w.receivers.answer;
  w.receivers.answer = (call) => (w.receivers.calls.length === 1 ? { status: 503, body: "" } : good(call));
  expect(await access(w, "ada")).toMatch(/^granted/);
  expect(w.receivers.calls.length).toBe(2);
});

test("concurrent identical questions share one call, and a list is sent fifty at a time", async () => {
  const w = await providedWorld();
  const token = await w.token("ada");
  await Promise.all(Array.from({ length: 20 }, () => read(w, token)));
  expect(w.receivers.calls.length).toBe(1);
  const documents = Array.from({ length: 99 }, (_, i) => ({ documentId: `d${i}` }));
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents });
  const resource = { type: "document", organizationId: "acme" };
  const questions = documents.map(({ documentId: id }) => ({ userId: "ada", resource: { ...resource, id } }));
  const { data } = await w.ok("/v2/auth/access/check", { questions });
  expect(data.every(({ allowed }: { allowed: boolean }) => allowed)).toBeTruthy();
  expect(w.receivers.calls.slice(1).map(({ json }) => json.data.requests.length)).toStrictEqual([50, 49]);
});

test("several questions in one call each get their own answer", async () => {
  const w = await providedWorld(({ resource }) => ({ hasAccess: resource.id === "homepage" }));
  const resource = { type: "document", organizationId: "acme" };
  const ids = ["roadmap", "homepage", "nowhere", "old-plan", "homepage"];
  const questions = ids.map((id) => ({ userId: "ada", resource: { ...resource, id } }));
  const { data } = await w.ok("/v2/auth/access/check", { questions });
  expect(data.map(({ allowed }: { allowed: boolean }) => allowed)).toStrictEqual([false, true, false, false, true]);
});

test("a change of the configuration applies at once here and within 60 seconds elsewhere, without old answers", async () => {
  const w = await providedWorld();
  const other = secondProcess(w);
  expect(await access(w, "zoe")).toMatch(/provider/);
  expect(await access(other, "zoe")).toMatch(/provider/);
  await w.ok("/v2/workspace/permissionproviderconfig/update", { usePermissionProvider: false });
  expect(await access(w, "zoe")).toMatch(/access type public/);
  w.advance(59_999);
  expect(await access(other, "zoe")).toMatch(/provider/);
  w.advance(1);
  expect(await access(other, "zoe")).toMatch(/access type public/);
  await w.ok("/v2/workspace/permissionproviderconfig/update", {
    usePermissionProvider: true,
    permissionProviderConfig: { permissionProviderUrl: "https://example.com/other" },
  });
  const before = w.receivers.calls.length;
  await access(w, "zoe");
  expect(w.receivers.calls.at(before)?.url).toBe("https://example.com/other");
});

test("questions about another tenant's users and documents with the same ids are separate", async () => {
  const w = await providedWorld();
  const tenant = await w.newTenant();
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "acme" }] }, { tenant });
  await w.ok(
    "/v2/organizations/documents/add",
    { organizationId: "acme", documents: [{ documentId: "roadmap" }] },
    { tenant },
  );
  await access(w, "ada");
  const token = await w.token("ada", { tenant });
  expect((await read(w, token))[0]).toBe(200);
  expectWithContext(w.receivers.calls.length, "the other tenant uses no provider").toBe(1);
});

test("verifyUserPermissions asks the provider: about authors of comments and recipients of notifications", async () => {
  const w = await providedWorld(({ userId }) => ({ hasAccess: userId === "ada" }));
  const comment = (userId: string) => ({ commentText: "Hm", from: { userId, name: userId } });
  const add = { ...homepage, annotationId: "headline", verifyUserPermissions: true };
  await w.ok("/v2/commentannotations/comments/add", { ...add, commentData: [comment("ada")] });
  const denied = await w.fails("/v2/commentannotations/comments/add", { ...add, commentData: [comment("lin")] });
  expect([denied.status, denied.details.access]).toStrictEqual([
    "PERMISSION_DENIED",
    "denied: the permission provider gives no access",
  ]);
  await w.ok("/v2/notifications/add", {
    ...roadmap,
    notificationId: "n1",
    actionUser: { userId: "grace" },
    verifyUserPermissions: true,
    ...{
      displayHeadlineMessageTemplate: "News",
      displayBodyMessage: "Look",
      notifyUsers: [{ userId: "ada" }, { userId: "lin" }],
    },
  });
  const listed = async (userId: string) =>
    (await w.ok("/v2/notifications/get", { organizationId: "acme", userId, notificationIds: ["n1"] })).data.length;
  expect([await listed("ada"), await listed("lin")]).toStrictEqual([1, 0]);
  const sources = w.receivers.calls.flatMap(({ json }) => json.data.requests as ProviderQuestion[]);
  expect(new Set(sources.map(({ resource }) => resource.source))).toStrictEqual(
    new Set(["setDocuments", "setNotifications"]),
  );
});

test("permissions/get returns the provider's answer, with role and expiry, instead of the stored permissions", async () => {
  const expiresAt = 4_000_000_000_000;
  const w = await providedWorld(({ userId, resource }) =>
    userId === "zoe" && resource.type !== "organization"
      ? { hasAccess: true, accessRole: "viewer", expiresAt }
      : { hasAccess: false },
  );
  const { data } = await w.ok("/v2/auth/permissions/get", {
    organizationId: "acme",
    userIds: ["ada", "zoe"],
    folderIds: ["designs"],
    documentIds: ["roadmap"],
  });
  expect(data.ada.documents.roadmap).toMatchObject({ errorCode: "permission_denied" });
  expect(data.ada.organization.acme).toMatchObject({ errorCode: "permission_denied" });
  for (const entry of [data.zoe.documents.roadmap, data.zoe.folders.designs])
    expect(entry).toMatchObject({ accessRole: "viewer", expiresAt: expiresAt / 1000 });
  expect(w.receivers.calls).toHaveLength(1);
});

test("no transaction waits for a provider, with an idempotency key or without, and each question is asked once", async () => {
  const w = await providedWorld(({ userId }) => ({ hasAccess: userId !== "lin" }));
  const comment = (userId: string) => ({ commentText: "Hm", from: { userId, name: userId } });
  const add = { ...homepage, annotationId: "headline", verifyUserPermissions: true };
  const before = (await w.ok("/v2/commentannotations/get", { ...homepage, annotationIds: ["headline"] })).data;
  for (const [userId, headers] of [
    ["ada", {}],
    ["mae", { "idempotency-key": "one" }],
    ["mae", { "idempotency-key": "one" }],
  ] as const)
    await w.ok("/v2/commentannotations/comments/add", { ...add, commentData: [comment(userId)] }, { headers });
  const [thread] = (await w.ok("/v2/commentannotations/get", { ...homepage, annotationIds: ["headline"] })).data;
  expect(thread.comments.length).toBe(before[0].comments.length + 2);
  expect(w.receivers.calls).toHaveLength(2);
  const users = ["ada", "lin"].map((userId) => ({ userId }));
  const notification = { notificationId: "n2", actionUser: { userId: "grace" }, displayBodyMessage: "Look" };
  await w.ok("/v2/notifications/add", {
    ...roadmap,
    ...notification,
    displayHeadlineMessageTemplate: "News",
    verifyUserPermissions: true,
    notifyUsers: users,
  });
  expect(w.receivers.calls).toHaveLength(3);
});

test("an answer that has already expired when it arrives denies access, and the transaction ends", async () => {
  const w = await providedWorld(() => ({ hasAccess: true, expiresAt: 1000 }));
  const commentData = [{ commentText: "Hm", from: { userId: "ada", name: "Ada" } }];
  const add = { ...homepage, annotationId: "headline", verifyUserPermissions: true, commentData };
  expect((await w.fails("/v2/commentannotations/comments/add", add)).status).toBe("PERMISSION_DENIED");
});

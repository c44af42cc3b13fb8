import { expect, test } from "@jest/globals";
import { testPaging } from "#testing/harness/properties/paging";
import { watchStore } from "#testing/harness/store/watched-store";
import { START, type World, world } from "#testing/harness/world";

const path = "/v2/workspace/auditlog/get";
const many = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}-${i}`);

async function log(w: World, filter: object = {}) {
  return (await w.ok(path, filter)).data;
}

async function addDocuments(w: World, documentIds: string[]): Promise<void> {
  await w.ok("/v2/organizations/documents/add", {
    organizationId: "acme",
    createOrganization: true,
    documents: documentIds.map((documentId) => ({ documentId })),
  });
}

test("a record names the caller, the target, the origin and the time of a change", async () => {
  const w = await world();
  const headers = { "x-request-id": "req-1" };
  const options = { headers, ip: "203.0.113.7" };
  const email = { useEmailService: true, emailServiceConfig: { apiKey: "SG.secret", fromCompany: "Acme" } };
  await w.ok("/v2/workspace/emailconfig/update", email, options);
  const { apiKeyId, workspaceId } = w.tenant;
  const { message, data } = await w.ok(path, {});
  expect(message).toBe("Audit log retrieved successfully.");
  const [{ id, ...record }] = data;
  expect(id).toMatch(/^aud_/);
  expect([data.length, record]).toStrictEqual([
    1,
    {
      time: START,
      action: "config.update",
      actor: { type: "apiKey", id: apiKeyId },
      apiKey: apiKeyId,
      ip: "203.0.113.7",
      requestId: "req-1",
      targets: { config: { ids: ["email"], count: 1 } },
      fields: ["useEmailService", "emailServiceConfig.apiKey", "emailServiceConfig.fromCompany"],
    },
  ]);
  w.advance(1);
  const reply = await w.ok("/v2/workspace/apikey/create", { ownerEmail: "ada@example.com", type: "testing" });
  expect((await log(w))[0]).toMatchObject({
    time: START + 1,
    action: "apiKey.create",
    actor: { type: "workspace", id: workspaceId },
    apiKey: reply.data.apiKey,
  });
});

test("calls that change nothing are not recorded: refused calls, failed items, domains that were already allowed", async () => {
  const w = await world();
  await addDocuments(w, ["a", "b"]);
  await w.fails("/v2/workspace/features/update", { apiKey: w.tenant.apiKeyId, features: {} });
  await w.ok("/v2/workspace/domains/delete", { domains: ["example.com"] });
  await w.ok("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["lost"] });
  expect(await log(w)).toStrictEqual([]);
  await w.ok("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["a", "lost", "b"] });
  expect((await log(w)).map((one: { targets: object }) => one.targets)).toStrictEqual([
    { organizationId: { ids: ["acme"], count: 1 }, documentId: { ids: ["a", "b"], count: 2 } },
  ]);
});

test("fields of documents and users are recorded where they change access, and only there", async () => {
  const w = await world();
  await addDocuments(w, ["a"]);
  const change = (more: object) =>
    w.ok("/v2/organizations/documents/update", { organizationId: "acme", documents: [{ documentId: "a", ...more }] });
  await change({ documentName: "A", "my field": 1 });
  await w.ok("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }] });
  expect(await log(w)).toStrictEqual([]);
  await change({ accessType: "restricted", "my field": 2 });
  await w.ok("/v2/users/update", { organizationId: "acme", users: [{ userId: "ada", accessRole: "viewer" }] });
  const logged = await log(w);
  expect(new Map(logged.map((one: { action: string; fields: string[] }) => [one.action, one.fields]))).toStrictEqual(
    new Map([
      ["document.accessType.update", ["documents[].accessType"]],
      ["user.role.set", ["users[].accessRole"]],
    ]),
  );
});

test("a call of several transactions has a record for each, with the first 50 ids and the number of ids", async () => {
  const w = await world();
  const documentIds = many("doc", 250);
  await addDocuments(w, documentIds);
  const headers = { "x-request-id": "many" };
  await w.ok("/v2/organizations/documents/delete", { organizationId: "acme", documentIds }, { headers });
  const records: { requestId: string; targets: { documentId: { ids: string[]; count: number } } }[] = await log(w);
  expect(records.map(({ requestId }) => requestId)).toStrictEqual(["many", "many"]);
  const lists = records.map(({ targets }) => targets.documentId).sort((a, b) => b.count - a.count);
  expect(lists).toStrictEqual([
    { ids: documentIds.slice(0, 50), count: 200 },
    { ids: documentIds.slice(200), count: 50 },
  ]);
});

test("a change and its record are one transaction: without the record nothing changes", async () => {
  const w = await world({
    wrapStore: (store) =>
      watchStore(store, (place) => {
        if (/\/auditLog\/aud_/.test(place)) throw new Error("no room for the record");
      }),
  });
  const { apiKeyId: apiKey, authToken } = w.tenant;
  expect((await w.fails("/v2/workspace/authtoken/reset", { apiKey })).http).toBe(500);
  expect((await w.fails("/v2/workspace/apikeyconfig/update", { requireJwtToken: true })).http).toBe(500);
  expect((await w.ok("/v2/workspace/authtokens/get", { apiKey })).data.authTokens[0].token).toBe(authToken);
  expect((await w.ok("/v2/workspace/apikeyconfig/get", {})).data.requireJwtToken).toBe(false);
});

test("a call that is repeated with its Idempotency-Key has one record", async () => {
  const w = await world();
  const reset = () =>
    w.ok("/v2/workspace/authtoken/reset", { apiKey: w.tenant.apiKeyId }, { headers: { "idempotency-key": "k" } });
  expect(await reset()).toStrictEqual(await reset());
  expect((await log(w)).length).toBe(1);
});

test("records are listed by key, action, actor and time, newest first", async () => {
  const w = await world();
  const { apiKeyId: apiKey, workspaceId } = w.tenant;
  const second = (await w.ok("/v2/workspace/apikey/create", { ownerEmail: "ada@example.com", type: "testing" })).data;
  w.advance(1000);
  await w.ok("/v2/workspace/apikey/update", { apiKey, apiKeyName: "First" });
  w.advance(1000);
  await w.ok("/v2/workspace/domains/add", { domains: ["example.com"] });
  w.advance(1000);
  await w.ok("/v2/workspace/apikey/update", { apiKey: second.apiKey, apiKeyName: "Second" });
  const times = async (filter: object) =>
    (await log(w, filter)).map(({ time }: { time: number }) => (time - START) / 1000);
  expect(await times({})).toStrictEqual([3, 2, 1, 0]);
  expect(await times({ apiKey })).toStrictEqual([2, 1]);
  expect(await times({ apiKey: second.apiKey, action: "apiKey.update" })).toStrictEqual([3]);
  expect(await times({ action: "apiKey.update" })).toStrictEqual([3, 1]);
  expect(await times({ actor: { type: "workspace" } })).toStrictEqual([3, 1, 0]);
  expect(await times({ actor: { type: "workspace", id: workspaceId }, action: "apiKey.create" })).toStrictEqual([0]);
  expect(await times({ actor: { type: "apiKey", id: apiKey } })).toStrictEqual([2]);
  expect(await times({ actor: { type: "operator" } })).toStrictEqual([]);
  expect(await times({ from: START + 1000, to: START + 2000 })).toStrictEqual([2, 1]);
  expect(await times({ to: START })).toStrictEqual([0]);
  expect(await times({ from: START + 3000, action: "apiKey.update" })).toStrictEqual([3]);
  const page = await w.ok(path, { from: START + 2000, pageSize: 1 });
  const next = await w.ok(path, { from: START + 2000, pageSize: 1, pageToken: page.pageToken });
  expect([page.data[0].time, next.data[0].time]).toStrictEqual([START + 3000, START + 2000]);
  const last = next.pageToken && (await w.ok(path, { from: START + 2000, pageSize: 1, pageToken: next.pageToken }));
  expect(last?.data ?? []).toStrictEqual([]);
});

test("an action that no change has is refused by name, and the message lists the actions", async () => {
  const w = await world();
  for (const action of ["apikey.create", "apiKey", ""]) {
    const { status, message } = await w.fails(path, { action });
    expect(status).toBe("INVALID_ARGUMENT");
    expect(message).toMatch(/^data\.action must be one of .*`apiKey\.create`/);
  }
});

testPaging(path, "changes of a workspace", {
  plainIds: true,
  query: { action: "domain.add" },
  insert: (w, id) => w.ok("/v2/workspace/domains/add", { domains: [`${id}.example.com`] }),
  ids: (data: { targets: { domain: { ids: string[] } } }[]) =>
    data.flatMap(({ targets }) => targets.domain.ids.map((domain) => domain.split(".")[0] ?? "")),
});

import { describe, expect, test } from "@jest/globals";
import { createApiKey } from "#domain/configs/store/new-api-key";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { workspacePath } from "#domain/workspaces/store/workspaces";
import type { CallEndpoint } from "#http/endpoint";
import { callEndpoints } from "#src/endpoints";
import type { Store } from "#store/port";
import { comparableReply } from "#testing/harness/comparable-reply";
import { addExampleData, exampleOf } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { ensure } from "#testing/harness/jest/ensure";
import { type Dump, dumpBelow } from "#testing/harness/store/store-dump";
import { watchStore } from "#testing/harness/store/watched-store";
import type { Tenant, World } from "#testing/harness/world";
import { worldsWith } from "#testing/harness/world-image";
import { doorOf } from "#testing/suites/conformance/door";
import { inputSchema } from "#testing/suites/conformance/schema";

/** Contained in every name and address of A's data, and in no other text. */
const SECRET = "-of-workspace-a";
const OWNER = "owner-of-workspace-a@example.com";

const secondKey = {
  ownerEmail: OWNER,
  type: "production" as const,
  createAuthToken: true,
  allowedDomains: [] as string[],
  addLocalHostToAllowedDomains: false,
  requireAutoOrgUser: false,
  enablePrivateComments: false,
};

/** Paths of the key and the workspace of a tenant. */
const rootsOf = ({ apiKeyId, workspaceId }: Tenant) => [apiKeyPath(apiKeyId), workspacePath(workspaceId)];

/** Creates worlds of two tenants: B has data or only its key; A has data or does not exist. */
function worldsOf({ hasA, hasB }: { hasA: boolean; hasB: boolean }) {
  const tenants: { a?: Tenant } = {};
  const make = worldsWith(async (w) => {
    const a = await w.newTenant(OWNER);
    tenants.a = a;
    if (hasA) await addExampleData(w, a, SECRET);
    else await w.context.store.commit(rootsOf(a).map((path) => ({ op: "delete", path })));
    await addExampleData(w, w.tenant);
    if (!hasB) await w.context.store.commit(await deletionOfTree(w, w.tenant));
  });
  return async (wrapStore: (store: Store) => Store) => {
    const w = await make({ wrapStore, isImageWrapped: true });
    ensure(tenants.a);
    return { w, a: tenants.a };
  };
}

const worlds = [false, true].flatMap((hasA) => [false, true].map((hasB) => worldsOf({ hasA, hasB })));

/** A world in which B calls. Reports which documents of A were touched. */
async function twoTenants({ hasA, hasB }: { hasA: boolean; hasB: boolean }) {
  const touched: string[] = [];
  const make = worlds[(hasA ? 2 : 0) + (hasB ? 1 : 0)];
  ensure(make);
  const { w, a } = await make((store) => watchStore(store, (path) => touched.push(path)));
  const roots = rootsOf(a);
  const ofA = () => touched.filter((path) => roots.some((root) => path === root || path.startsWith(`${root}/`)));
  const all = async (): Promise<Dump[]> => Promise.all(roots.map((root) => dumpBelow(w.context.store, root)));
  const forget = () => void touched.splice(0);
  return { w, a, dumpOfA: all, touchedOfA: ofA, forget };
}

/** The deletion of everything of the tenant except its key, which keeps its features. */
async function deletionOfTree(w: World, { apiKeyId }: Tenant) {
  const root = apiKeyPath(apiKeyId);
  const paths = Object.keys(await dumpBelow(w.context.store, root)).filter((path) => path !== root);
  return paths.map((path) => ({ op: "delete" as const, path }));
}

/** Data with the ids of A and the secrets of B, which does not know A's secrets. */
function dataOfB(endpoint: CallEndpoint, a: Tenant, b: Tenant): unknown {
  return exampleOf(endpoint, { ...b, apiKeyId: a.apiKeyId, workspaceId: a.workspaceId });
}

/**
 * The documents of A that B may touch: only the read that shows that a key is not of B's workspace, or a token not A's.
 */
function touchable({ auth, path }: CallEndpoint, a: Tenant): string[] {
  if (path === "/v2/workspace/sessions/create") return [workspacePath(a.workspaceId)];
  return auth === "workspace" ? [apiKeyPath(a.apiKeyId)] : [];
}

/** B's call with the ids of A: those in the example, and the id of A's key. */
async function callOfB(endpoint: CallEndpoint, tenants: { hasA: boolean; hasB: boolean }) {
  const { w, a, dumpOfA, touchedOfA, forget } = await twoTenants(tenants);
  const before = await dumpOfA();
  forget();
  const reply = await doorOf(w, endpoint).send({ data: dataOfB(endpoint, a, w.tenant) });
  await w.drain();
  const touched = touchedOfA();
  expectWithContext(await dumpOfA(), "a call of B has changed data of A").toStrictEqual(before);
  return { reply: comparableReply(reply, [w.tenant, a]), text: JSON.stringify(reply), touched, a };
}

for (const endpoint of callEndpoints)
  describe(endpoint.path, () => {
    for (const hasB of [false, true])
      test(`shows and changes nothing of another tenant, ${hasB ? "whose ids are also the caller's own" : "and answers as if it had never existed"}`, async () => {
        const { reply, text, touched, a } = await callOfB(endpoint, { hasA: true, hasB });
        expectWithContext(
          !text.includes(SECRET) && !text.includes(OWNER),
          `the reply shows data of another tenant: ${text}`,
        ).toBe(true);
        expectWithContext([...new Set(touched)], "a call of B has read data of A").toStrictEqual(
          touched.length > 0 ? touchable(endpoint, a) : [],
        );
        expect(reply).toStrictEqual((await callOfB(endpoint, { hasA: false, hasB })).reply);
      });

    const { pageToken: takesToken, pageSize: takesSize } = inputSchema(endpoint.input).properties ?? {};
    if (takesToken && takesSize)
      test("refuses the page token of another tenant", async () => {
        const { w, a } = await twoTenants({ hasA: true, hasB: true });
        await createApiKey(w.context, a.workspaceId, secondKey);
        const { send, refuses } = doorOf(w, endpoint);
        const { required = [] } = inputSchema(endpoint.input);
        const example = Object.entries(exampleOf(endpoint, a) as object);
        // Only the required fields: others might narrow the list to one page.
        const data = { ...Object.fromEntries(example.filter(([name]) => required.includes(name))), pageSize: 1 };
        const { body } = await send({ tenant: a, data });
        const pageToken = body.result?.pageToken ?? body.result?.nextPageToken;
        expectWithContext(pageToken, `a page of one has no page token: ${JSON.stringify(body)}`).toBeTruthy();
        const message = "data.pageToken does not belong to this query. Leave it out to start at the first page.";
        await refuses({ data: { ...data, pageToken } }, "INVALID_ARGUMENT", message);
        const next = await send({ tenant: a, data: { ...data, pageToken } });
        expectWithContext(next.status, "its own tenant may use it").toBe(200);
        expectWithContext(next.body.result.data, "the next page is the same page").not.toStrictEqual(body.result.data);
      });
  });

test("the matrix detects a handler that reads another tenant's data", async () => {
  const { w, a, touchedOfA, forget } = await twoTenants({ hasA: true, hasB: true });
  forget();
  const path = `${apiKeyPath(a.apiKeyId)}/organizations/acme/users/ada`;
  expectWithContext(JSON.stringify(await w.context.store.get(path)), "A's data is not marked").toContain(SECRET);
  await w.context.store.transact(async (tx) => tx.merge(path, {}));
  await w.context.store.bulk([{ op: "merge", path, data: {} }]);
  await w.context.store.count({ group: "recordings", under: `${apiKeyPath(a.apiKeyId)}/organizations/acme` });
  expect(touchedOfA().length).toBe(4);
});

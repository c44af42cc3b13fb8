import { expect } from "@jest/globals";
import type { StoredAuditRecord } from "#domain/audit/store/audit-log";
import type { CallEndpoint } from "#http/endpoint";
import { exampleOf } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { dump } from "#testing/harness/store/store-dump";
import { START, type World } from "#testing/harness/world";
import type { Check } from "./check.ts";
import { openDoor } from "./door.ts";

const requestId = "audited-example";

/** Fields with ids, which a record may contain. */
const isId = (key: string) => /^(apiKey|id|uid|domains?\w*)$|Ids?$/.test(key);

/** The audit records of all workspaces, by path. */
async function auditRecords(w: World): Promise<Map<string, StoredAuditRecord>> {
  const paths = Object.keys(await dump(w.context.store)).filter((path) => /^workspaces\/[^/]+\/auditLog\//.test(path));
  const docs = await w.context.store.getMany<StoredAuditRecord>(paths);
  return new Map(docs.flatMap((doc) => (doc ? [[doc.path, doc.data]] : [])));
}

/** Every text of a request or reply that is not an id, such as a token, a name or an address. */
function textsOf(value: unknown, key = ""): string[] {
  if (typeof value === "string") return isId(key) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((one) => textsOf(one, key));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => textsOf(child, name));
}

/** Secrets of the world's tenant, including those of its webhook endpoints. */
async function secretsOf(w: World): Promise<string[]> {
  const { tenant } = w;
  const endpoints = await Promise.all(
    ["ep_1", "ep_2", "ep_3"].map((endpointId) =>
      w.ok("/v2/workspace/advancedwebhook/endpoints/secret/get", { endpointId }),
    ),
  );
  return [tenant.authToken, tenant.workspaceToken, ...endpoints.map(({ data }) => data.secret)];
}

/** The records of an endpoint's example, and every text that they must not contain. */
async function recordsOfExample(endpoint: CallEndpoint) {
  const { w, send } = await openDoor(endpoint);
  const secrets = await secretsOf(w);
  const before = await auditRecords(w);
  const { status, body } = await send({ headers: { "x-request-id": requestId } });
  expectWithContext(status, JSON.stringify(body)).toBe(200);
  await w.drain();
  const records = [...(await auditRecords(w))].flatMap(([path, data]) => (before.has(path) ? [] : [data]));
  const forbidden = [...secrets, ...textsOf(exampleOf(endpoint, w.tenant)), ...textsOf(body.result)];
  return { w, records, forbidden };
}

function actorOf({ auth }: CallEndpoint, { tenant }: World): string {
  if (auth === "public") return "public";
  return auth === "workspace" ? `workspace:${tenant.workspaceId}` : `apiKey:${tenant.apiKeyId}`;
}

/** Whether the endpoint declares its example as an administrative change. */
function isAudited({ audit, example, input }: CallEndpoint): boolean {
  return audit ? (audit.when?.(input.parse(example)) ?? true) : false;
}

/** The audit records of a call (docs/behaviour.md#audit-log). */
export const auditChecks: Check[] = [
  {
    guarantee: "leaves one record in the audit log of who changed what, when and from where, without any values",
    applies: isAudited,
    async run(endpoint) {
      const { w, records, forbidden } = await recordsOfExample(endpoint);
      expect(records.length).toBe(1);
      const [record] = records;
      const { audit } = endpoint;
      expect(record).toMatchObject({
        action: audit ? audit.action : undefined,
        actor: actorOf(endpoint, w),
        ip: "192.0.2.1",
        requestId,
        time: START,
      });
      // A session belongs to the workspace, whatever its API keys.
      const isOfKey = endpoint.auth !== "public" && !endpoint.path.includes("/sessions/");
      if (isOfKey) expect(record?.apiKeyId).toBeDefined();
      const text = Object.values(record ?? {}).join("\n");
      // A single word, such as a role, may be part of a name.
      for (const value of forbidden)
        expectWithContext(text.includes(/^\w{0,12}$/.test(value) ? `"${value}"` : value), `${value} in ${text}`).toBe(
          false,
        );
    },
  },
  {
    guarantee: "leaves nothing in the audit log, as it declares",
    applies: (endpoint) => !isAudited(endpoint),
    async run(endpoint) {
      expect((await recordsOfExample(endpoint)).records).toStrictEqual([]);
    },
  },
];

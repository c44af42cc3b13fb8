import { defaultFeatures } from "@atrium/functions/domain/workspaces/features";
import { apiKeyPath } from "@atrium/functions/domain/workspaces/store/api-keys";
import { createWorkspace } from "@atrium/functions/domain/workspaces/store/workspaces";
import type { Fleet } from "./fleet.ts";
import { DOCUMENTS, type Kind, kinds, ORGANIZATIONS, USERS } from "./traffic-kinds.ts";

/** Number of organizations whose events a webhook endpoint receives. */
const CHANNELS = 10;

/** The credentials of the tenant. */
export interface Tenant {
  apiKeyId: string;
  authToken: string;
}

/** Creates the tenant with its organizations, documents, people, threads and webhook endpoints. */
export async function makeTenant(fleet: Fleet, endpoints: number): Promise<Tenant> {
  const { context } = fleet.instance("set-up");
  const newWorkspace = await fleet.time.until(createWorkspace(context, { ownerEmail: "ada@example.com" }));
  const tenant = { apiKeyId: newWorkspace.apiKeyId, authToken: newWorkspace.apiKeyAuthToken };
  const features = { ...defaultFeatures, activityService: true };
  const path = apiKeyPath(tenant.apiKeyId);
  await fleet.time.until(context.store.commit([{ op: "update", path, data: { features } }]));
  const call = (path: string, data: unknown) => fleet.call(path, data, tenant);
  const filling = Array.from({ length: ORGANIZATIONS }, (_, i) => fillOrganization(call, `o${i}`));
  await fleet.time.until(Promise.all(filling));
  await fleet.time.until(addEndpoints(call, endpoints));
  return tenant;
}

type Call = (path: string, data: unknown) => Promise<unknown>;

async function fillOrganization(call: Call, organizationId: string): Promise<void> {
  const users = Array.from({ length: USERS }, (_, i) => ({ userId: `u${i}`, name: `User ${i}` }));
  const documents = Array.from({ length: DOCUMENTS }, (_, i) => ({ documentId: `d${i}` }));
  await call("/v2/organizations/add", { organizations: [{ organizationId }] });
  await call("/v2/organizations/documents/add", { organizationId, documents });
  await call("/v2/users/add", { organizationId, users });
  const commentData = [{ commentText: "First", from: users[0] }];
  const commentAnnotations = [{ annotationId: "t0", commentData }];
  for (const { documentId } of documents)
    await call("/v2/commentannotations/add", { organizationId, documentId, commentAnnotations });
}

async function addEndpoints(call: Call, count: number): Promise<void> {
  await call("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true });
  for (let i = 0; i < count; i++) {
    const channels = Array.from({ length: CHANNELS }, (_, n) => `organization:o${(i * CHANNELS + n) % ORGANIZATIONS}`);
    const url = `https://receiver-${i}.example.com/`;
    await call("/v2/workspace/advancedwebhook/endpoints/create", { url, channels });
  }
}

/** Requests of one tenant, sent evenly at a given rate without waiting for the replies. */
export class Traffic {
  readonly #fleet: Fleet;
  readonly #tenant: Tenant;
  /** Number of requests sent, by kind. */
  readonly #sentCounts = new Map<Kind, number>();
  #count = 0;

  constructor(fleet: Fleet, tenant: Tenant) {
    this.#fleet = fleet;
    this.#tenant = tenant;
  }

  /** Sends requests for `seconds`. */
  async send(perSecond: number, seconds: number): Promise<void> {
    const before = this.#count;
    for (let ms = 1; ms <= seconds * 1000; ms++) {
      while (this.#count - before < (ms * perSecond) / 1000) this.#sendOne();
      await this.#fleet.time.pass(1);
    }
  }

  #sendOne(): void {
    const kind = kindOf(this.#count++);
    const n = this.#sentCounts.get(kind) ?? 0;
    this.#sentCounts.set(kind, n + 1);
    // The fleet counts failures.
    this.#fleet.call(kind.path, kind.data(n), this.#tenant).catch(() => {});
  }
}

/** The kind of the `n`th request: all kinds get their shares, evenly mixed. */
function kindOf(n: number): Kind {
  let at = (n * 0.618_033_988_75) % 1;
  for (const kind of kinds) {
    at -= kind.share;
    if (at < 0) return kind;
  }
  return kinds[0] as Kind;
}

// `node functions/testing/suites/cost/table.ts` prints the cost of each endpoint: measured, declared and lower bound.
import { permissionProviders } from "#domain/access/store/permission-providers";
import { decide } from "#domain/access/store/user-decisions";
import { recentSubscriptions } from "#domain/events/store/subscriptions";
import { loadOrganization } from "#domain/organizations/store/organizations";
import type { ApiKeyRecord } from "#domain/workspaces/api-key";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import type { CallEndpoint, DeclaredCost } from "#http/endpoint";
import type { CallingUser } from "#src/call";
import { callEndpoints } from "#src/endpoints";
import type { Cost } from "#store/metered";
import { RecentStore } from "#store/recent-store";
import { exampleOf, exampleWorld } from "#testing/harness/example-world";
import { inRounds } from "#testing/harness/store/rounds";
import { actorOf, exampleForUsers } from "#testing/harness/user-example";
import type { World } from "#testing/harness/world";
import { doorOf, type EndpointRequest } from "#testing/suites/conformance/door";

/** The counts of a declared cost, without its reasons. */
export function countsOf({ reads, writes, trips }: Cost): Cost {
  return { reads, writes, trips };
}

/** The lower bound for answering the example, estimated by hand. */
export function leastOf({ reads, leastReads = reads, writes, trips }: DeclaredCost): Cost {
  return { reads: leastReads, writes, trips };
}

/** Runs the endpoint's example once, with warm caches. @throws when the example fails. */
export async function measureCost(endpoint: CallEndpoint): Promise<Cost> {
  return measure(await recentWorld(), endpoint, {});
}

/** Runs the example with the token of the user who acts in it; undefined if the endpoint accepts none. */
export async function measureCostByUser(endpoint: CallEndpoint): Promise<Cost | undefined> {
  if (!endpoint.user) return undefined;
  const w = await recentWorld();
  const userId = actorOf(endpoint, w);
  await warmUp(w, endpoint, userId);
  return measure(w, endpoint, { token: await w.token(userId), data: exampleForUsers(endpoint, w) });
}

/**
 * A world over a `RecentStore`, as in the cloud, which already remembers the examples' organization and subscriptions.
 */
async function recentWorld(): Promise<World> {
  const timing = { now: () => 0, pause: async () => undefined };
  const w = await exampleWorld({ wrapStore: (store) => new RecentStore(inRounds(store), timing) });
  await rememberExample(w);
  return w;
}

async function measure(w: World, endpoint: CallEndpoint, request: EndpointRequest): Promise<Cost> {
  const { send } = doorOf(w, endpoint);
  await send({ ...request, raw: "" });
  const { status, body } = await send(request);
  if (status !== 200) throw new Error(`${endpoint.path} answered ${JSON.stringify(body)}`);
  const line = w.logged.findLast(({ message }) => message === "request");
  if (!line) throw new Error("the request was not logged");
  await w.drain();
  return countsOf(line.fields as unknown as Cost);
}

/**
 * Makes a process on Firestore remember the organization of the examples, the subscriptions of its API key, and whether
 * a permission provider decides.
 */
export async function rememberExample(w: World): Promise<void> {
  const apiKey = (await findApiKey(w.context.store, w.tenant.apiKeyId)) as ApiKeyRecord;
  const call = { ...w.context, requestId: "warm", apiKey };
  await loadOrganization(w.context.store, call, "acme");
  await permissionProviders(w.context).find(call);
  await recentSubscriptions(w.context.store, apiKey.apiKeyId);
}

/** Makes the process remember what it would after a first call about the example's places. */
async function warmUp(w: World, { user: rule, input, ...endpoint }: CallEndpoint, userId: string): Promise<void> {
  const apiKey = (await findApiKey(w.context.store, w.tenant.apiKeyId)) as ApiKeyRecord;
  const user: CallingUser = {
    userId,
    name: "",
    email: "",
    isAdmin: false,
    resources: [],
    tokenId: "",
    issuedAt: 0,
    expiresAt: 0,
  };
  const places = [rule?.on(input.parse(exampleOf(endpoint, w.tenant))) ?? []].flat();
  const questions = places.map((place) => ({ place, action: "read" as const }));
  await decide({ ...w.context, requestId: "warm", apiKey, user }, questions);
}

/** A line of the table for reading; `*` marks what costs more than the minimum. */
function costLine({ path, cost }: CallEndpoint, measured: Cost, width: number): string {
  const least = leastOf(cost);
  const cells = (["reads", "writes", "trips"] as const).map((name) =>
    `${measured[name]}${measured[name] > least[name] ? "*" : " "} ${cost[name]} ${least[name]}`.padStart(13),
  );
  return [path.padEnd(width), ...cells, ...(cost.note ? [`  ${cost.note}`] : [])].join("");
}

async function main(): Promise<void> {
  const width = Math.max(...callEndpoints.map(({ path }) => path.length));
  process.stdout.write(`${"measured, declared, least".padEnd(width)}        reads       writes        trips\n`);
  for (const endpoint of callEndpoints)
    process.stdout.write(`${costLine(endpoint, await measureCost(endpoint), width)}\n`);
}

if (import.meta.main) void main();

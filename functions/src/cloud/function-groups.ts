import type { Instance } from "#http/instance";

/**
 * The group that serves a topic's paths, by the first segment after the version. Topics not listed have their own
 * group.
 */
const groupOfTopic: Readonly<Record<string, string>> = {
  activities: "notifications",
  auth: "users",
  commentannotations: "comments",
  crdt: "editors",
  livestate: "live",
  presence: "live",
  recordings: "comments",
};

/** An endpoint that has its own function or shares one. */
interface Served {
  path: string;
  kind: string;
  instance?: Instance | undefined;
}

/**
 * Endpoints that share a function, by the last segment of the function's name (`api-users`). Only calls share one:
 * pages need no secrets or have their own addresses, and streams last an hour.
 */
export function functionGroups<E extends Served>(endpoints: readonly E[]): Map<string, [E, ...E[]]> {
  const calls = endpoints.filter(({ kind }) => kind === "call");
  const topicOf = ({ path }: E) => path.split("/")[2] ?? "";
  const groups = Map.groupBy(calls, (endpoint) => groupOfTopic[topicOf(endpoint)] ?? topicOf(endpoint));
  return groups as Map<string, [E, ...E[]]>;
}

/** Position of a group's function in the export tree. */
export function groupPlace(group: string): string[] {
  return ["api", group];
}

/** Function options that satisfy every endpoint: the most memory and time, and the lowest concurrency. */
export function groupInstance(endpoints: readonly Served[]): Instance {
  const instances = endpoints.flatMap(({ instance }) => instance ?? []);
  const memory = (["1GiB", "512MiB"] as const).find((size) => instances.some((one) => one.memory === size));
  const concurrencies = instances.flatMap(({ concurrency }) => concurrency ?? []);
  const timeouts = instances.flatMap(({ timeoutSeconds }) => timeoutSeconds ?? []);
  return {
    ...(memory && { memory }),
    ...(concurrencies.length > 0 && { concurrency: Math.min(...concurrencies) }),
    ...(timeouts.length > 0 && { timeoutSeconds: Math.max(...timeouts) }),
  };
}

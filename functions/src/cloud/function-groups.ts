import type { Instance } from "#http/instance";

/** Where the paths of a topic are served, by the first segment after the version. Any other topic has a group of its own. */
const groupOfTopic: Readonly<Record<string, string>> = {
  activities: "notifications",
  auth: "users",
  commentannotations: "comments",
  crdt: "editors",
  livestate: "live",
  presence: "live",
  recordings: "comments",
};

/** An endpoint that has, or shares, a function. */
interface Served {
  path: string;
  kind: string;
  instance?: Instance | undefined;
}

/**
 * Endpoints that share a function, by its name's last segment (`api-users`). Only calls do: pages answer without secrets or at
 * addresses of their own, and streams last an hour.
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

/** The options of a function that satisfy each of its endpoints: the most memory and time, and the fewest requests at once. */
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

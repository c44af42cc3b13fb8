import type { Endpoint } from "./endpoint.ts";

/** Each endpoint at its own path and, where it has one, at its path in v1; by path. */
export function withAliases(declared: readonly Endpoint[]): readonly Endpoint[] {
  const all = declared.flatMap(({ alsoAt, ...endpoint }) =>
    alsoAt ? [endpoint, { ...endpoint, path: alsoAt, aliasOf: endpoint.path }] : [endpoint],
  );
  return all.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Where the file of an endpoint stands below `api/`, with a leading slash and without its ending. */
export function filePath({ path, aliasOf }: Pick<Endpoint, "path" | "aliasOf">): string {
  return aliasOf ?? path;
}

import { type Endpoint, isCall } from "./endpoint-kinds.ts";

/** The endpoints, sorted by path; one with an alias occurs at both paths. */
export function withAliases(declared: readonly Endpoint[]): readonly Endpoint[] {
  const all = declared.flatMap((endpoint): Endpoint[] => {
    if (!isCall(endpoint) || !endpoint.alsoAt) return [endpoint];
    const { alsoAt, ...rest } = endpoint;
    return [rest, { ...rest, path: alsoAt, aliasOf: rest.path }];
  });
  return all.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Path of an endpoint's file below `api/`, with a leading slash and without its extension; for `/` it is `/index`.
 * Leading dots of folders are left out, because tools skip hidden folders.
 */
export function filePath(endpoint: { path: string; aliasOf?: string | undefined }): string {
  return (endpoint.aliasOf ?? endpoint.path).replace("/.", "/").replace(/^\/$/, "/index");
}

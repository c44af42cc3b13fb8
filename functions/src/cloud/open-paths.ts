/** What has functions of its own beside endpoints and jobs, by their names: where hosting serves it. */
export const openPaths = { health: "/health", jwks: "/.well-known/jwks.json", stream: "/v2/documents/stream" };

/** What is answered to anybody, by the name of its function: where hosting serves it. */
export const openPaths = { health: "/health", jwks: "/.well-known/jwks.json" };

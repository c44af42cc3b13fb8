import type { Auth, CallEndpoint } from "../endpoint.ts";
import type { JsonObject } from "./json.ts";

/** Security requirements by level of credentials: all schemes of one object are required. */
const requirements: { [auth in Auth]: JsonObject[] } = {
  apiKey: [{ apiKey: [], authToken: [] }],
  workspace: [{ workspaceId: [], workspaceAuthToken: [] }],
  public: [],
};

/** The `security` of an operation: alternatives, of which one is required. */
export function security({
  auth,
  user,
  credentialsInBody,
}: Pick<CallEndpoint, "auth" | "user" | "credentialsInBody">): JsonObject[] {
  return [...requirements[auth], ...(user ? [{ userToken: [] }] : []), ...(credentialsInBody ? [{}] : [])];
}

/** The security schemes (docs/behaviour.md#credentials). @param brand segment of the header names. */
export function securitySchemes(brand: string): { [name: string]: JsonObject } {
  const header = (name: string, description: string) => ({
    type: "apiKey",
    in: "header",
    name: `x-${brand}-${name}`,
    description,
  });
  return {
    apiKey: header("api-key", "Id of the API key, such as `ak_…`. Goes together with its auth token."),
    authToken: header("auth-token", "An auth token of the API key. Keep it on your server."),
    workspaceId: header("workspace-id", "Id of the workspace, such as `ws_…`. Goes together with its auth token."),
    workspaceAuthToken: header("workspace-auth-token", "The auth token of the workspace. Keep it on your server."),
    userToken: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description: "A user token from /v2/auth/generate_token, instead of the API key: for calls from a browser.",
    },
  };
}

import * as z from "zod";
import {
  apiKeyPath,
  DEFAULT_TOKEN_NAME,
  loadApiKey,
  newAuthToken,
  replaceToken,
} from "#domain/workspaces/store/api-keys";
import { credentials } from "#domain/workspaces/store/credentials";
import { AuthToken, ShortName } from "#domain/workspaces/workspace";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/workspace/authtoken/reset",
  auth: "workspace",
  kind: "write",
  audit: { action: "authToken.reset", target: ({ apiKey }) => ({ apiKey }) },
  summary: "Replace an auth token of an API key, or add one under a new name.",
  input: z.object({ apiKey: Id, name: ShortName.default(DEFAULT_TOKEN_NAME) }),
  output: z.object({ apiKey: z.string(), newAuthToken: AuthToken }),
  cost: { reads: 1, writes: 2, trips: 2 },
  example: { apiKey: "{apiKey}", name: "Build server" },
  async handle(call, { apiKey: apiKeyId, name }) {
    const { stored, token } = newAuthToken(call, name);
    const domains = await call.store.transact(async (tx) => {
      const apiKey = await loadApiKey(tx, call.workspaceId, apiKeyId);
      const authTokens = replaceToken(apiKey.authTokens, stored);
      tx.update(apiKeyPath(apiKeyId), { authTokens });
      return authTokens.find(({ hash }) => hash === stored.hash)?.domains ?? [];
    });
    credentials(call).forget("apiKey", apiKeyId);
    return {
      message: "Auth token reset successfully.",
      data: { apiKey: apiKeyId, newAuthToken: { token, name, domains } },
    };
  },
});

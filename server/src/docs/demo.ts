import type { Context } from "@atrium/functions/context";
import { readWorkspaceCredentials } from "../data/credentials.ts";

/** What fills in the calls of the documentation page. */
export interface Demo {
  /** Values of the security schemes of openapi.json. */
  credentials: Record<string, string>;
  /** Names of the seed world, by those that the examples of openapi.json use in their place. */
  names: Record<string, string>;
}

/** The workspace that the seed world brings. */
export const demoWorkspaceId = "ws_Kq9lukjUMIxIRldRS6vWOg";

/** Names of the example world, and what plays their part in the seed world. */
export const demoNames: { [name: string]: string } = {
  acme: "meridian-press",
  homepage: "spring-catalogue-2026",
  roadmap: "autumn-catalogue-2026",
  designs: "editorial",
  logos: "editorial/fiction",
  engineers: "editors",
  ada: "amelie.dubois@example.com",
  lin: "karthik.elango@example.org",
  grace: "shruti.joshi@example.org",
  title: "notes",
  cursor: "votes/cover",
  "ann-1": "ann_cOHq6XUNPWKMlOcu",
  "ann-3": "ann_cOHq6XUNPWKMlOcu",
};

/** The demo with its credentials; undefined where the data did not begin with the seed world. */
export async function demoOf({ store, encryptionKey }: Context): Promise<Demo | undefined> {
  const workspace = await readWorkspaceCredentials(store, encryptionKey, demoWorkspaceId);
  const [apiKey] = workspace?.apiKeys ?? [];
  const [authToken] = apiKey?.authTokens ?? [];
  if (!workspace || !apiKey || !authToken) return undefined;
  return {
    credentials: {
      apiKey: apiKey.apiKeyId,
      authToken: authToken.token,
      workspaceId: workspace.workspaceId,
      workspaceAuthToken: workspace.authToken,
    },
    names: { ...demoNames, ak_EXAMPLEexampleEXAMPLE1: apiKey.apiKeyId },
  };
}

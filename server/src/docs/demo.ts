import type { Context } from "@atrium/functions/context";
import { readWorkspaceCredentials } from "../data/credentials.ts";
import { type DemoExample, demoExamples } from "./demo-examples.ts";
import { hookAddress } from "./hook.ts";

/** Values that the documentation page fills into its calls. */
export interface Demo {
  /** Values of the security schemes of openapi.json. */
  credentials: Record<"apiKey" | "authToken" | "workspaceId" | "workspaceAuthToken", string>;
  /** Names in the seed world, by the example names of openapi.json that they replace. */
  names: Record<string, string>;
  /** Differences of single examples, by path without its version. */
  examples: Record<string, DemoExample>;
}

/** Workspace of the seed world. */
export const demoWorkspaceId = "ws_Kq9lukjUMIxIRldRS6vWOg";

/** Names of the examples, with their counterparts in the seed world. */
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
  "act-headline": "act_43mmZxC6P59n6giJ",
  welcome: "ntf_YyIaTCmFl8fEraqg",
};

/** The demo with its credentials; undefined if the data does not include the seed world. */
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
    names: {
      ...demoNames,
      "https://hooks.example.com/atrium": await hookAddress(store),
      ak_EXAMPLEexampleEXAMPLE1: apiKey.apiKeyId,
      ws_EXAMPLEexampleEXAMPLE2: workspace.workspaceId,
      wt_EXAMPLEexampleEXAMPLEexampleEXAMPLEexampleEXAMPL3: workspace.authToken,
      at_EXAMPLEexampleEXAMPLEexampleEXAMPLEexampleEXAMPL2: authToken.token,
    },
    examples: demoExamples,
  };
}

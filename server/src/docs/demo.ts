import type { Context } from "@atrium/functions/context";
import type { FastifyRequest } from "fastify";
import { readWorkspaceCredentials } from "../credentials.ts";

/** What fills in the calls of the documentation page. */
export interface Demo {
  /** Values of the security schemes of openapi.json. */
  credentials?: Record<string, string>;
  /** Names of the seed world, by those that the examples of openapi.json use in their place. */
  names?: Record<string, string>;
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

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const loopbackName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;
const ofProxies = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * Whether who asks sits at this machine: the server listens to nobody else, the peer is here, and so is the name that it
 * asked for, so that neither a proxy nor a page of another site is taken for somebody here.
 * @param addresses where the server listens.
 */
export function mayKnowDemo(
  { headers, socket }: Pick<FastifyRequest, "headers"> & { socket: { remoteAddress?: string | undefined } },
  addresses: readonly (string | { address: string })[],
): boolean {
  return (
    addresses.length > 0 &&
    addresses.every((one) => typeof one === "object" && loopback.test(one.address)) &&
    loopback.test(socket.remoteAddress ?? "") &&
    loopbackName.test(headers.host ?? "") &&
    ofProxies.every((name) => headers[name] === undefined)
  );
}

/** The credentials of the demo workspace; nothing where the data did not begin with the seed world. */
export async function demoOf({ store, encryptionKey }: Context): Promise<Demo> {
  const workspace = await readWorkspaceCredentials(store, encryptionKey, demoWorkspaceId);
  const [apiKey] = workspace?.apiKeys ?? [];
  const [authToken] = apiKey?.authTokens ?? [];
  if (!workspace || !apiKey || !authToken) return {};
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

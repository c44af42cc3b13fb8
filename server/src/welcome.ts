import { styleText } from "node:util";
import { describeCredentials, readWorkspaceCredentials, type WorkspaceCredentials } from "./data/credentials.ts";
import { openData } from "./data/data-folder.ts";
import { addressOf, localAddress, noteAddress } from "./data/server-address.ts";
import { demoWorkspaceId } from "./docs/demo.ts";
import { issueDocsLink } from "./docs/link-codes.ts";
import type { HostSettings } from "./settings/settings.ts";

/** Facts about the start of a server. */
export interface Start {
  /** The port that it listens on. */
  port: number;
  /** Whether this start created the data. */
  isFirstRun: boolean;
  /** Whether output goes to a terminal: secrets must not land in a log. */
  isTerminal: boolean;
}

/**
 * Text printed at the start: on the first run the demo's credentials and a call to try, then the server's address and a link
 * to the documentation. Records the address for `atrium open`.
 * @throws DataFileError
 */
export async function welcome(settings: HostSettings, start: Start): Promise<string> {
  const { store, encryptionKey } = await openData(settings.dataFolder);
  try {
    const address = localAddress(settings, start.port);
    await noteAddress(store, address);
    const demo = await readWorkspaceCredentials(store, encryptionKey, demoWorkspaceId);
    const listens = describeStart(settings, start);
    if (!demo) return [listens, credentialsHint].join("\n");
    if (!start.isTerminal)
      return [start.isFirstRun ? `A demo world has been loaded. ${listens}` : listens, credentialsHint, openHint].join(
        "\n",
      );
    const lines = start.isFirstRun ? [greeting(settings, start.port, demo), "", listens] : [listens, credentialsHint];
    return [...lines, "", invitation(await issueDocsLink(store, address, Date.now()))].join("\n");
  } finally {
    await store.close();
  }
}

const credentialsHint = "`npx atrium credentials` shows ids and tokens.";
const openHint = "`npx atrium open` prints a link to the documentation that fills in the demo's credentials.";

function describeStart({ host, dataFolder }: HostSettings, { port }: Start): string {
  return `Atrium listens on ${bold(addressOf(host, port))} and keeps its data in ${dataFolder}. Stop with Ctrl-C.`;
}

function invitation(link: string): string {
  return [
    "The documentation, with the demo's credentials filled in. The link works once, within 5 minutes; `npx atrium open` prints another.",
    "",
    `  ${bold(link)}`,
  ].join("\n");
}

function greeting(settings: HostSettings, port: number, demo: WorkspaceCredentials): string {
  return [
    "A demo world has been loaded. These are its first workspace's credentials; `npx atrium credentials` shows them again.",
    "",
    describeCredentials(demo),
    "",
    bold("Try it:"),
    "",
    exampleCall(settings, port, demo),
  ].join("\n");
}

/** A command that can be pasted as it is. */
export function exampleCall(settings: HostSettings, port: number, { apiKeys: [apiKey] }: WorkspaceCredentials): string {
  const brand = settings.service.headerBrand;
  return [
    `curl -sS ${localAddress(settings, port)}/v2/organizations/documents/get \\`,
    "  -H 'content-type: application/json' \\",
    `  -H 'x-${brand}-api-key: ${apiKey?.apiKeyId}' \\`,
    `  -H 'x-${brand}-auth-token: ${apiKey?.authTokens[0]?.token}' \\`,
    `  -d '{ "data": { "organizationId": "meridian-press", "pageSize": 3 } }'`,
  ].join("\n");
}

/** Bold on a terminal, plain elsewhere. */
function bold(text: string): string {
  return styleText("bold", text, { stream: process.stdout });
}

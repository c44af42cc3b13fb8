import { styleText } from "node:util";
import { describeCredentials, readCredentials, type WorkspaceCredentials } from "./credentials.ts";
import { readData } from "./data-folder.ts";
import type { HostSettings } from "./settings.ts";

/** What a start prints: on the first run the demo's credentials and a call to try, then where the service listens. */
export async function welcome(settings: HostSettings, port: number, isFirstRun: boolean): Promise<string> {
  const { host, dataFolder } = settings;
  const listens = `Atrium listens on ${bold(address(host, port))} and keeps its data in ${dataFolder}. Stop with Ctrl-C.`;
  if (!isFirstRun) return `${listens}\n\`npx atrium credentials\` shows ids and tokens.`;
  const { snapshot, encryptionKey } = await readData(dataFolder);
  try {
    const [demo] = await readCredentials(snapshot, encryptionKey);
    return demo ? `${greeting(settings, port, demo)}\n\n${listens}` : listens;
  } finally {
    await snapshot.close();
  }
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

/** A command that works as it stands. */
export function exampleCall(
  { host, service }: HostSettings,
  port: number,
  { apiKeys: [apiKey] }: WorkspaceCredentials,
): string {
  const brand = service.headerBrand;
  return [
    `curl -sS ${address(isEverywhere(host) ? "127.0.0.1" : host, port)}/v2/organizations/documents/get \\`,
    "  -H 'content-type: application/json' \\",
    `  -H 'x-${brand}-api-key: ${apiKey?.apiKeyId}' \\`,
    `  -H 'x-${brand}-auth-token: ${apiKey?.authTokens[0]?.token}' \\`,
    `  -d '{ "data": { "organizationId": "meridian-press", "pageSize": 3 } }'`,
  ].join("\n");
}

function address(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function isEverywhere(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

/** Bold on a terminal, plain elsewhere. */
function bold(text: string): string {
  return styleText("bold", text, { stream: process.stdout });
}

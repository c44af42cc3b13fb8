import { styleText } from "node:util";
import { inShell } from "./commands/output/in-shell.ts";
import { describeCredentials, readWorkspaceCredentials, type WorkspaceCredentials } from "./data/credentials.ts";
import { openData } from "./data/data-folder.ts";
import { addressOf, browserAddress, localAddress, recordAddress } from "./data/server-address.ts";
import { demoWorkspaceId } from "./docs/demo.ts";
import { setDemoAddress } from "./docs/demo-address.ts";
import { issueConsoleLink, issueDemoLink } from "./docs/link-codes.ts";
import { logFile as defaultLogFile } from "./log/log-file.ts";
import type { HostSettings } from "./settings/settings.ts";

/** Facts about the start of a server. */
export interface Start {
  /** The port on which it listens. */
  port: number;
  /** Whether this start created the data. */
  isFirstRun: boolean;
  /** Whether output goes to a terminal: secrets must not end up in a log. */
  isTerminal: boolean;
}

/**
 * The text printed at the start: on the first run the demo's credentials and a call to try, then the addresses of the
 * server's pages and useful commands. Records the address for `npx atrium open` and for the demo's mails.
 * @throws DataFileError
 */
export async function welcome(settings: HostSettings, start: Start): Promise<string> {
  const { store, encryptionKey } = await openData(settings.dataFolder);
  try {
    const server = { address: localAddress(settings, start.port), publicUrl: settings.publicUrl };
    await recordAddress(store, server);
    const address = browserAddress(server);
    const demo = await readWorkspaceCredentials(store, encryptionKey, demoWorkspaceId);
    for (const { apiKeyId } of demo?.apiKeys ?? []) await setDemoAddress(store, apiKeyId, address);
    const lines = [banner(settings, start, demo)];
    if (demo && start.isFirstRun)
      lines.unshift(...(start.isTerminal ? [greeting(settings, start.port, demo), ""] : [demoNotice]));
    if (demo && start.isTerminal) {
      const { workspaceId } = demo;
      const link = await issueConsoleLink(store, address, { workspaceId, readOnly: false }, Date.now());
      lines.push("", consoleInvitation(settings, link));
    }
    if (demo && start.isTerminal && settings.demo)
      lines.push("", demoInvitation(await issueDemoLink(store, address, "/demo", Date.now())));
    if (demo && start.isTerminal)
      lines.push("", invitation(settings, await issueDemoLink(store, address, "/docs", Date.now())));
    return lines.join("\n");
  } finally {
    await store.close();
  }
}

const demoNotice = "A demo world has been loaded.";

/** Lists the addresses and commands; none of it is secret. */
function banner(settings: HostSettings, { port }: Start, demo: WorkspaceCredentials | undefined): string {
  const { host, dataFolder, logLevel, logFile } = settings;
  const address = browserAddress({ address: localAddress(settings, port), publicUrl: settings.publicUrl });
  const show = logFile === defaultLogFile(dataFolder) ? "" : ` --file ${inShell(logFile ?? "")}`;
  const logHint =
    logFile === undefined ? "" : `, kept in ${logFile}; ${command(settings, `logs --follow${show}`)} shows it`;
  const rows = [
    ["start page", `${address}/`],
    ["console", `${address}/console; ${command(settings, "console")} prints a link that logs in`],
    ["documentation", `${address}/docs`],
    ...(demo
      ? [["demo world", `${demo.workspaceName}; ${command(settings, "open")} prints a link that fills it in there`]]
      : []),
    ...(demo && settings.demo
      ? [["shared editor", `${address}/demo; ${command(settings, "open demo")} prints a link that opens it`]]
      : []),
    ...(settings.service.mail?.hasMailbox
      ? [
          [
            "mails",
            `${address}/mail keeps them${demo ? `; ${command(settings, "open mail")} prints a link that opens it` : ""}`,
          ],
        ]
      : []),
    ["credentials", `${command(settings, "credentials")} shows ids and tokens`],
    ["log", `level ${logLevel}${logHint}`],
    ["stop", "Ctrl-C"],
  ];
  const first = `Atrium listens on ${bold(addressOf(host, port))} and keeps its data in ${dataFolder}.`;
  return [first, "", ...rows.map(([name = "", text]) => `  ${name.padEnd(15)}${text}`)].join("\n");
}

/** A command line for the data of this server, to be typed in another terminal. */
function command({ dataFolder }: HostSettings, words: string): string {
  return `\`npx atrium ${words}${dataFolder === ".atrium" ? "" : ` --data ${inShell(dataFolder)}`}\``;
}

function invitation(settings: HostSettings, link: string): string {
  return [
    `The documentation, with the demo's credentials filled in. The link works once, within 5 minutes; ${command(settings, "open")} prints another.`,
    "",
    `  ${bold(link)}`,
  ].join("\n");
}

/** The text with the link to the console. */
function consoleInvitation(settings: HostSettings, link: string): string {
  return [
    `The console, logged in to the demo's workspace. The link works once, within 5 minutes; ${command(settings, "console")} prints another.`,
    "",
    `  ${bold(link)}`,
  ].join("\n");
}

/** The text with the link to the shared editor. */
function demoInvitation(link: string): string {
  return `Two people edit one text, with comments and an inbox. The link works once, within 5 minutes.\n\n  ${bold(link)}`;
}

function greeting(settings: HostSettings, port: number, demo: WorkspaceCredentials): string {
  return [
    `${demoNotice} These are its first workspace's credentials; ${command(settings, "credentials")} shows them again.`,
    "",
    describeCredentials(demo),
    "",
    bold("Try it:"),
    "",
    exampleCall(settings, port, demo),
  ].join("\n");
}

/** A command that can be pasted unchanged. */
export function exampleCall(settings: HostSettings, port: number, { apiKeys: [apiKey] }: WorkspaceCredentials): string {
  const brand = settings.service.headerBrand;
  return [
    `curl -sS ${localAddress(settings, port)}${exampleRequest.path} \\`,
    "  -H 'content-type: application/json' \\",
    `  -H 'x-${brand}-api-key: ${apiKey?.apiKeyId}' \\`,
    `  -H 'x-${brand}-auth-token: ${apiKey?.authTokens[0]?.token}' \\`,
    `  -d '${exampleRequest.body}'`,
  ].join("\n");
}

/** The same command without credentials. @param file options for `curl -K` that contain them. */
export function shortExampleCall(settings: HostSettings, port: number, file: string): string {
  return `curl -K ${inShell(file)} ${localAddress(settings, port)}${exampleRequest.path} -d '${exampleRequest.body}'`;
}

const exampleRequest = {
  path: "/v2/organizations/documents/get",
  body: `{ "data": { "organizationId": "meridian-press", "pageSize": 3 } }`,
};

/** Bold on a terminal, plain elsewhere. */
function bold(text: string): string {
  return styleText("bold", text, { stream: process.stdout });
}

import { AssertionError } from "node:assert";
import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type AtriumClient, createClient } from "@atrium/client";
import { checkOrganization } from "./check-world.ts";
import { limitedFetch } from "./limited-fetch.ts";
import { loadOrganization } from "./load-world.ts";
import { bestFile, cutFile, type Folder, type Organization, readWorld } from "./world-file.ts";

const help = `node examples/load-over-rest.ts [FILE]
  FILE   organizations, people, folders and documents as JSON lines, optionally compressed with gzip; default: the history that comes with the sources
ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN must be set in the environment, and ATRIUM_URL if the server runs on another machine.
Ctrl-C ends it; run it again to continue.`;

/** The address of the service and the credentials. */
export interface Credentials {
  /** Such as `http://127.0.0.1:5050`. */
  url: string;
  apiKey: string;
  authToken: string;
}

/** A summary of the run. */
export interface Report {
  organizations: number;
  users: number;
  folders: number;
  documents: number;
  /** The largest subtree, which was moved there and back: its top, and the number of its folders. */
  moved: { folderId: string; folders: number };
}

/**
 * Acts as a customer's server: loads organizations, people, folders and documents over REST, then reads everything
 * back page by page and compares it with the file; moves the largest subtree, compares again, and moves it back.
 * @throws AtriumError or AssertionError
 */
export async function loadOverRest(
  { url, apiKey, authToken }: Credentials,
  file: string,
  say: (line: string) => void = () => {},
): Promise<Report> {
  // The timeout includes the time a request waits for a free slot.
  const patience = { retries: 7, timeout: 600_000 };
  const atrium = createClient({ baseUrl: url, apiKey, authToken, fetch: limitedFetch(8), ...patience });
  const organizations = await readWorld(file);
  for (const organization of organizations) {
    await loadOrganization(atrium, organization);
    say(`${organization.organizationId}: loaded ${organization.documents.size} documents.`);
    await checkOrganization(atrium, organization);
    say(`${organization.organizationId}: all pages and the folder tree match the file.`);
  }
  const moved = await moveThereAndBack(atrium, organizations, say);
  const sum = (of: (organization: Organization) => number) => organizations.reduce((total, one) => total + of(one), 0);
  return {
    organizations: organizations.length,
    users: sum(({ users }) => users.size),
    folders: sum(({ folders }) => folders.size),
    documents: sum(({ documents }) => documents.size),
    moved,
  };
}

async function moveThereAndBack(
  atrium: AtriumClient,
  organizations: readonly Organization[],
  say: (line: string) => void,
): Promise<Report["moved"]> {
  const [organization] = organizations.toSorted((a, b) => b.folders.size - a.folders.size);
  if (!organization) throw new Error("the file contains no organization");
  const { organizationId, folders } = organization;
  const tops = [...folders.values()].filter(({ parentFolderId }) => parentFolderId === "root");
  const bySize = tops.map((folder) => ({ folder, below: subtree(folders, folder) }));
  const [largest, target] = bySize.sort((a, b) => b.below.length - a.below.length);
  if (!largest || !target) throw new Error("the file does not have two top-level folders");
  const { folderId } = largest.folder;
  for (const parentFolderId of [target.folder.folderId, "root"]) {
    await atrium.organizations.folders.update({ organizationId, folders: [{ folderId, parentFolderId }] });
    const after = new Map(folders).set(folderId, { ...largest.folder, parentFolderId });
    await checkUntilRight(atrium, { ...organization, folders: after });
    say(
      `${organizationId}: ${folderId} with ${largest.below.length} folders is now in ${parentFolderId}, and everything is correct.`,
    );
  }
  return { folderId, folders: largest.below.length };
}

/**
 * Repeats the check until the organization matches the file: above 200 folders the service updates `ancestors` in the
 * background.
 * @throws AssertionError if that takes more than a minute
 */
async function checkUntilRight(atrium: AtriumClient, organization: Organization): Promise<void> {
  for (let triesLeft = 60; ; triesLeft--)
    try {
      return await checkOrganization(atrium, organization);
    } catch (error) {
      if (!(error instanceof AssertionError) || triesLeft === 0) throw error;
      await setTimeout(1000);
    }
}

/** The folder and its descendants. */
function subtree(folders: ReadonlyMap<string, Folder>, top: Folder): Folder[] {
  const children = Map.groupBy(folders.values(), ({ parentFolderId }) => parentFolderId);
  const branch = [top];
  for (const folder of branch) branch.push(...(children.get(folder.folderId) ?? []));
  return branch;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: "boolean" } } });
  if (values.help) return console.log(help);
  const { ATRIUM_URL: url = "http://127.0.0.1:5050" } = process.env;
  const { ATRIUM_API_KEY: apiKey, ATRIUM_AUTH_TOKEN: authToken } = process.env;
  if (!apiKey || !authToken) throw new Error("Set ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN; examples/README.md says how.");
  const [file = bestFile(), ...rest] = positionals;
  if (rest.length > 0) throw new Error(`Give one file.\n\n${help}`);
  if (!existsSync(file)) throw new Error(`There is no file ${file}.\n\n${help}`);
  if (file === cutFile)
    console.log("The whole history is not available: loading the part that comes with the sources.");
  const started = performance.now();
  const report = await loadOverRest({ url, apiKey, authToken }, file, console.log);
  console.log({ ...report, seconds: Math.round(performance.now() - started) / 1000 });
}

if (import.meta.main)
  await main().catch((error: NodeJS.ErrnoException) => {
    const usage = error.code?.startsWith("ERR_PARSE_ARGS") ? `\n\n${help}` : "";
    console.error(error.message + usage);
    process.exitCode = 1;
  });

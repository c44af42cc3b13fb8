import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { EmulatorsError } from "./error.ts";

/** The version that the emulators are tested with. */
export const VERSION = "15.34.2";
const root = join(import.meta.dirname, "..", "..");

/**
 * Folder of firebase-tools: the one in ATRIUM_FIREBASE_TOOLS, otherwise the one in npm's cache for `npx`, otherwise
 * fetched from npm's registry, which takes a minute.
 * @throws EmulatorsError if it is not available.
 */
export function findFirebaseTools(): string {
  const cachedFolder = cachedFirebaseTools();
  if (cachedFolder) return cachedFolder;
  console.log(`Fetching firebase-tools ${VERSION} (once, 300 MB, about a minute) …`);
  const { folder, output } = locate([]);
  if (folder) return folder;
  const [, code] = /npm error code (\S+)/.exec(output) ?? [];
  throw new EmulatorsError(
    `firebase-tools ${VERSION} can't be fetched (${code ?? "npx failed"}). Check the network and npm's registry, or name the folder of an installed one in ATRIUM_FIREBASE_TOOLS.`,
  );
}

/** The same without network access; undefined if it would have to be fetched. @throws EmulatorsError */
export function cachedFirebaseTools(): string | undefined {
  const toolsFolder = process.env.ATRIUM_FIREBASE_TOOLS;
  if (!toolsFolder) return locate(["--offline"]).folder;
  if (existsSync(commandFile(toolsFolder))) return toolsFolder;
  throw new EmulatorsError(`ATRIUM_FIREBASE_TOOLS names ${toolsFolder}, which does not contain firebase-tools.`);
}

/** Path of the script behind the command `firebase`. */
export function commandFile(tools: string): string {
  return join(tools, "lib", "bin", "firebase.js");
}

/** Locates firebase-tools through npm, which installs missing packages before it runs a command. */
function locate(flags: string[]): { folder: string | undefined; output: string } {
  const isWindows = process.platform === "win32";
  const run = ["--", "node", join("scripts", "emulators", "locate.mjs")];
  const { stdout, stderr } = spawnSync(
    isWindows ? "npm.cmd" : "npm",
    ["exec", "--yes", `--package=firebase-tools@${VERSION}`, ...flags, ...run],
    { cwd: root, encoding: "utf8", shell: isWindows },
  );
  const folder = stdout?.trim() || undefined;
  return { folder: folder && existsSync(commandFile(folder)) ? folder : undefined, output: stderr ?? "" };
}

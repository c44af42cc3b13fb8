import { once } from "node:events";
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import type { Context } from "@atrium/functions/context";
import { dataFile, makeFolder } from "./data-folder.ts";
import { createLog } from "./log.ts";
import { openService } from "./service.ts";
import type { HostSettings } from "./settings.ts";
import { importLines } from "./transfer/import.ts";
import { openSource, readLines } from "./transfer/lines.ts";

/** The seed world; from `server/src` and from `server/dist` alike. */
const seedFile = join(import.meta.dirname, "..", "..", "emulator-data", "world.jsonl");

/**
 * Makes the data file of a new data folder, with the seed world in it. It is written aside and linked into place when it
 * is complete, so that a crash leaves no half world and of two first starts at once one wins whole.
 * @returns whether the data is new.
 * @throws DataFileError when the folder can't be written; the error of `listen` when the address can't be used.
 */
export async function firstRun(settings: HostSettings): Promise<boolean> {
  const file = dataFile(settings.dataFolder);
  if (settings.seed === "none" || existsSync(file)) return false;
  const aside = `${file}.first-${process.pid}`;
  makeFolder(settings.dataFolder);
  await tryListening(settings);
  removeLeftovers(settings.dataFolder);
  const { context } = await openService(settings, createLog("silent"), aside);
  await loadSeedWorld(context);
  await context.store.close();
  flush(aside);
  try {
    linkSync(aside, file);
    flush(settings.dataFolder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(aside);
  }
}

/** Loads the seed world, with credentials of its own. */
export async function loadSeedWorld(context: Context): Promise<void> {
  await importLines(context, readLines(openSource(seedFile).stream));
}

/** A start that fails because of its address must not use up the first run, which alone prints the credentials. */
async function tryListening({ host, port }: HostSettings): Promise<void> {
  const server = createServer().listen({ host, port });
  await once(server, "listening");
  server.close();
  await once(server, "close");
}

/** Takes away what first runs have left that were killed; another one that is under way keeps its own. */
function removeLeftovers(folder: string): void {
  const prefix = `${basename(dataFile(folder))}.first-`;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (pid === process.pid || !isRunning(pid)) rmSync(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function flush(path: string): void {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Context } from "@atrium/functions/context";
import { dataFile, makeFolder } from "./data/data-folder.ts";
import { makeDataFile } from "./data/new-data-file.ts";
import { createLog } from "./log/log.ts";
import { openService } from "./service.ts";
import type { HostSettings } from "./settings/settings.ts";
import { importLines } from "./transfer/import/import.ts";
import type { ImportResult } from "./transfer/import/report.ts";
import { type Line, openSource, readLines } from "./transfer/lines.ts";

/** The seed world; the path works from both `server/src` and `server/dist`. */
const seedFile = join(import.meta.dirname, "..", "..", "emulator-data", "world.jsonl");

/**
 * Creates the data file of a new data folder, with the seed world.
 * @returns whether the data is new.
 * @throws DataFileError if the folder can't be written; the error of `listen` if the address can't be used.
 */
export async function firstRun(settings: HostSettings): Promise<boolean> {
  const file = dataFile(settings.dataFolder);
  if (settings.seed === "none" || existsSync(file)) return false;
  makeFolder(settings.dataFolder);
  await tryListening(settings);
  return makeDataFile(file, async (aside) => {
    const { context } = await openService(settings, createLog("silent"), { file: aside });
    await loadSeedWorld(context);
    await context.store.close();
  });
}

/**
 * Loads the seed world, with new credentials if it does not exist yet. Grants that have expired are left out, because the
 * first sweep would delete them.
 * @param isWhole whether to load those too.
 */
export async function loadSeedWorld(context: Context, { isWhole = false } = {}): Promise<ImportResult> {
  const now = context.now();
  return importLines(
    context,
    seedLines(({ text = "" }) => isWhole || !isExpiredGrant(text, now)),
  );
}

async function* seedLines(isWanted: (line: Line) => boolean): AsyncGenerator<Line[]> {
  for await (const lines of readLines(openSource(seedFile).stream)) yield lines.filter(isWanted);
}

/** @param now ms since 1970. */
function isExpiredGrant(text: string, now: number): boolean {
  if (!text.startsWith('{"kind":"grant"')) return false;
  const { expiresAt = Number.POSITIVE_INFINITY } = JSON.parse(text) as { expiresAt?: number };
  return expiresAt * 1000 <= now;
}

/** The ids of the API keys of the seed world. */
export async function seedApiKeys(): Promise<string[]> {
  const ids: string[] = [];
  for await (const lines of seedLines(({ text }) => text?.startsWith('{"kind":"apiKey"') === true))
    for (const { text = "" } of lines) ids.push((JSON.parse(text) as { apiKeyId: string }).apiKeyId);
  return ids;
}

/**
 * Checks the address first: only the first run prints the credentials, so a start that fails must not count as the first
 * run.
 */
async function tryListening({ host, port }: HostSettings): Promise<void> {
  const server = createServer().listen({ host, port });
  await once(server, "listening");
  server.close();
  await once(server, "close");
}

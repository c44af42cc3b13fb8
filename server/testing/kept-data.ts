import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

/** The folder of kept data, with a file for each format of the data file. */
const keptDataFolder = fileURLToPath(new URL("kept-data", import.meta.url));

/** A call from the time of the data, with its reply. */
export interface KeptCall {
  path: string;
  data: object;
  /** The owner of its credentials. */
  as: "apiKey" | "workspace" | "user";
  /** The `result.data` of the reply, without its message, which may change. */
  reply: object;
}

/** A data folder of an earlier Atrium, and what that Atrium knew about it. */
export interface KeptData {
  /** Format of the data file. */
  format: number;
  /** The time of the data, in ms since 1970. */
  at: number;
  /** The files of the folder by name, in base64. */
  files: Record<string, string>;
  /** Headers with credentials, by owner. They were made for this data alone. */
  credentials: Record<KeptCall["as"], Record<string, string>>;
  /** Reads with their replies. */
  reads: KeptCall[];
  /** A call that was refused while the task was queued, and succeeds when the task has run. */
  afterQueuedTask: KeptCall;
}

/** All kept data, the oldest format first. */
export function readAllKeptData(): KeptData[] {
  const names = readdirSync(keptDataFolder).filter((name) => name.endsWith(".json.gz"));
  return names
    .map((name) => JSON.parse(gunzipSync(readFileSync(join(keptDataFolder, name))).toString()) as KeptData)
    .sort((a, b) => a.format - b.format);
}

/** Keeps a data folder. @returns its file. */
export function writeKeptData(data: KeptData): string {
  const file = join(keptDataFolder, `format-${data.format}.json.gz`);
  writeFileSync(file, gzipSync(JSON.stringify(data), { level: 9 }));
  return file;
}

/** Writes the files of a kept data folder, for their owner only. */
export function layOut({ files }: KeptData, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), Buffer.from(content, "base64"), { mode: 0o600 });
}

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

/** The folder with data of earlier versions: one file for each format of the data file. */
const keptDataFolder = fileURLToPath(new URL("kept-data", import.meta.url));

/** A call made when the data was recorded, with its reply. */
export interface KeptCall {
  path: string;
  data: object;
  /** The kind of credentials it was made with. */
  as: "apiKey" | "workspace" | "user";
  /** The `result.data` of the reply; the message is omitted, because it may change. */
  reply: object;
}

/** A data folder of an earlier Atrium, and calls that this Atrium answered. */
export interface KeptData {
  /** Format of the data file. */
  format: number;
  /** The time at which the data was recorded, in ms since 1970. */
  at: number;
  /** The files of the folder by name, in base64. */
  files: Record<string, string>;
  /** Headers with credentials, by kind. They were created only for this data. */
  credentials: Record<KeptCall["as"], Record<string, string>>;
  /** Reads with their replies. */
  reads: KeptCall[];
  /** A call that was refused while the task was queued, and that succeeds once the task has run. */
  afterQueuedTask: KeptCall;
}

/** All recorded data, oldest format first. */
export function readAllKeptData(): KeptData[] {
  const names = readdirSync(keptDataFolder).filter((name) => name.endsWith(".json.gz"));
  return names
    .map((name) => JSON.parse(gunzipSync(readFileSync(join(keptDataFolder, name))).toString()) as KeptData)
    .sort((a, b) => a.format - b.format);
}

/** Records a data folder. @returns the path of its file. */
export function writeKeptData(data: KeptData): string {
  const file = join(keptDataFolder, `format-${data.format}.json.gz`);
  writeFileSync(file, gzipSync(JSON.stringify(data), { level: 9 }));
  return file;
}

/** Writes the files of a recorded data folder, accessible only to their owner. */
export function layOut({ files }: KeptData, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), Buffer.from(content, "base64"), { mode: 0o600 });
}

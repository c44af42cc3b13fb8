import {
  accessSync,
  close,
  closeSync,
  constants,
  fstat,
  open,
  openSync,
  readSync,
  rename,
  stat,
  statSync,
  write,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { ownFile } from "../data/output-target.ts";
import { SettingsError } from "../settings/environment.ts";
import type { Sink } from "./log-output.ts";

/** What every line begins with. */
const LINE_START = Buffer.from('{"level":');
/** Size in bytes at which a file is set aside. */
const MAX_SIZE = 16 * 1024 * 1024;

// Uses descriptors, because a file handle is closed, with a warning, when nothing refers to its sink any more.
const [openFile, closeFile, renameFile] = [promisify(open), promisify(close), promisify(rename)];
const [statFile, statDescriptor, writeTo] = [promisify(stat), promisify(fstat), promisify(write)];

/** Path of the log in a data folder. */
export function logFile(folder: string): string {
  return join(folder, "atrium.log");
}

/** Path of the previous log, which was set aside when it was full. */
export function olderLogFile(file: string): string {
  return `${file}.1`;
}

/**
 * Requires that a log file can be written and set aside, and that neither replaces or extends a file of another kind,
 * such as a database or a key. Writes nothing.
 * @param dataFolder whose files must not be used as logs.
 * @throws SettingsError with one line that says what to do.
 */
export function requireWritable(file: string, dataFolder: string): void {
  try {
    const fileStats = statSync(file, { throwIfNoEntry: false });
    if (fileStats?.isDirectory()) throw new Error("it is a folder");
    // A write to a pipe that nobody reads never ends, and a log that is set aside is renamed.
    if (fileStats && !fileStats.isFile()) throw new Error("it is not a regular file");
    const own = ownFile(dataFolder, file);
    if (own !== undefined && own !== basename(logFile(dataFolder))) throw new Error(`it is ${own} of the data folder`);
    if (fileStats) accessSync(file, constants.W_OK);
    else accessSync(dirname(file), constants.W_OK | constants.X_OK);
    for (const path of [file, olderLogFile(file)])
      if (!isLog(path)) throw new Error(`${path === file ? "it" : path} is a file of another kind`);
  } catch (error) {
    throw new SettingsError(
      `The log can't be kept in ${file} (${(error as Error).message}). Set LOG_FILE to a file in an existing, writable folder, or to none.`,
    );
  }
}

/** Whether a file begins like a log, or is empty or missing. The rest of its first line may be lost. */
function isLog(file: string): boolean {
  if (!statSync(file, { throwIfNoEntry: false })?.size) return true;
  const start = Buffer.alloc(LINE_START.length);
  const descriptor = openSync(file, "r");
  try {
    const size = readSync(descriptor, start);
    return start.subarray(0, size).equals(LINE_START.subarray(0, size));
  } finally {
    closeSync(descriptor);
  }
}

/**
 * A sink that appends to a file that only its owner may read. A full file is set aside and replaces the previous one, so
 * the log takes at most twice the size. Several processes may append to one file: each notices when another has set it
 * aside.
 * @param maxSize in bytes.
 */
export function fileSink(file: string, maxSize = MAX_SIZE): Sink {
  let descriptor: number | undefined;
  let inode = 0;
  const reopen = async () => {
    if (descriptor !== undefined) await closeFile(descriptor);
    descriptor = undefined;
    const opened = await openFile(file, "a", 0o600);
    inode = (await statDescriptor(opened)).ino;
    descriptor = opened;
    return opened;
  };
  const current = async () => {
    const fileStats = await statFile(file).catch(() => undefined);
    if (descriptor === undefined || fileStats?.ino !== inode) return reopen();
    if (fileStats.size < maxSize) return descriptor;
    await renameFile(file, olderLogFile(file));
    return reopen();
  };
  const append = async (bytes: Buffer) => (await writeTo(await current(), bytes)).bytesWritten;
  return (bytes, done) => {
    append(bytes).then(
      (bytesWritten) => done(null, bytesWritten),
      (error: Error) => done(error, 0),
    );
  };
}

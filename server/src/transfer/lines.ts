import { isUtf8 } from "node:buffer";
import { createReadStream, openSync, statSync } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { isBackup } from "../backup/head.ts";
import { CommandError } from "../commands/command-error.ts";

/** Longest line in bytes: the largest content of an editor with its Yjs state, and room for its deleted content. */
const MAX_LINE = 48 * 1024 * 1024;
const NEWLINE = 0x0a;
/** Bytes read at a time: small, because progress is measured by the bytes read from a compressed file. */
const READ_CHUNK = 32 * 1024;

/** One line of a file. */
export interface Line {
  /** Number of the line, from 1. */
  number: number;
  /** The text; undefined if the line can't be read, for the reason below. */
  text: string | undefined;
  reason?: string;
}

/** A file to read. */
export interface Source {
  stream: Readable;
  /** Bytes of the file; undefined for standard input. */
  size: number | undefined;
  /** Bytes read so far. */
  taken(): number;
}

/**
 * Opens a file; `-` is standard input.
 * @throws CommandError if there is no such file.
 */
export function openSource(file: string): Source {
  if (file === "-") return { stream: process.stdin, size: undefined, taken: () => 0 };
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) throw new CommandError(`${file} is a folder. Name a file.`);
    // Opened here, because an error of the stream has no listener until the first line is requested.
    const stream = createReadStream(file, { fd: openSync(file, "r"), highWaterMark: READ_CHUNK });
    return { stream, size: stats.isFile() ? stats.size : undefined, taken: () => stream.bytesRead };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} can't be read (${(error as Error).message}).`);
  }
}

/**
 * Yields the lines of a stream, several at a time; decompresses a gzip stream. Keeps one chunk in memory. Empty lines
 * are counted but skipped: a chunk may contain ten thousands of them.
 * @throws CommandError if the stream is a backup, breaks off or is badly compressed, after yielding all complete lines before that.
 */
export async function* readLines(stream: Readable): AsyncGenerator<Line[]> {
  let number = 0;
  let rest: Buffer[] = [];
  let restSize = 0;
  let isTooLong = false;
  const take = (end: Buffer): Line => {
    number++;
    const bytes = rest.length === 0 ? end : Buffer.concat([...rest, end]);
    const tooLong = isTooLong || bytes.length > MAX_LINE;
    rest = [];
    restSize = 0;
    isTooLong = false;
    if (tooLong) return { number, text: undefined, reason: `is longer than ${MAX_LINE} bytes.` };
    if (!isUtf8(bytes)) return { number, text: undefined, reason: "is not UTF-8 text." };
    return { number, text: bytes.toString("utf8", number === 1 && startsWithMark(bytes) ? 3 : 0) };
  };
  try {
    for await (const chunk of await unpack(stream)) {
      const lines: Line[] = [];
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        if (end > start || restSize > 0) lines.push(take(chunk.subarray(start, end)));
        else number++;
        for (start = end + 1; chunk[start] === NEWLINE; start++) number++;
      }
      restSize += chunk.length - start;
      isTooLong ||= restSize > MAX_LINE;
      if (isTooLong) rest = [];
      else if (start < chunk.length) rest.push(chunk.subarray(start));
      if (lines.length > 0) yield lines;
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`The input breaks off after line ${number}: ${(error as Error).message}.`);
  }
  if (rest.length > 0 || isTooLong) yield [take(Buffer.alloc(0))];
}

/** Bytes by which the kind of a file is recognised. */
const START = 8;

/**
 * Recognises gzip by the first two bytes, so that standard input may be compressed or not.
 * @throws CommandError if it is a backup.
 */
async function unpack(stream: Readable): Promise<AsyncIterable<Buffer>> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let start = Buffer.alloc(0);
  while (start.length < START) {
    const { value, done } = await chunks.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  if (isBackup(start))
    throw new CommandError(
      "The input is a backup, not an export. `npx atrium restore` creates a data folder from a backup.",
    );
  async function* whole() {
    yield start;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  if (start[0] !== 0x1f || start[1] !== 0x8b) return whole();
  // An error reaches the reader through the decompressing stream.
  return pipeline(Readable.from(whole(), { highWaterMark: 1 }), createGunzip({ chunkSize: 128 * 1024 }), () => {});
}

function startsWithMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

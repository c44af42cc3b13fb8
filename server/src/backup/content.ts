import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGunzip, createGzip } from "node:zlib";
import * as z from "zod";
import { altered, parseJson } from "./head.ts";
import { Manifest } from "./manifest.ts";

/** Preface: what precedes the data file. */
const Preface = z.object({
  manifest: Manifest,
  /** The text of the secrets file. */
  secrets: z.string(),
});
export type Preface = z.output<typeof Preface>;

/** Longest preface, in bytes. */
const MOST_PREFACE = 1024 * 1024;

/** Content of a backup: the length of the preface, the preface, then the compressed data file. */
export async function* packContent(
  dataFile: string,
  preface: Preface,
  onProgress: (done: number, total: number) => void,
): AsyncGenerator<Buffer> {
  const text = Buffer.from(JSON.stringify(preface));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  yield Buffer.concat([length, text]);
  const source = createReadStream(dataFile, { highWaterMark: 256 * 1024 });
  // The fastest level: backups may run hourly, and higher levels save little more.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const done = pipeline(source, gzip);
  // A reader that stops early already knows the reason.
  done.catch(() => undefined);
  for await (const chunk of gzip) {
    onProgress(source.bytesRead, preface.manifest.bytes);
    yield chunk;
  }
  await done;
}

/**
 * Unpacks the content of a backup and checks the data file against its manifest.
 * @param content as written by `packContent`.
 * @param target path of a new file for the data; undefined: the content is only verified.
 * @throws CommandError if the content differs from what was packed.
 */
export async function unpackContent(
  file: string,
  content: AsyncGenerator<Buffer>,
  target: string | undefined,
): Promise<Preface> {
  try {
    const { preface, rest } = await readPreface(file, content);
    const { bytes, sha256 } = await unpackData(file, rest, target);
    const { manifest } = preface;
    if (bytes !== manifest.bytes || sha256 !== manifest.sha256) throw altered(file);
    return preface;
  } finally {
    await content.return(undefined);
  }
}

/** @returns the size of the data file in bytes, and its SHA-256 in hex. */
async function unpackData(
  file: string,
  packed: AsyncGenerator<Buffer>,
  target: string | undefined,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  const handle = target === undefined ? undefined : await open(target, "wx", 0o600);
  let bytes = 0;
  try {
    await pipeline(Readable.from(packed), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk);
        await writeAll(handle, chunk, bytes);
        bytes += chunk.length;
      }
    });
    await handle?.sync();
    return { bytes, sha256: hash.digest("hex") };
  } catch (error) {
    // zlib's errors mean that the data is not what was packed; other errors are the system's.
    throw /^Z_/.test((error as NodeJS.ErrnoException).code ?? "") ? altered(file) : error;
  } finally {
    await handle?.close();
  }
}

async function writeAll(handle: FileHandle | undefined, chunk: Buffer, position: number): Promise<void> {
  for (let done = 0; handle && done < chunk.length; )
    done += (await handle.write(chunk, done, chunk.length - done, position + done)).bytesWritten;
}

async function readPreface(
  file: string,
  content: AsyncGenerator<Buffer>,
): Promise<{ preface: Preface; rest: AsyncGenerator<Buffer> }> {
  let start = Buffer.alloc(0);
  const isWhole = () => start.length >= 4 && start.length >= 4 + start.readUInt32BE();
  while (!isWhole() && start.length <= MOST_PREFACE) {
    const { value, done } = await content.next();
    if (done) throw altered(file);
    start = Buffer.concat([start, value]);
  }
  if (!isWhole()) throw altered(file);
  const end = 4 + start.readUInt32BE();
  async function* rest() {
    yield start.subarray(end);
    yield* content;
  }
  const preface = Preface.safeParse(parseJson(start.subarray(4, end)));
  if (!preface.success) throw altered(file);
  return { preface: preface.data, rest: rest() };
}

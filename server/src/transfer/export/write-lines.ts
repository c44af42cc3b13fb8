import { createWriteStream, existsSync } from "node:fs";
import { dirname } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { CommandError } from "../../commands/command-error.ts";
import { cleanUpOnSignal } from "../../commands/interruption.ts";
import { flush, removeTemporary } from "../../data/leftovers.ts";
import { placeFile, requireAbsent } from "../../data/place-file.ts";
import { visibleJson } from "../../log/visible-text.ts";

/** Characters per write. */
const CHUNK = 64 * 1024;

/**
 * Writes records as JSON lines to a file, compressed with gzip if its name ends in `.gz`; `-` is standard output. The
 * file is written under a temporary name and renamed once it is complete.
 * @throws CommandError if the file exists and must not be overwritten, or can't be written.
 */
export async function writeLines(
  file: string,
  records: AsyncIterable<object>,
  { overwrite }: { overwrite: boolean },
): Promise<void> {
  if (file === "-") return pipe(records, standardOutput(), false);
  if (!existsSync(dirname(file)))
    throw new CommandError(`There is no folder ${dirname(file)} for the export. Make it first.`);
  if (!overwrite) requireAbsent(file);
  const aside = `${file}.${process.pid}.part`;
  const stopWatching = cleanUpOnSignal(() => removeTemporary(aside));
  try {
    await pipe(records, createWriteStream(aside, { mode: 0o600 }), file.endsWith(".gz"));
    flush(aside);
    placeFile(aside, file, { overwrite });
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException;
    throw syscall ? new CommandError(`${file} can't be written (${message}).`) : error;
  } finally {
    stopWatching();
    removeTemporary(aside);
  }
}

async function pipe(records: AsyncIterable<object>, target: Writable, isPacked: boolean): Promise<void> {
  const lines = Readable.from(chunks(records));
  await (isPacked ? pipeline(lines, createGzip(), target) : pipeline(lines, target));
}

async function* chunks(records: AsyncIterable<object>): AsyncGenerator<string> {
  let text = "";
  for await (const record of records) {
    text += `${JSON.stringify(record)}\n`;
    if (text.length < CHUNK) continue;
    yield text;
    text = "";
  }
  yield text;
}

/**
 * Standard output, as a stream that a pipeline can end without closing it for the rest of the process. If it is a
 * terminal, invisible characters are escaped: people's data must not control it.
 */
function standardOutput(): Writable {
  return new Writable({
    decodeStrings: false,
    write: (lines: string, encoding, done) =>
      void process.stdout.write(process.stdout.isTTY ? visibleJson(lines) : lines, encoding, done),
  });
}

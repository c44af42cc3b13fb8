import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { CommandError } from "../commands/command-error.ts";
import { FRAME, FrameSealer, inFrames, TAG } from "./frames.ts";
import { altered, type BackupHeader, headerText, headLength, LONGEST_HEAD, readHead, writeHead } from "./head.ts";
import {
  deriveKey,
  keyCheckOf,
  matchesKeyCheck,
  newDerivation,
  type SealingSecret,
  secretKindOf,
} from "./sealing-key.ts";

/** Header of a new sealed file, with its key. */
export interface Sealing {
  header: BackupHeader;
  key: Buffer;
}

/** @param now ms since 1970. */
export async function newSealing(secret: SealingSecret, now: number): Promise<Sealing> {
  const derivation = newDerivation(secret);
  const key = await deriveKey(secret, derivation);
  if (!key) throw new Error("The derivation does not fit the secret.");
  return { header: { createdAt: now, derivation, keyCheck: keyCheckOf(key) }, key };
}

/**
 * Writes a sealed file that only its owner can read, and waits until it is on disk.
 * @param file path that does not exist yet.
 */
export async function writeSealed(
  file: string,
  { header, key }: Sealing,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const text = headerText(header);
  const sealer = new FrameSealer(key, text);
  const handle = await open(file, "wx", 0o600);
  try {
    let size = headLength(text);
    for await (const { plain, isLast } of inFrames(content)) {
      const sealed = sealer.seal(plain, isLast);
      await handle.write(sealed, 0, sealed.length, size);
      size += sealed.length;
    }
    // The size is known only now: until then the file does not start like a backup.
    const head = writeHead(text, size);
    await handle.write(head, 0, head.length, 0);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The content of a sealed file.
 * @param unlock the secret, or the key if it has been derived already.
 * @param onProgress receives the number of bytes read from the file.
 * @throws CommandError, with a specific message for a wrong secret, a truncated file, an altered file and a newer
 * format.
 */
export async function* readSealed(
  file: string,
  unlock: SealingSecret | Buffer,
  onProgress?: (done: number, total: number) => void,
): AsyncGenerator<Buffer> {
  const handle = await openFile(file);
  try {
    const { size } = await handle.stat();
    const start = await readAt(handle, 0, Math.min(LONGEST_HEAD, size));
    const { header, text } = readHead(file, start, size);
    const sealer = new FrameSealer(Buffer.isBuffer(unlock) ? unlock : await unlockWith(file, unlock, header), text);
    for (let at = headLength(text), isLast = false; !isLast; at += FRAME + TAG) {
      // The last frame is shorter, if only by a byte.
      isLast = size - at < FRAME + TAG;
      const plain = sealer.open(await readAt(handle, at, Math.max(0, Math.min(FRAME + TAG, size - at))), isLast);
      if (!plain) throw altered(file);
      onProgress?.(Math.min(size, at + FRAME + TAG), size);
      yield plain;
    }
  } finally {
    await handle.close();
  }
}

async function unlockWith(
  file: string,
  secret: SealingSecret,
  { derivation, keyCheck }: BackupHeader,
): Promise<Buffer> {
  const kind = secretKindOf(derivation);
  const key = await deriveKey(secret, derivation);
  if (!key)
    throw new CommandError(
      `${file} was sealed with a ${kind}, not with a ${secret.kind}. Pass it with ${kind === "passphrase" ? "--passphrase-file" : "--key-file"}.`,
    );
  if (!matchesKeyCheck(key, keyCheck))
    throw new CommandError(`The ${kind} is not the one that ${file} was sealed with. Try another one.`);
  return key;
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    // Opening a pipe without this flag would wait for a writer.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
  } catch (error) {
    throw new CommandError(`${file} can't be read (${(error as Error).message}).`);
  }
  throw new CommandError(`${file} is not a file. Name the file that \`npx atrium backup\` has written.`);
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

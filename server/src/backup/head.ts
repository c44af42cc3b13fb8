import { createHash } from "node:crypto";
import * as z from "zod";
import { CommandError } from "../commands/command-error.ts";
import { Derivation } from "./sealing-key.ts";

/** First bytes of every backup. */
const MAGIC = Buffer.from("ATRIUMBK");
/** Version of everything after the head. The head itself never changes, so that every Atrium can read it. */
const FORMAT = 1;
/** Bytes before the header's text: the magic, the format, the length of the text, the size of the file. */
const FIXED = MAGIC.length + 4 + 4 + 8;
const HASH = 32;
const MOST_HEADER = 64 * 1024;
/** Maximum size of a head, in bytes. */
export const LONGEST_HEAD = FIXED + MOST_HEADER + HASH;

/** Unencrypted header of a backup. */
const BackupHeader = z.object({
  /** Ms since 1970. */
  createdAt: z.int().min(0),
  derivation: Derivation,
  /** A check value by which the right passphrase or key file is recognised. */
  keyCheck: z.string(),
});
export type BackupHeader = z.output<typeof BackupHeader>;

/** The header's text, to which every frame is bound. */
export function headerText(header: BackupHeader): Buffer {
  return Buffer.from(JSON.stringify(header));
}

/** The head of a file. @param size of the whole file in bytes. */
export function writeHead(text: Buffer, size: number, format = FORMAT): Buffer {
  const fixed = Buffer.alloc(FIXED);
  MAGIC.copy(fixed);
  fixed.writeUInt32BE(format, MAGIC.length);
  fixed.writeUInt32BE(text.length, MAGIC.length + 4);
  fixed.writeBigUInt64BE(BigInt(size), MAGIC.length + 8);
  const head = Buffer.concat([fixed, text]);
  return Buffer.concat([head, createHash("sha256").update(head).digest()]);
}

/** Whether a file that begins with these bytes is a backup. */
export function isBackup(start: Buffer): boolean {
  return start.subarray(0, MAGIC.length).equals(MAGIC);
}

/** Size of the head with this text, in bytes. */
export function headLength(text: Buffer): number {
  return FIXED + text.length + HASH;
}

/**
 * Reads the head of a file.
 * @param start the first bytes of the file: `LONGEST_HEAD` of them, if the file is that long.
 * @param size of the file in bytes.
 * @throws CommandError if the file is not a backup, is truncated or altered, or has a newer format.
 */
export function readHead(file: string, start: Buffer, size: number): { header: BackupHeader; text: Buffer } {
  const magic = start.subarray(0, MAGIC.length);
  if (start.length === 0 || !magic.equals(MAGIC.subarray(0, magic.length)))
    throw new CommandError(
      `${file} is not a backup of Atrium. Name a file that \`npx atrium backup\` has written; \`npx atrium import\` loads exports.`,
    );
  if (start.length < FIXED) throw cutOff(file);
  const textLength = start.readUInt32BE(MAGIC.length + 4);
  if (textLength > MOST_HEADER) throw altered(file);
  const end = FIXED + textLength;
  if (start.length < end + HASH) throw cutOff(file);
  const hash = createHash("sha256").update(start.subarray(0, end)).digest();
  if (!hash.equals(start.subarray(end, end + HASH))) throw altered(file);
  const recordedSize = start.readBigUInt64BE(MAGIC.length + 8);
  if (BigInt(size) < recordedSize) throw cutOff(file);
  if (BigInt(size) > recordedSize) throw altered(file);
  const format = start.readUInt32BE(MAGIC.length);
  if (format > FORMAT)
    throw new CommandError(
      `${file} was written by a newer Atrium (backup format ${format}, this one knows ${FORMAT}). Update Atrium, then restore it.`,
    );
  if (format < FORMAT) throw altered(file);
  const text = start.subarray(FIXED, end);
  const header = BackupHeader.safeParse(parseJson(text));
  if (!header.success) throw altered(file);
  return { header: header.data, text };
}

/** The value of a JSON text, to be checked by a schema; undefined if it is not JSON. */
export function parseJson(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}

/** Error for a truncated file. */
function cutOff(file: string): CommandError {
  return new CommandError(`${file} is cut off: a part of it is missing. Copy it again, or take another backup.`);
}

/** Error for an altered file. */
export function altered(file: string): CommandError {
  return new CommandError(
    `${file} is damaged or was altered after it was written. Copy it again, or take another backup.`,
  );
}

import { closeSync, openSync, readSync } from "node:fs";
import { HISTORY_KEY } from "../format.ts";
import { textAndNumber } from "./page-rows.ts";

/** The commits that a write-ahead log holds. */
export interface LogSpan {
  /** Number of the first commit, and of the last one. */
  first: number;
  last: number;
  /** The history that they belong to, if their page records it. */
  history: number | undefined;
}

/** Sizes in bytes (sqlite.org/walformat.html). */
const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;
/** Bytes read at a time. */
const CHUNK = 1024 * 1024;

/**
 * Reads which commits a log holds: each of them writes the page with the row `sequence`. Frames of earlier rounds,
 * which SQLite does not apply either, have another salt.
 * @returns undefined if it holds none or is gone; `changed` if it was restarted meanwhile.
 */
export function readLogSpan(file: string): LogSpan | undefined | "changed" {
  const descriptor = openIfPresent(file);
  if (descriptor === undefined) return undefined;
  try {
    const header = readBytes(descriptor, HEADER, 0);
    // The lowest bit is the byte order of the checksums.
    if (header.length < HEADER || (header.readUInt32BE(0) & ~1) !== MAGIC) return undefined;
    const span = scan(descriptor, header);
    return readBytes(descriptor, HEADER, 0).equals(header) ? span : "changed";
  } finally {
    closeSync(descriptor);
  }
}

/** @returns undefined if the last process that had the data file open has removed its log. */
function openIfPresent(file: string): number | undefined {
  try {
    return openSync(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function scan(descriptor: number, header: Buffer): LogSpan | undefined {
  const pageSize = header.readUInt32BE(8);
  const size = FRAME_HEADER + pageSize;
  const frames = Math.max(1, Math.floor(CHUNK / size));
  const sums = new Sums(header);
  let span: LogSpan | undefined;
  for (let at = HEADER; ; at += frames * size) {
    const chunk = readBytes(descriptor, frames * size, at);
    for (let start = 0; start + size <= chunk.length; start += size) {
      if (chunk.compare(header, 16, 24, start + 8, start + 16) !== 0) return span;
      const page = chunk.subarray(start + FRAME_HEADER, start + size);
      // A power cut may leave only part of the first commit; SQLite then applies nothing of the log.
      if (!span && !sums.matches(chunk.subarray(start, start + FRAME_HEADER), page)) return undefined;
      const sequence = page.includes("sequence") ? textAndNumber(page, "sequence") : undefined;
      if (sequence === undefined) continue;
      span ??= { first: sequence, last: sequence, history: textAndNumber(page, HISTORY_KEY) };
      span.last = Math.max(span.last, sequence);
    }
    if (chunk.length < frames * size) return span;
  }
}

/** The running checksum of a log. Each frame stores its value up to and including that frame. */
class Sums {
  readonly #word: (bytes: Buffer, at: number) => number;
  #first: number;
  #second: number;

  constructor(header: Buffer) {
    const isBigEndian = (header.readUInt32BE(0) & 1) === 1;
    this.#word = isBigEndian ? (bytes, at) => bytes.readUInt32BE(at) : (bytes, at) => bytes.readUInt32LE(at);
    this.#first = header.readUInt32BE(24);
    this.#second = header.readUInt32BE(28);
  }

  /** Adds the next frame and returns whether its checksum is right. */
  matches(frameHeader: Buffer, page: Buffer): boolean {
    this.#add(frameHeader.subarray(0, 8));
    this.#add(page);
    return frameHeader.readUInt32BE(16) === this.#first && frameHeader.readUInt32BE(20) === this.#second;
  }

  #add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += 8) {
      this.#first = (this.#first + this.#word(bytes, at) + this.#second) >>> 0;
      this.#second = (this.#second + this.#word(bytes, at + 4) + this.#first) >>> 0;
    }
  }
}

function readBytes(descriptor: number, length: number, position: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(descriptor, buffer, 0, length, position));
}

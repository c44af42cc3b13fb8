/** Thrown by `YjsReader` for malformed bytes. */
export const unreadable = new Error("These bytes are not in the format of Yjs.");

/** Reads numbers and texts in the encoding of Yjs. Its methods throw `unreadable`. */
export class YjsReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Where the next read begins. */
  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw unreadable;
    return byte;
  }

  /** A whole number that is not negative: seven bits per byte, the lowest first. */
  number(): number {
    let byte = this.byte();
    let number = byte & 127;
    // The first 28 bits are combined with integer operations, which take a fraction of the time.
    for (let shift = 7; byte > 127 && shift < 28; shift += 7) {
      byte = this.byte();
      number |= (byte & 127) << shift;
    }
    for (let factor = 2 ** 28; byte > 127; factor *= 128) {
      byte = this.byte();
      number += (byte & 127) * factor;
      if (number > Number.MAX_SAFE_INTEGER) throw unreadable;
    }
    return number;
  }

  /**
   * Skips the next bytes if they equal those of an array from `start` to `end`.
   * @returns false, without skipping, if not.
   */
  skipSame(bytes: Uint8Array, start: number, end: number): boolean {
    let at = this.#at;
    for (let i = start; i < end; i++) if (this.#bytes[at++] !== bytes[i]) return false;
    this.#at = at;
    return true;
  }

  text(): string {
    const { start, end } = this.#nextText();
    return decode(this.#bytes.subarray(start, end));
  }

  /** Skips a text. @returns its length in UTF-16 code units. */
  skipText(): number {
    const { start, end } = this.#nextText();
    for (let at = start; at < end; at++)
      if ((this.#bytes[at] as number) > 127) return decode(this.#bytes.subarray(start, end)).length;
    return end - start;
  }

  /** Finds the next text and moves behind it. */
  #nextText(): { start: number; end: number } {
    const size = this.number();
    const start = this.#at;
    const end = start + size;
    if (end > this.#bytes.length) throw unreadable;
    this.#at = end;
    return { start, end };
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw unreadable;
  }
}

/** Number of bytes that a number takes when encoded. */
export function sizeOf(number: number): number {
  let size = 1;
  for (let rest = number; rest > 127; rest = Math.floor(rest / 128)) size++;
  return size;
}

/** Writes a number into bytes that have room for it. @returns the position after it. */
export function writeNumber(bytes: Uint8Array, start: number, number: number): number {
  let at = start;
  let rest = number;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes[at++] = 128 | (rest % 128);
  bytes[at++] = rest;
  return at;
}

/** Writes bytes whose total size is known. */
export class YjsWriter {
  readonly bytes: Uint8Array;
  #at = 0;

  /** @param size of everything that will be written, in bytes. */
  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size);
  }

  number(number: number): void {
    this.#at = writeNumber(this.bytes, this.#at, number);
  }

  append(bytes: Uint8Array): void {
    this.bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }
}

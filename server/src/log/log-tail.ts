import { type FileHandle, open, stat } from "node:fs/promises";
import { olderLogFile } from "./log-file.ts";

/** Bytes read at a time. */
const CHUNK = 256 * 1024;

/** Reads the complete lines at the end of a log, at most `maxBytes` of them. No lines if there is no such file. */
export async function lastLines(file: string, maxBytes: number): Promise<string[]> {
  const tail = await LogTail.open(file, maxBytes);
  try {
    const lines = await tail.readNew();
    if (!tail.isWhole) return lines;
    const older = await LogTail.open(olderLogFile(file), maxBytes - tail.length);
    return [...(await older.readNew().finally(() => older.close())), ...lines];
  } finally {
    await tail.close();
  }
}

/**
 * A position in a log from which lines are read as they are appended, even if the file is set aside for a new one, or
 * truncated in place as `copytruncate` of logrotate does.
 */
export class LogTail {
  readonly #file: string;
  #handle: FileHandle | undefined;
  #position = 0;
  /** Bytes read so far. */
  length = 0;
  /** Whether the position was at the first line of the file. */
  isWhole = true;

  private constructor(file: string) {
    this.#file = file;
  }

  /** Starts at most `back` bytes before the end of the file. The file need not exist yet. */
  static async open(file: string, back = 0): Promise<LogTail> {
    const tail = new LogTail(file);
    await tail.#open();
    const size = (await tail.#handle?.stat())?.size ?? 0;
    tail.#position = Math.max(0, size - back);
    tail.isWhole = tail.#position === 0;
    // The position is most likely inside a line; the rest of that line is skipped.
    if (!tail.isWhole && back > 0) await tail.#skipLine();
    return tail;
  }

  /** Reads the complete lines that were appended since the last call. */
  async readNew(): Promise<string[]> {
    const lines = await this.#readLines();
    const fileStats = await stat(this.#file).catch(() => undefined);
    if (!fileStats) return lines;
    if (fileStats.ino !== (await this.#handle?.stat())?.ino) {
      // The file was set aside: its last lines come first.
      lines.push(...(await this.#readLines()));
      await this.close();
      await this.#open();
    } else if (fileStats.size >= this.#position) return lines;
    this.#position = 0;
    return [...lines, ...(await this.#readLines())];
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }

  async #open(): Promise<void> {
    this.#handle = await open(this.#file, "r").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
  }

  async #skipLine(): Promise<void> {
    const buffer = Buffer.alloc(CHUNK);
    const { bytesRead } = (await this.#handle?.read(buffer, 0, CHUNK, this.#position)) ?? { bytesRead: 0 };
    const end = buffer.subarray(0, bytesRead).indexOf("\n");
    this.#position += end < 0 ? bytesRead : end + 1;
  }

  async #readLines(): Promise<string[]> {
    const lines: string[] = [];
    const buffer = Buffer.alloc(CHUNK);
    for (;;) {
      const { bytesRead } = (await this.#handle?.read(buffer, 0, CHUNK, this.#position)) ?? { bytesRead: 0 };
      // An incomplete line is read again from its start, so that no character is cut in two.
      const end = buffer.subarray(0, bytesRead).lastIndexOf("\n") + 1;
      if (end === 0) {
        // A line longer than one chunk is not one of ours.
        if (bytesRead === CHUNK) this.#position += bytesRead;
        else return lines;
        continue;
      }
      this.#position += end;
      this.length += end;
      lines.push(...buffer.toString("utf8", 0, end - 1).split("\n"));
    }
  }
}

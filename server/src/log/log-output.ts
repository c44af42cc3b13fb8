import { fstatSync, write } from "node:fs";

/** Writes bytes, one call at a time, and calls back with how many it wrote or why it failed. */
export type Sink = (bytes: Buffer, done: (error: Error | null | undefined, bytesWritten: number) => void) => void;

/** Options of the output. */
export interface LogOutputOptions {
  /** The line that reports how many lines were dropped, with its line end. */
  notice(dropped: number): string;
  /** Default: standard output. */
  sink?: Sink;
  /** Maximum number of buffered characters; further lines are dropped. Default: 1 MiB. */
  capacity?: number;
}

/**
 * Number of characters that triggers a write: handing over to a thread costs the event loop as much as creating many
 * lines.
 */
const BATCH = 64 * 1024;
/** Maximum delay of a line, ms. */
const LONGEST_DELAY = 250;
/** Pause after a failed write, in ms. */
const PAUSE = 1000;

/**
 * Writes log lines in batches and in order. A full disk, a stalled reader or a closed pipe blocks nothing: lines that
 * can't be written are dropped and counted, and the count is written as soon as writing works again.
 */
export class LogOutput {
  readonly #sink: Sink;
  readonly #notice: (dropped: number) => string;
  readonly #capacity: number;
  #waiting = "";
  #lines = 0;
  /** Dropped lines that the log has not reported yet. */
  #dropped = 0;
  #droppedInAll = 0;
  #isWriting = false;
  #hasFailed = false;
  /** Whether the last write ended inside a line. */
  #isCut = false;
  #timer: NodeJS.Timeout | undefined;
  #onIdle: (() => void)[] = [];

  constructor({ notice, sink = standardOutput(), capacity = 1024 * 1024 }: LogOutputOptions) {
    this.#sink = sink;
    this.#notice = notice;
    this.#capacity = capacity;
  }

  /** Whether a write is under way. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  /** Number of dropped lines. */
  get dropped(): number {
    return this.#droppedInAll;
  }

  /** Queues a line, which ends with a line break. Never throws or blocks. */
  write(line: string): void {
    if (this.#waiting.length + line.length > this.#capacity) {
      this.#dropped++;
      this.#droppedInAll++;
      return;
    }
    this.#waiting += line;
    this.#lines++;
    if (this.#isWriting || this.#hasFailed) return;
    if (this.#waiting.length >= BATCH) this.#begin();
    else this.#beginIn(LONGEST_DELAY);
  }

  /** Writes the buffered lines. @returns settles when the buffer is empty, or after `ms`. */
  async flush(ms: number): Promise<void> {
    const idle = new Promise<void>((resolve) => this.#onIdle.push(resolve));
    this.#begin();
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      idle,
      new Promise((resolve) => {
        timer = setTimeout(resolve, ms);
      }),
    ]);
    clearTimeout(timer);
  }

  #beginIn(ms: number): void {
    this.#timer ??= setTimeout(() => this.#begin(), ms).unref();
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isWriting) return;
    const [lines, dropped] = [this.#lines, this.#dropped];
    if (lines + dropped === 0) {
      this.#idle();
      return;
    }
    const notice = dropped > 0 ? this.#notice(dropped) : "";
    const bytes = Buffer.from(`${this.#isCut ? "\n" : ""}${this.#waiting}${notice}`);
    this.#waiting = "";
    this.#lines = 0;
    this.#dropped = 0;
    this.#isWriting = true;
    this.#send(bytes, () => {
      this.#dropped += lines + dropped;
      this.#droppedInAll += lines;
    });
  }

  /** @param drop called if the bytes could not be written. */
  #send(bytes: Buffer, drop: () => void): void {
    this.#sink(bytes, (error, bytesWritten) => {
      if (bytesWritten > 0) this.#isCut = bytes[bytesWritten - 1] !== 0x0a;
      if (!error && bytesWritten < bytes.length) return this.#send(bytes.subarray(bytesWritten), drop);
      this.#isWriting = false;
      this.#hasFailed = Boolean(error);
      if (error) {
        drop();
        this.#beginIn(PAUSE);
        this.#idle();
      } else if (this.#waiting.length >= BATCH || this.#onIdle.length > 0) this.#begin();
      else if (this.#lines + this.#dropped > 0) this.#beginIn(LONGEST_DELAY);
    });
  }

  #idle(): void {
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }
}

/**
 * Standard output. Files and terminals are written by a thread of the pool. A write to a full pipe would block such a
 * thread, for which the end of the process would wait: so pipes use the process's stream, which needs no thread to wait.
 */
function standardOutput(): Sink {
  const { stdout } = process;
  const stat = fstatSync(1);
  if (!stat.isFIFO() && !stat.isSocket()) return (bytes, done) => write(1, bytes, done);
  return (bytes, done) => {
    // One listener serves all logs of the process; logs that write nothing need none.
    if (!stdout.listeners("error").includes(ignoreFailure)) stdout.on("error", ignoreFailure);
    stdout.write(bytes, (error) => done(error, error ? 0 : bytes.length));
  };
}

/** Ignores errors of standard output: each write reports its own, and without a listener an error would end the process. */
function ignoreFailure(): void {}

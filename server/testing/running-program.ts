import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** A program as a process, with its output. */
export class RunningProgram {
  printed = "";
  complaints = "";
  readonly #process: ChildProcess;
  readonly #end: Promise<[code: number | null]>;
  #wake: () => void = () => undefined;
  /** How far each output has been matched. */
  readonly #read = { printed: 0, complaints: 0 };

  constructor(process: ChildProcess) {
    this.#process = process;
    this.#end = once(process, "close") as Promise<[number | null]>;
    process.stdout?.setEncoding("utf8").on("data", (text) => {
      this.printed += text;
      this.#wake();
    });
    process.stderr?.setEncoding("utf8").on("data", (text) => {
      this.complaints += text;
      this.#wake();
    });
  }

  /** Waits until it prints this on either output, after the previous match. @throws Error if it ends earlier. */
  async prints(pattern: RegExp): Promise<RegExpExecArray> {
    const ended = this.#end.then(() => true);
    for (let isOver = false; ; ) {
      const more = new Promise<false>((resolve) => {
        this.#wake = () => resolve(false);
      });
      for (const output of ["printed", "complaints"] as const) {
        const match = pattern.exec(this[output].slice(this.#read[output]));
        if (!match) continue;
        this.#read[output] += match.index + match[0].length;
        return match;
      }
      if (isOver) throw new Error(`it ended without printing ${pattern}: ${this.printed}${this.complaints}`);
      isOver = await Promise.race([more, ended]);
    }
  }

  /** Waits until it ends by itself. @returns its exit code. */
  async ends(): Promise<number | null> {
    const [code] = await this.#end;
    return code;
  }

  /** Ends it like Ctrl-C. @returns its exit code; null if it was ended by a signal. */
  async interrupt(): Promise<number | null> {
    if (this.#process.exitCode === null) this.#process.kill("SIGINT");
    return this.ends();
  }

  /** Kills it. */
  async kill(): Promise<void> {
    if (this.#process.exitCode === null) this.#process.kill("SIGKILL");
    await this.#end;
  }
}

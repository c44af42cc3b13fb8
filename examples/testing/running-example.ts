import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createClient } from "@atrium/client";
import { onTestFinished } from "@atrium/functions/testing/harness/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/context";
import { expect } from "@jest/globals";
import { newCredentials, startServer } from "../../server/testing/running-server.ts";
import { temporaryFolder } from "../../server/testing/temporary-folder.ts";

/** A program of this folder as a process, with its output. */
export class RunningExample {
  printed = "";
  complaints = "";
  readonly #process: ChildProcess;
  readonly #end: Promise<[code: number | null]>;
  #wake: () => void = () => undefined;
  /** The position in each output that was waited for. */
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

  /** Waits until it prints this, on either output, after the last match. @throws Error when it ends earlier. */
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

  /** Ends it like Ctrl-C. @returns its exit code; null when it has not ended by itself. */
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

/** Starts a program of this folder with these variables in the environment. */
export function startExample(
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): RunningExample {
  const file = join(import.meta.dirname, "..", program);
  // Without the variables of the test run's environment.
  const { ATRIUM_URL, ATRIUM_API_KEY, ATRIUM_AUTH_TOKEN, ...env } = process.env;
  const child = spawn(process.execPath, [file, ...args], { env: { ...env, ...environment } });
  const running = new RunningExample(child);
  onTestFinished(() => running.kill());
  return running;
}

/** A server with a new workspace: a client for it, and the environment for a program. */
export async function exampleServer() {
  const dataFolder = temporaryFolder();
  const server = await startServer(dataFolder);
  onTestFinished(() => server.end());
  const headers = await newCredentials(server);
  const apiKey = headers["x-service-api-key"] ?? "";
  const authToken = headers["x-service-auth-token"] ?? "";
  const atrium = createClient({ baseUrl: server.url, apiKey, authToken });
  return {
    server,
    dataFolder,
    atrium,
    environment: { ATRIUM_URL: server.url, ATRIUM_API_KEY: apiKey, ATRIUM_AUTH_TOKEN: authToken },
  };
}

/** Checks what every program promises: `--help` needs nothing, and without credentials it says what to do. */
export async function startsLikeAnyProgram(program: string, args: readonly string[] = []) {
  const helping = startExample(program, ["--help"]);
  expect(await helping.ends()).toBe(0);
  expectWithContext(helping.printed.startsWith(`node examples/${program}`), helping.printed).toBe(true);
  const refusing = startExample(program, args);
  expect(await refusing.ends()).toBe(1);
  expect(refusing.printed).toBe("");
  expect(refusing.complaints).toBe("Set ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN; examples/README.md says how.\n");
}

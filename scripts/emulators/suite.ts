import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { EmulatorsError } from "./error.ts";
import { commandFile } from "./firebase-tools.ts";
import { createOutput } from "./output.ts";
import { PROJECT } from "./project.ts";

/** How to start the suite. */
export interface SuiteOptions {
  /** Folder of firebase-tools. */
  tools: string;
  /** Folder of the Firebase project. */
  project: string;
  /** Address of the emulator hub, which lists all emulators. */
  hub: string;
  /** The emulators to start. */
  only: string[];
  /** Further arguments. */
  args: string[];
  environment: Record<string, string>;
  isVerbose: boolean;
}

/** How long the emulators may take to save their data and end, in ms. */
const LONGEST_END = 120_000;
/** Interval between progress lines during the start, in ms. */
const PROGRESS = 10_000;
const isWindows = process.platform === "win32";

/** The firebase-tools process with all its children. */
export class Suite {
  readonly #child: ChildProcess;
  readonly #temporary = mkdtempSync(join(tmpdir(), "atrium-"));
  /** Child processes in process groups of their own, such as the Firestore emulator. */
  #apart: number[] = [];
  #isStopping = false;
  /** Resolves with the exit code when the process and all its children have ended. */
  readonly ended: Promise<number | null>;
  /** Resolves when every emulator answers, unless stopped before. @throws EmulatorsError if one does not start. */
  readonly ready: Promise<void>;

  constructor({ tools, project, hub, only, args, environment, isVerbose }: SuiteOptions) {
    const command = ["emulators:start", "--project", PROJECT, "--only", only.join(","), ...args];
    const verbosity = isVerbose ? [] : ["--log-verbosity", "QUIET"];
    this.#child = spawn(process.execPath, [commandFile(tools), ...command, ...verbosity], {
      cwd: project,
      env: { ...toolsEnvironment(this.#temporary), ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      // In its own process group, so that Ctrl-C reaches it only once, through us, and its children end with it.
      detached: !isWindows,
    });
    process.once("exit", () => this.kill());
    this.ended = once(this.#child, "close").then(([code]) => {
      if (code === 0) this.#apart = [];
      this.kill();
      rmSync(this.#temporary, { recursive: true, force: true });
      return code;
    });
    this.ready = this.#watch(hub, isVerbose);
  }

  async #watch(hub: string, isVerbose: boolean): Promise<void> {
    const output = createOutput({ isVerbose });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      if (stream) createInterface({ input: stream }).on("line", (line) => output.take(line));
    const end = this.ended.then(() => {
      if (this.#isStopping) return new Promise<void>(() => {});
      throw new EmulatorsError(`The emulators have ended while starting:\n${output.lastLines()}`);
    });
    const begin = performance.now();
    const progress = setInterval(() => {
      const seconds = Math.round((performance.now() - begin) / 1000);
      console.log(`  still starting after ${seconds} s: ${output.lastLines().split("\n").at(-1)}`);
    }, PROGRESS);
    await Promise.race([output.ready, end]).finally(() => clearInterval(progress));
    const reply = await fetch(`${hub}/emulators`);
    const running = Object.values((await reply.json()) as Record<string, { pid?: number }>);
    this.#apart = running.flatMap(({ pid }) => (pid ? [pid] : []));
  }

  /** Ends everything gracefully, and after a timeout by force. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#child.kill("SIGTERM");
    const force = setTimeout(() => this.kill(), LONGEST_END);
    await this.ended;
    clearTimeout(force);
  }

  /** Kills everything that is still running. */
  kill(): void {
    if (isWindows) this.#child.kill();
    else for (const id of [-(this.#child.pid ?? 0), ...this.#apart]) if (id !== 0) killOne(id);
  }
}

/** Kills a process, or a process group if the number is negative. */
function killOne(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // It has already ended.
  }
}

/**
 * The environment that isolates firebase-tools: no account, telemetry, update check or user settings.
 * @param temporary folder for its own files.
 */
export function toolsEnvironment(temporary: string): NodeJS.ProcessEnv {
  const {
    GOOGLE_APPLICATION_CREDENTIALS: _,
    FIREBASE_TOKEN: __,
    FIRESTORE_EMULATOR_HOST: ___,
    ...inherited
  } = process.env;
  return {
    // In s. Its own limit of 10 s is too short for a busy machine to load all functions; after it the suite runs without them.
    FUNCTIONS_DISCOVERY_TIMEOUT: "120",
    ...inherited,
    // A `node` that it starts by name must be the Node that Atrium runs on.
    PATH: `${dirname(process.execPath)}${isWindows ? ";" : ":"}${process.env.PATH}`,
    CI: "1",
    NO_UPDATE_NOTIFIER: "1",
    XDG_CONFIG_HOME: temporary,
    TMPDIR: temporary,
    METADATA_SERVER_DETECTION: "none",
    // Otherwise it asks npm for the latest version of firebase-functions.
    npm_config_offline: "true",
  };
}

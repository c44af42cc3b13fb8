import { execFileSync, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { scratchFolder } from "./scratch.ts";

/** The checkout. */
export const root = join(import.meta.dirname, "..");

/** A running server, the product or the floor. */
export interface Server {
  /** Without a slash at the end. */
  url: string;
  /** CPU time used so far by all its threads, in µs; undefined if the system does not report it. */
  cpuTime(): number | undefined;
  /** Resident memory in MB. */
  memory(): number;
  stop(): Promise<void>;
}

/** Environment of the product: its own data, no rate limits, the default log level. */
export function productEnvironment(dataFolder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ATRIUM_DATA: dataFolder,
    PORT: "0",
    HOST: "127.0.0.1",
    LOG_LEVEL: "info",
    RATE_LIMIT_PER_MINUTE: "0",
    RATE_LIMIT_ALL_USERS_PER_MINUTE: "0",
    RATE_LIMIT_WORKSPACE_PER_MINUTE: "0",
    RATE_LIMIT_PUBLIC_PER_MINUTE: "0",
    NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node"),
  };
}

/** Starts the built server with a data folder, with the flags that `npm start` gives it. @param further environment. */
export function startProduct(dataFolder: string, further: NodeJS.ProcessEnv = {}): Promise<Server> {
  const main = join(root, "server", "dist", "main.cjs");
  return startServer(["--max-semi-space-size=16", main], {
    ...productEnvironment(dataFolder),
    ATRIUM_SEED: "none",
    ...further,
  });
}

/** Starts the floor. */
export function startFloor(): Promise<Server> {
  return startServer([join(import.meta.dirname, "floor.ts"), join(scratchFolder(), "floor.db")], process.env);
}

/** Starts the floor of refusals, which refuses every request. */
export function startRefusing(): Promise<Server> {
  return startServer([join(import.meta.dirname, "refusing.ts")], process.env);
}

/** Starts Hocuspocus. @param folder the folder in which npm has installed it. */
export function startHocuspocus(folder: string): Promise<Server> {
  return startServer(
    [join(import.meta.dirname, "editing", "hocuspocus.ts"), folder, join(folder, "documents.db")],
    process.env,
  );
}

/** Writes the log to a file, so that no CPU time is spent on reading it. */
async function startServer(args: string[], env: NodeJS.ProcessEnv): Promise<Server> {
  const log = join(scratchFolder(), "log");
  const output = openSync(log, "w");
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", output, "inherit"] });
  closeSync(output);
  const kill = () => child.kill();
  process.once("exit", kill);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  void ended.then(() => process.off("exit", kill));
  for (;;) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(readFileSync(log, "utf8"))?.[0];
    if (url) return serverOf(url, child.pid as number, () => child.kill("SIGTERM") && ended);
    if (child.exitCode !== null) throw new Error(`A server did not start: ${args.join(" ")}`);
    await sleep(20);
  }
}

function serverOf(url: string, pid: number, stop: () => unknown): Server {
  const isLinux = existsSync(`/proc/${pid}/stat`);
  return {
    url,
    cpuTime() {
      if (!isLinux) return undefined;
      // The program's name is in parentheses; user and system time are the 14th and 15th field, in 10 ms.
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      return (Number(fields[11]) + Number(fields[12])) * 10_000;
    },
    memory: () => Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024,
    async stop() {
      await stop();
    },
  };
}

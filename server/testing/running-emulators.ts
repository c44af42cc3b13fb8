import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Number of ports: hosting and those after it. */
const PORTS = 10;

/** The emulators as `npm run emulators` runs them, in separate processes. */
export interface RunningEmulators {
  url: string;
  port: number;
  /** Their output so far. */
  printed(): string;
  /** Ends them and waits for their end. @returns the exit code. */
  end(): Promise<number | null>;
}

/** Starts the emulators on free ports. @throws Error with their output if they end before they are ready. */
export async function startEmulators(args: string[], environment: Record<string, string>): Promise<RunningEmulators> {
  const port = await freePorts();
  const child: ChildProcess = spawn(process.execPath, ["scripts/emulators.mjs", `--port=${port}`, ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close").then(([code]) => code as number | null);
  let printed = "";
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        printed += chunk;
        if (printed.includes("Stop with Ctrl-C.")) resolve();
      });
    void ended.then((code) => reject(new Error(`the emulators ended with ${code}: ${printed}`)));
  });
  await ready;
  const end = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { url: `http://127.0.0.1:${port}`, port, printed: () => printed, end };
}

/** Whether a program listens on the port. */
export async function isTaken(port: number): Promise<boolean> {
  const server = await listen(port);
  server?.close();
  return server === undefined;
}

/** The first of several consecutive free ports. */
export async function freePorts(): Promise<number> {
  for (;;) {
    const first = (await listen(0)) as Server;
    const { port } = first.address() as AddressInfo;
    const others = await Promise.all(Array.from({ length: PORTS }, (_, i) => listen(port + 1 + i)));
    const servers = [first, ...others];
    for (const server of servers) server?.close();
    if (servers.every((server) => server !== undefined)) return port;
  }
}

async function listen(port: number): Promise<Server | undefined> {
  // There are no ports after this one.
  if (port > 65_535) return undefined;
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
    return server;
  } catch {
    return undefined;
  }
}

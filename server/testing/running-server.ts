import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverFile } from "./built-server.ts";

/** A script that starts the server as `npm start` does. */
const launcher = `
  import { endWith, startTied } from ${JSON.stringify(new URL("../../scripts/end-with.mjs", import.meta.url))};
  endWith(startTied(process.execPath, [${JSON.stringify(serverFile)}]));`;

/** A real server process on a free loopback port. */
export class RunningServer {
  readonly process: ChildProcess;
  readonly url: string;

  constructor(process: ChildProcess, url: string) {
    this.process = process;
    this.url = url;
  }

  /** Sends a call; `headers` contain the credentials. */
  async post(path: string, data: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(this.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ data }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
    return { status: response.status, body: (await response.json()) as any };
  }

  /** Ends the process and waits for its end. @returns the exit code, or the signal's name. */
  async end(signal: NodeJS.Signals = "SIGTERM"): Promise<number | string> {
    const { exitCode, signalCode } = this.process;
    if (exitCode !== null || signalCode !== null) return exitCode ?? signalCode ?? "";
    const exit = once(this.process, "exit");
    this.process.kill(signal);
    const [code, killedBy] = await exit;
    return code ?? killedBy;
  }
}

/**
 * Starts the server.
 * @param fileSizeLimit largest file that it can write, in blocks of 512 bytes, to simulate a full disk.
 * @param isLaunched whether another program starts it, as `npm start` does; `process` is then that program.
 * @throws Error with its output if it ends before it listens.
 */
export async function startServer(
  dataFolder: string,
  environment: Record<string, string> = {},
  { fileSizeLimit, isLaunched = false }: { fileSizeLimit?: number; isLaunched?: boolean } = {},
): Promise<RunningServer> {
  const command = isLaunched
    ? [process.execPath, "--input-type=module", "--eval", launcher]
    : [process.execPath, serverFile];
  const limited = ["sh", "-c", `ulimit -f ${fileSizeLimit}; exec "$@"`, "sh", ...command];
  const [program = "", ...args] = fileSizeLimit === undefined ? command : limited;
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ATRIUM_DATA: dataFolder,
      ATRIUM_SEED: "none",
      LOG_LEVEL: "error",
      PORT: "0",
      RATE_LIMIT_PER_MINUTE: "0",
      RATE_LIMIT_PUBLIC_PER_MINUTE: "0",
      RATE_LIMIT_ALL_USERS_PER_MINUTE: "0",
      RATE_LIMIT_WORKSPACE_PER_MINUTE: "0",
      ...environment,
    },
  });
  let printed = "";
  const listening = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const url = /listens on (http:\/\/\S+?) /.exec(printed)?.[1];
      if (url) resolve(url);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${printed}`)));
  });
  return new RunningServer(child, await listening);
}

/** A data folder with the demo world, of a server that has ended: copying it is faster than loading the world. */
let demoFolder: Promise<string> | undefined;

async function makeDemoFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "atrium-demo-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, "data");
  const server = await startServer(data, { ATRIUM_SEED: "" });
  await server.end();
  return data;
}

/** Starts the server over a new data folder with the demo world, as after its first start. */
export async function startDemoServer(
  dataFolder: string,
  environment: Record<string, string> = {},
): Promise<RunningServer> {
  demoFolder ??= makeDemoFolder();
  cpSync(await demoFolder, dataFolder, { recursive: true });
  // Copying the folder makes it accessible to others.
  chmodSync(dataFolder, 0o700);
  return startServer(dataFolder, environment);
}

/** Creates a workspace. @returns the headers for calls of its API key, and for calls of the workspace itself. */
export async function newWorkspace(server: RunningServer) {
  const { body } = await server.post("/v2/workspace/create", { ownerEmail: "ada@example.com" });
  const { id, authToken, apiKeyList } = body.result.data;
  const [apiKeyId = ""] = Object.keys(apiKeyList);
  const workspaceHeaders = { "x-service-workspace-id": id, "x-service-workspace-auth-token": authToken };
  const tokens = await server.post("/v2/workspace/authtokens/get", { apiKey: apiKeyId }, workspaceHeaders);
  const token: string = tokens.body.result.data.authTokens[0].token;
  return { workspaceHeaders, headers: { "x-service-api-key": apiKeyId, "x-service-auth-token": token } };
}

/** Headers for calls of a new workspace's API key. */
export async function newCredentials(server: RunningServer): Promise<Record<string, string>> {
  return (await newWorkspace(server)).headers;
}

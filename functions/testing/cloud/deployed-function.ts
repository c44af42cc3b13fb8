import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generateSigningKey } from "#domain/tokens/user-token";

/** The manifest of functions that the Firebase tools read before a deployment. */
export interface Manifest {
  /** By name. */
  endpoints: Record<string, ManifestEndpoint>;
  params: { name: string; type: string; default?: string | number | boolean }[];
  requiredAPIs: { api: string }[];
}

/** One function of the manifest. */
export interface ManifestEndpoint {
  platform: string;
  /** The path from the exports to the function, with dots. */
  entryPoint: string;
  region: string;
  httpsTrigger?: { invoker: string[] };
  taskQueueTrigger?: { invoker: string[]; retryConfig: object; rateLimits: object };
  scheduleTrigger?: { schedule: string };
  secretEnvironmentVariables?: { key: string }[];
  [other: string]: unknown;
}

/** A function with its process. */
export interface DeployedFunction {
  /** Without a slash at the end. */
  url: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/**
 * Asks firebase-functions for the manifest of a folder, as the Firebase tools do; `isEmulated`: as their emulators do.
 */
export async function discover(folder: string, { isEmulated = false } = {}): Promise<Manifest> {
  const port = await freePort();
  const entry = createRequire(join(folder, "index.js")).resolve("firebase-functions");
  const main = join(entry.slice(0, entry.lastIndexOf("lib")), "lib", "bin", "firebase-functions.js");
  const environment = {
    FUNCTIONS_CONTROL_API: "true",
    GCLOUD_PROJECT: "demo-atrium",
    PORT: String(port),
    ...(isEmulated && { FUNCTIONS_EMULATOR: "true" }),
  };
  const { stop } = await start(main, folder, environment, /Serving at port/);
  try {
    const reply = await answerOf(`http://127.0.0.1:${port}/__/functions.yaml`);
    const text = await reply.text();
    if (!reply.ok) throw new Error(text);
    return JSON.parse(text);
  } finally {
    await stop();
  }
}

/**
 * Serves one function of a folder as Cloud Run does.
 * @param target its entry point, such as `v2.users.add`.
 */
export async function serveFunction(
  folder: string,
  target: string,
  environment: Record<string, string>,
): Promise<DeployedFunction> {
  const port = await freePort();
  const main = createRequire(import.meta.url)
    .resolve("@google-cloud/functions-framework")
    .replace(/index\.js$/, "main.js");
  const variables = { ...environment, FUNCTION_TARGET: target, FUNCTION_SIGNATURE_TYPE: "http", PORT: String(port) };
  return { url: `http://127.0.0.1:${port}`, ...(await start(main, folder, variables, /^URL:/m)) };
}

/**
 * The environment that the Firebase tools derive from parameters and secrets: every parameter has its default value.
 * @param firestore `host:port` of a server that replaces Firestore.
 */
export async function environmentOf(
  { params }: Manifest,
  { firestore, projectId, encryptionKey }: { firestore: string; projectId: string; encryptionKey: Uint8Array },
): Promise<Record<string, string>> {
  const defaults = params.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, String(value)]]));
  return {
    ...Object.fromEntries(defaults),
    FIRESTORE_EMULATOR_HOST: firestore,
    GCLOUD_PROJECT: projectId,
    // Otherwise the process asks the metadata service for its account, and there is none here.
    ATRIUM_TASKS_ACCOUNT: "tasks@example.com",
    ATRIUM_ENCRYPTION_KEY: Buffer.from(encryptionKey).toString("base64"),
    ATRIUM_SIGNING_KEYS: JSON.stringify([await generateSigningKey("deployed")]),
  };
}

/**
 * Installs a folder's packages.
 * @returns false if npm gets them neither from its cache nor from the registry.
 * @throws Error when they are incompatible.
 */
export async function installPackages(folder: string): Promise<boolean> {
  // Not offline: with --prefer-offline npm asks the registry only for packages that its cache lacks.
  const args = ["ci", "--omit=dev", "--prefer-offline", "--no-audit", "--no-fund", "--fetch-retries=1"];
  const child = spawn("npm", args, {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    shell: process.platform === "win32",
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  const [code] = await once(child, "close");
  if (code === 0) return true;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(output)) return false;
  throw new Error(`npm ci failed:\n${output}`);
}

/** Runs a program with a minimal environment; it is ready once its output matches `ready`. */
async function start(main: string, folder: string, environment: Record<string, string>, ready: RegExp) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...environment };
  const child = spawn(process.execPath, [main], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = once(child, "exit").then(() => process.off("exit", kill));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  while (!ready.test(output)) {
    if (child.exitCode !== null) throw new Error(`${main} ended:\n${output}`);
    await sleep(10);
  }
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { process: child, stop };
}

/** A process may print that it is ready shortly before it listens. */
async function answerOf(url: string): Promise<Response> {
  for (let tries = 0; ; tries++)
    try {
      return await fetch(url);
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(10);
    }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EmulatorsError } from "./error.ts";
import { VERSION } from "./firebase-tools.ts";
import { MAIN_CLASS } from "./launch-jar.ts";
import { HOST } from "./ports.ts";

/** How long the emulator may take to start, in ms. */
const LONGEST_START = 60_000;
const advice = `Name its jar in FIRESTORE_EMULATOR_BINARY_PATH, name a running one in FIRESTORE_EMULATOR_HOST, or fetch one (130 MB): npx firebase-tools@${VERSION} setup:emulators:firestore`;

/** A Firestore emulator started by this process, or one that was already running. */
export interface FirestoreEmulator {
  /** `host:port`. */
  address: string;
  stop(): Promise<void>;
}

/**
 * The emulator in FIRESTORE_EMULATOR_HOST, otherwise a new one on a free local port, which ends with this process.
 * @throws EmulatorsError if no emulator is available to start.
 */
export async function openFirestoreEmulator(environment = process.env): Promise<FirestoreEmulator> {
  const running = environment.FIRESTORE_EMULATOR_HOST;
  if (running) return { address: running, stop: async () => {} };
  const jar = findEmulatorJar(environment);
  if (spawnSync("java", ["-version"]).status !== 0)
    throw new EmulatorsError("The Firestore emulator needs Java, and there is no command `java`. Install it.");
  const port = await freePort();
  // Without a limit, Java lets the heap grow to a quarter of the machine's memory.
  const command = ["-Xmx2g", "-Duser.language=en", "-cp", jar, MAIN_CLASS, `--host=${HOST}`, `--port=${port}`];
  const child = spawn("java", command, { stdio: ["ignore", "ignore", "pipe"] });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = once(child, "close").then(() => process.off("exit", kill));
  const address = `${HOST}:${port}`;
  await untilReady(child, address);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { address, stop };
}

/**
 * The jar named in the environment, or that of firebase-tools or of Google's packages.
 * @param hint end of the message if there is none
 * @throws EmulatorsError if there is none.
 */
export function findEmulatorJar(environment = process.env, hint = ""): string {
  const own = environment.FIRESTORE_EMULATOR_BINARY_PATH;
  if (own && !existsSync(own))
    throw new EmulatorsError(`FIRESTORE_EMULATOR_BINARY_PATH names ${own}, which does not exist. ${advice}`);
  if (own) return resolve(own);
  const cache = environment.FIREBASE_EMULATORS_PATH || join(homedir(), ".cache", "firebase", "emulators");
  const { compare } = new Intl.Collator("en", { numeric: true });
  const newest = globSync("cloud-firestore-emulator-*.jar", { cwd: cache }).sort(compare).at(-1);
  if (newest) return join(cache, newest);
  const packaged = ["platform", "cloud-firestore-emulator", "cloud-firestore-emulator.jar"];
  const roots = [...cloudSdks(environment.PATH ?? ""), "/usr/lib/google-cloud-sdk"];
  const jar = roots.map((folder) => join(folder, ...packaged)).find(existsSync);
  if (jar) return jar;
  throw new EmulatorsError(`There is no Firestore emulator on this machine. ${advice}${hint}`);
}

/** Folders of Google Cloud SDK installations, found by the command `gcloud` in their folder `bin`. */
function cloudSdks(path: string): string[] {
  const commands = path.split(delimiter).map((folder) => join(folder, "gcloud"));
  return commands.filter(existsSync).map((command) => dirname(dirname(realpathSync(command))));
}

/** @throws EmulatorsError with the emulator's last output if it ends or does not answer. */
async function untilReady(child: ChildProcess, address: string): Promise<void> {
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output = (output + chunk).slice(-2000);
  });
  const end = performance.now() + LONGEST_START;
  while (child.exitCode === null && performance.now() < end) {
    const reply = await fetch(`http://${address}/`).catch(() => undefined);
    if (reply?.ok) return;
    await sleep(200);
  }
  throw new EmulatorsError(`The Firestore emulator does not start:\n${output}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

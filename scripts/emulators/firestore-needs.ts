import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { EmulatorsError } from "./error.ts";
import { VERSION } from "./firebase-tools.ts";

/** The oldest Java that the Firestore emulator runs on. */
const JAVA = 21;
const wayOut = "or start without it: npm run emulators -- --store=sqlite";

/** @throws EmulatorsError if there is no Java that the Firestore emulator runs on. */
export function requireJava(): void {
  const { stdout = "", stderr = "" } = spawnSync("java", ["-version"], { encoding: "utf8" });
  const majorVersion = javaVersion(`${stdout}${stderr}`);
  if (majorVersion !== undefined && majorVersion >= JAVA) return;
  const there = majorVersion === undefined ? "there is none" : `this is ${majorVersion}`;
  throw new EmulatorsError(`The Firestore emulator needs Java ${JAVA} or newer; ${there}. Install it, ${wayOut}`);
}

/** Major version in the output of `java -version`. */
export function javaVersion(output: string): number | undefined {
  const [, version, old] = /version "(\d+)(?:\.(\d+))?/.exec(output) ?? [];
  return version === undefined ? undefined : Number(version === "1" ? old : version);
}

/**
 * The jar that FIRESTORE_EMULATOR_BINARY_PATH names; undefined if firebase-tools has downloaded one.
 * @throws EmulatorsError if there is neither.
 */
export function findFirestoreJar(tools: string, environment = process.env): string | undefined {
  const own = environment.FIRESTORE_EMULATOR_BINARY_PATH;
  if (own && existsSync(own)) return resolve(own);
  if (own)
    throw new EmulatorsError(
      `FIRESTORE_EMULATOR_BINARY_PATH names ${own}, which does not exist. Name the jar of a Firestore emulator, or unset it.`,
    );
  const emulatorInfo = JSON.parse(
    readFileSync(join(tools, "lib", "emulator", "downloadableEmulatorInfo.json"), "utf8"),
  );
  const folder = environment.FIREBASE_EMULATORS_PATH || join(homedir(), ".cache", "firebase", "emulators");
  if (existsSync(join(folder, emulatorInfo.firestore.downloadPathRelativeToCacheDir))) return undefined;
  throw new EmulatorsError(
    `The Firestore emulator is not installed. Fetch it (130 MB): npx firebase-tools@${VERSION} setup:emulators:firestore, name its jar in FIRESTORE_EMULATOR_BINARY_PATH, ${wayOut}`,
  );
}

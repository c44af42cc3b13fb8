import { spawnSync } from "node:child_process";
import { EmulatorsError } from "./error.ts";

/** The oldest Java that the Firestore emulator runs on. */
const JAVA = 21;
/** The way to start without a Firestore emulator, for the end of a message. */
export const WITHOUT_FIRESTORE = ", or start without it: npm run emulators -- --store=sqlite";

/** @throws EmulatorsError if there is no Java that the Firestore emulator runs on. */
export function requireJava(): void {
  const { stdout = "", stderr = "" } = spawnSync("java", ["-version"], { encoding: "utf8" });
  const majorVersion = javaVersion(`${stdout}${stderr}`);
  if (majorVersion !== undefined && majorVersion >= JAVA) return;
  const there = majorVersion === undefined ? "there is none" : `this is ${majorVersion}`;
  throw new EmulatorsError(
    `The Firestore emulator needs Java ${JAVA} or newer; ${there}. Install it${WITHOUT_FIRESTORE}`,
  );
}

/** Major version in the output of `java -version`. */
export function javaVersion(output: string): number | undefined {
  const [, version, old] = /version "(\d+)(?:\.(\d+))?/.exec(output) ?? [];
  return version === undefined ? undefined : Number(version === "1" ? old : version);
}

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as parameters from "@atrium/functions/cloud/parameters";
import type { Secrets } from "../../server/src/data/secrets-file.ts";
import { writeArtifact } from "../build-functions/artifact.ts";
import { writeHosting } from "../build-functions/hosting.ts";
import { root } from "../build-functions/root.ts";
import { secretLines } from "./local-secrets.ts";
import type { EmulatorSettings } from "./ports.ts";

/** With this prefix firebase-tools lets no request reach the cloud. */
export const PROJECT = "demo-atrium";
/** The only region that the hosting emulator forwards to. */
const REGION = "us-central1";

/** The part of the repository's firebase.json that concerns the emulators. */
interface FirebaseJson {
  functions: [{ codebase: string; runtime: string }];
  hosting: { public: string; rewrites: object[] };
  emulators: EmulatorSettings;
}

/** Reads the repository's firebase.json. */
export function readFirebaseJson(): FirebaseJson {
  return JSON.parse(readFileSync(join(root, "firebase.json"), "utf8"));
}

/**
 * Builds the functions and writes them with their secrets as a separate Firebase project, so that the emulators'
 * secrets are never beside the files to deploy.
 */
export async function layOutProject(
  folder: string,
  { emulators, secrets, headerBrand }: { emulators: EmulatorSettings; secrets: Secrets; headerBrand: string },
) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  const functions = join(folder, "functions");
  await writeArtifact(functions);
  await writeHosting(join(folder, "hosting"), { headerBrand });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o600 });
  write("functions/.secret.local", secretLines(secrets));
  write("functions/.env.local", parameterLines(process.env));
  // The emulator looks for firebase-functions here.
  symlinkSync(join(root, "node_modules"), join(functions, "node_modules"), "junction");

  const { functions: codebases, hosting: site } = readFirebaseJson();
  for (const name of ["firestore.rules", "firestore.indexes.json"])
    if (existsSync(join(root, name))) cpSync(join(root, name), join(folder, name));
  const { codebase, runtime } = codebases[0];
  write(
    "firebase.json",
    json({
      functions: [{ codebase, runtime, source: "functions" }],
      hosting: { ...site, public: "hosting" },
      firestore: { rules: "firestore.rules", indexes: "firestore.indexes.json" },
      emulators,
    }),
  );
}

/** The parameters set in the environment. For any other parameter, the emulator writes a line with its default. */
function parameterLines(environment: Record<string, string | undefined>): string {
  const { encryptionKey: _key, signingKeys: _keys, rateLimits, streamLimits, quota, userQuota, ...others } = parameters;
  const all = [others, rateLimits, streamLimits, quota, userQuota].flatMap((group) => Object.values(group));
  const names = all.map(({ name }) => name);
  const set = { ...environment, [parameters.region.name]: REGION };
  const lines = names.filter((name) => set[name]).map((name) => `${name}=${JSON.stringify(set[name])}`);
  return `${lines.join("\n")}\n`;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

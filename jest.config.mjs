import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

// Workers, and the programs that tests start, find their modules compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/node");

const isEmulated = Boolean(process.env.FIRESTORE_EMULATOR_HOST);

/** Every folder of the tree but what is installed or built: jest lists all files below its roots. */
const roots = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^(\..*|node_modules|dist)$/.test(entry.name))
  .map(({ name }) => `<rootDir>/${name}`);

/** @type {import("jest").Config} */
export default {
  roots,
  testMatch: ["**/*.test.ts"],
  modulePathIgnorePatterns: ["<rootDir>/[^/]+/(dist|lib)/"],
  transform: {},
  runtime: "<rootDir>/scripts/test/runtime.mjs",
  testEnvironment: "<rootDir>/scripts/test/environment.mjs",
  testSequencer: "<rootDir>/scripts/test/sequencer.mjs",
  injectGlobals: false,
  setupFilesAfterEnv: ["<rootDir>/functions/testing/harness/jest/setup.ts"],
  // A Firestore emulator takes an hour for what SQLite does in minutes. A file that has not ended by its limit is killed.
  testTimeout: isEmulated ? 3_600_000 : 240_000,
  testEnvironmentOptions: { fileLimit: isEmulated ? 7_200_000 : 600_000 },
  // One more than processors, because tests of processes wait: for a lease of 30 s, for a browser.
  maxWorkers: availableParallelism() + 1,
  workerIdleMemoryLimit: "1GB",
  // A worker has all modules in its heap, which a busy machine takes a while to free when the process ends.
  workerGracefulExitTimeout: 10_000,
  cacheDirectory: "<rootDir>/node_modules/.cache/jest",
  watchman: false,
  reporters: ["<rootDir>/scripts/test/reporter.mjs"],
};

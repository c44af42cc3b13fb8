// How jest loads test files: as Node loads programs, from their sources. A module is loaded once per process of the test run, not once per
// test file, because loading takes more time than most tests. So no module may hold state that a test changes, and none can be mocked.
import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { setGlobals } from "./globals.mjs";

const require = createRequire(import.meta.url);
const globals = new URL("globals.mjs", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "@jest/globals" ? { url: globals, format: "module", shortCircuit: true } : next(specifier, context),
});

/** What jest calls for each test file in place of `jest-runtime`. */
export default class Runtime {
  #environment;
  #testFile;

  constructor(_config, environment, _resolver, _transformer, _cacheFS, _coverage, testFile) {
    this.#environment = environment;
    this.#testFile = testFile;
  }

  /** jest-circus, anew: its modules hold the tests of one file. */
  requireInternalModule(path) {
    delete require.cache[path];
    return require(path);
  }

  setGlobalsForRuntime(ofCircus) {
    setGlobals({ ...ofCircus, jest: this.#environment.jestObject() });
  }

  unstable_shouldLoadAsEsm(path) {
    return path === this.#testFile;
  }

  async unstable_importModule(path) {
    await import(pathToFileURL(path).href);
  }

  /** A file of `setupFilesAfterEnv`: jest calls the function that it exports for each test file. */
  requireModule(path) {
    return require(path).default;
  }

  getSourceMaps() {
    return new Map();
  }

  getAllCoverageInfoCopy() {
    return {};
  }

  enterTestCode() {}

  leaveTestCode() {}

  teardown() {
    delete globalThis[Symbol.for("EVENT_HANDLERS")];
    const states = Object.getOwnPropertySymbols(globalThis).filter(
      ({ description }) => description === "JEST_STATE_SYMBOL",
    );
    for (const symbol of states) delete globalThis[symbol];
  }
}

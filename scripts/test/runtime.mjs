// Loads test files as Node loads programs, from their sources. A module is loaded once per test process instead of once
// per test file, because loading takes longer than most tests. So modules can't be mocked, and must hold no state that
// a test changes.
import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { setGlobals } from "./globals.mjs";

const require = createRequire(import.meta.url);
const globals = new URL("globals.mjs", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "@jest/globals" ? { url: globals, format: "module", shortCircuit: true } : next(specifier, context),
});

/** Replaces `jest-runtime`; jest creates one for each test file. */
export default class Runtime {
  #environment;
  #testFile;

  constructor(_config, environment, _resolver, _transformer, _cacheFS, _coverage, testFile) {
    this.#environment = environment;
    this.#testFile = testFile;
  }

  /** Loads jest-circus afresh, because its modules hold the tests of one file. */
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

  /** Loads a file of `setupFilesAfterEnv`: jest calls its exported function for each test file. */
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

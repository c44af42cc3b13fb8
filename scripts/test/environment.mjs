// The environment of tests: the globals of the process, whose changes by a test file are undone. Tests can be skipped
// for reasons that are known only after their hooks, and processes that a test file leaves behind are killed.
import { channel } from "node:diagnostics_channel";
import { relative } from "node:path";
import { ModernFakeTimers } from "@jest/fake-timers";
import { stop as stopEsbuild } from "esbuild";
import { ModuleMocker } from "jest-mock";
import { trackChildren } from "./children.mjs";
import { Watchdog } from "./watchdog.mjs";

// A worker with nothing left to do ends at once: on a busy machine, freeing its heap takes longer than jest waits.
process.once("beforeExit", () => process.exit());

// jest replaces both for each test file; programs and libraries log to Node's own console.
const { console } = globalThis;
const exit = process.exit.bind(process);
// A function with a process of its own subscribes here to every request of the process and hides its body.
const requests = channel("http.server.request.start");

export default class TestEnvironment {
  static #watchdog = new Watchdog();
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern;
  #file;
  #limit;
  #before;
  #endChildren;

  constructor({ globalConfig, projectConfig }, { testPath }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.#file = relative(globalConfig.rootDir, testPath);
    this.#limit = projectConfig.testEnvironmentOptions.fileLimit;
  }

  async setup() {
    globalThis.console = console;
    // Sources run unchanged, so there are no positions to translate.
    Error.prepareStackTrace = undefined;
    this.#before = {
      env: { ...process.env },
      exitCode: process.exitCode,
      folder: process.cwd(),
      subscribers: subscribersOf(requests),
    };
    this.#endChildren = trackChildren();
    TestEnvironment.#watchdog.watch(this.#file, this.#limit);
  }

  async teardown() {
    // esbuild starts a new process for the next file only if it knows that this one has been stopped.
    await stopEsbuild();
    this.#endChildren?.();
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    process.exit = exit;
    for (const end of globalThis[Symbol.for("endsOfFile")]?.splice(0) ?? []) await end();
    await deleteProjects(globalThis[Symbol.for("testProjects")]?.splice(0) ?? []);
    if (this.#before) restoreProcess(this.#before);
    TestEnvironment.#watchdog.rest();
  }

  /** The part of the `jest` object that tests can use. */
  jestObject() {
    const { moduleMocker, fakeTimersModern } = this;
    return {
      fn: (implementation) => moduleMocker.fn(implementation),
      spyOn: (object, name, accessType) => moduleMocker.spyOn(object, name, accessType),
      restoreAllMocks: () => moduleMocker.restoreAllMocks(),
      useFakeTimers: (options) => fakeTimersModern.useFakeTimers(options),
      useRealTimers: () => fakeTimersModern.useRealTimers(),
      advanceTimersByTime: (ms) => fakeTimersModern.advanceTimersByTime(ms),
    };
  }

  handleTestEvent({ name, test }) {
    if (name !== "test_start") return;
    const reason = test.fn?.[Symbol.for("skipReason")]?.();
    if (!reason) return;
    test.mode = "skip";
    if (typeof reason === "string") test.name += ` (${reason})`;
  }

  exportConditions() {
    return ["node"];
  }

  getVmContext() {
    return null;
  }
}

/** Node offers no public list of them. */
function subscribersOf({ _subscribers: subscribers = [] }) {
  return [...subscribers];
}

function restoreProcess({ env, exitCode, folder, subscribers }) {
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = exitCode;
  process.chdir(folder);
  for (const one of subscribersOf(requests)) if (!subscribers.includes(one)) requests.unsubscribe(one);
}

/** Deletes the data of a test file's stores from the Firestore emulator, which keeps everything in memory. */
async function deleteProjects(ids) {
  const emulator = `http://${process.env.FIRESTORE_EMULATOR_HOST}/emulator/v1/projects`;
  for (const id of ids) await fetch(`${emulator}/${id}/databases/(default)/documents`, { method: "DELETE" });
}

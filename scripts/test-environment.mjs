// The environment of tests: that of jest for Node, with Node's own console, which programs and libraries log to,
// and with tests that can be skipped for reasons that are known only after their hooks. Processes that a test file leaves behind are killed.
import { relative } from "node:path";
import { TestEnvironment } from "jest-environment-node";
import { trackChildren } from "./test-children.mjs";
import { Watchdog } from "./test-watchdog.mjs";

// A worker that has nothing left to do ends at once: to free its heap would take longer than jest waits on a busy machine.
process.once("beforeExit", () => process.exit());

export default class extends TestEnvironment {
  static #watchdog = new Watchdog();
  #file;
  #limit;
  #endChildren;

  constructor(config, context) {
    super(config, context);
    this.#file = relative(config.globalConfig.rootDir, context.testPath);
    this.#limit = config.projectConfig.testEnvironmentOptions.fileLimit;
  }

  async setup() {
    await super.setup();
    this.global.console = console;
    this.#endChildren = trackChildren();
    this.constructor.#watchdog.watch(this.#file, this.#limit);
  }

  async teardown() {
    this.#endChildren?.();
    await deleteProjects(this.global[Symbol.for("testProjects")] ?? []);
    await super.teardown();
    this.constructor.#watchdog.rest();
  }

  handleTestEvent({ name, test }) {
    if (name !== "test_start") return;
    const reason = test.fn?.[Symbol.for("skipReason")]?.();
    if (!reason) return;
    test.mode = "skip";
    if (typeof reason === "string") test.name += ` (${reason})`;
  }
}

/** Deletes what the stores of a test file hold in the Firestore emulator, which keeps it in memory. */
async function deleteProjects(ids) {
  const emulator = `http://${process.env.FIRESTORE_EMULATOR_HOST}/emulator/v1/projects`;
  for (const id of ids) await fetch(`${emulator}/${id}/databases/(default)/documents`, { method: "DELETE" });
}

// The environment of tests: that of jest for Node, with Node's own console, which programs and libraries log to,
// and with tests that can be skipped for reasons that are known only after their hooks.
import { TestEnvironment } from "jest-environment-node";

export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.console = console;
  }

  handleTestEvent({ name, test }) {
    if (name !== "test_start") return;
    const reason = test.fn?.[Symbol.for("skipReason")]?.();
    if (!reason) return;
    test.mode = "skip";
    if (typeof reason === "string") test.name += ` (${reason})`;
  }
}

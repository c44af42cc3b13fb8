// Where tests run: the Node environment of jest with Node's own console, which programs and libraries write their logs through,
// and with tests that turn out to be impossible only after the hooks before them.
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

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** Ends a process while a thread of its pool waits for the other end of a pipe. @param freedAfter ms; undefined: never. */
function endWhileOpening(code: number, freedAfter?: number) {
  const pipe = join(temporaryFolder(), "pipe");
  spawnSync("mkfifo", [pipe]);
  const free = `setTimeout(() => fs.openSync(${JSON.stringify(pipe)}, "r+"), ${freedAfter});`;
  const script = `const { exit } = await import(${JSON.stringify(new URL("exit.ts", import.meta.url))});
    const fs = await import("node:fs");
    process.on("exit", (code) => fs.writeSync(1, "exit " + code));
    fs.open(${JSON.stringify(pipe)}, "r", () => {});
    ${freedAfter === undefined ? "" : free}
    await exit({ flush: async () => {} }, ${code});`;
  const started = performance.now();
  const args = ["--input-type=module", "-e", script];
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 20_000 });
  return { ended: { status, signal, stdout, stderr }, ms: performance.now() - started };
}

test("a process ends with its code, whether a thread of its pool finishes soon or hangs forever", () => {
  for (const code of [0, 1]) {
    const whole = { status: code, signal: null, stdout: `exit ${code}`, stderr: "" };
    expect(endWhileOpening(code, 50).ended).toStrictEqual(whole);
    const { ended, ms } = endWhileOpening(code);
    expect(ended).toStrictEqual(whole);
    expect(ms).toBeLessThan(10_000);
  }
});

import { spawn } from "node:child_process";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { cliFile } from "./built-server.ts";
import { RunningProgram } from "./running-program.ts";

/** The output of a command and its exit code. */
export interface Output {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs the command line.
 * @param input its standard input.
 * @param env variables in addition to those of the tests.
 * @param fileSizeLimit maximum size of each file it writes, in blocks of 512 bytes: larger writes fail, as on a full
 * disk.
 */
export function atrium(
  args: readonly string[],
  {
    input = "",
    cwd,
    env,
    fileSizeLimit,
  }: { input?: string; cwd?: string; env?: Record<string, string>; fileSizeLimit?: number } = {},
): Promise<Output> {
  const command = [process.execPath, cliFile, ...args];
  const limited = ["sh", "-c", `ulimit -f ${fileSizeLimit}; exec "$@"`, "sh", ...command];
  const [program = "", ...rest] = fileSizeLimit === undefined ? command : limited;
  const child = spawn(program, rest, { cwd, env: { ...process.env, ATRIUM_DATA: "", ...env } });
  const output: Output = { code: null, stdout: "", stderr: "" };
  // A chunk may end inside a character.
  child.stdout.setEncoding("utf8");
  child.stderr.setEncoding("utf8");
  child.stdout.on("data", (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output.stderr += chunk;
  });
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ ...output, code }));
  });
}

/** Starts a command that runs until it is interrupted; it is killed when the test ends. */
export function startAtrium(args: readonly string[]): RunningProgram {
  const running = new RunningProgram(
    spawn(process.execPath, [cliFile, ...args], { env: { ...process.env, ATRIUM_DATA: "" } }),
  );
  onTestFinished(() => running.kill());
  return running;
}

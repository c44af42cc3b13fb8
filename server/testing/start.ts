import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { serverFile } from "./built-server.ts";

/** A start of the service, with its output. */
interface Start {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
  /** Resolves with its output once it listens, or when it ends. */
  listening: Promise<string>;
  /** Its exit code. */
  end: Promise<number | null>;
}

/** Starts the service over a data folder; it is killed when the test ends. */
export function start(dataFolder: string, environment: Record<string, string> = {}): Start {
  const env = { ...process.env, ATRIUM_DATA: dataFolder, LOG_LEVEL: "error", PORT: "0", ...environment };
  const child = spawn(process.execPath, [serverFile], { env, stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  const end = once(child, "close").then(([code]) => code as number | null);
  const listening = new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk) => {
      output.stdout += chunk;
      if (/listens on .*\n/.test(output.stdout)) resolve(output.stdout);
    });
    void end.then(() => resolve(output.stdout + output.stderr));
  });
  child.stderr.on("data", (chunk) => {
    output.stderr += chunk;
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await end;
  });
  return { child, output, listening, end };
}

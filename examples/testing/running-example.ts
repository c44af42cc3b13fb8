import { spawn } from "node:child_process";
import { join } from "node:path";
import { createClient } from "@atrium/client";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect } from "@jest/globals";
import { RunningProgram } from "../../server/testing/running-program.ts";
import { newCredentials, startServer } from "../../server/testing/running-server.ts";
import { temporaryFolder } from "../../server/testing/temporary-folder.ts";

/** Starts a program of the examples folder with these variables in its environment. */
export function startExample(
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): RunningProgram {
  const file = join(import.meta.dirname, "..", program);
  // The program must not see the variables of the test run.
  const { ATRIUM_URL, ATRIUM_API_KEY, ATRIUM_AUTH_TOKEN, ...env } = process.env;
  const child = spawn(process.execPath, [file, ...args], { env: { ...env, ...environment } });
  const running = new RunningProgram(child);
  onTestFinished(() => running.kill());
  return running;
}

/** A server with a new workspace, a client for it, and the environment that a program needs. */
export async function exampleServer() {
  const dataFolder = temporaryFolder();
  const server = await startServer(dataFolder);
  onTestFinished(() => server.end());
  const headers = await newCredentials(server);
  const apiKey = headers["x-service-api-key"] ?? "";
  const authToken = headers["x-service-auth-token"] ?? "";
  const atrium = createClient({ baseUrl: server.url, apiKey, authToken });
  return {
    server,
    dataFolder,
    atrium,
    environment: { ATRIUM_URL: server.url, ATRIUM_API_KEY: apiKey, ATRIUM_AUTH_TOKEN: authToken },
  };
}

/**
 * Checks what all programs promise: `--help` works without anything else, an unknown option is answered with the same
 * text, and without credentials they say what to do.
 */
export async function startsLikeAnyProgram(program: string, args: readonly string[] = []) {
  const helping = startExample(program, ["--help"]);
  expect(await helping.ends()).toBe(0);
  expectWithContext(helping.printed.startsWith(`node examples/${program}`), helping.printed).toBe(true);
  const mistyped = startExample(program, ["--prot", "1", ...args]);
  expect(await mistyped.ends()).toBe(1);
  expect(mistyped.complaints).toContain("'--prot'");
  expect(mistyped.complaints).toContain(helping.printed);
  const refusing = startExample(program, args);
  expect(await refusing.ends()).toBe(1);
  expect(refusing.printed).toBe("");
  expect(refusing.complaints).toBe("Set ATRIUM_API_KEY and ATRIUM_AUTH_TOKEN; examples/README.md says how.\n");
}

/** Checks that a program which listens says what to do if its port is taken. @param args the others that it needs. */
export async function explainsTakenPort(program: string, args: readonly string[] = []) {
  const { server, environment } = await exampleServer();
  const { port } = new URL(server.url);
  const refused = startExample(program, [...args, "--port", port], environment);
  expect(await refused.ends()).toBe(1);
  expect(refused.complaints).toBe(
    `listen EADDRINUSE: address already in use 127.0.0.1:${port}. Stop what uses this port, or choose another one with --port.\n`,
  );
}

import { type ChildProcess, spawn } from "node:child_process";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Figure, Options, Outcome } from "../figure.ts";
import { scratchFolder } from "../scratch.ts";
import { productEnvironment, root } from "../server-process.ts";

const LONGEST = 1000;
const GIVE_UP = 60_000;

/** `npm start` with a folder that contains the seed world, until `GET /health` answers. */
export const start: Figure = {
  id: "start",
  title: "npm start to the first reply, later run",
  target: `< ${LONGEST} ms`,
  async run({ rounds }: Options): Promise<Outcome> {
    const folder = scratchFolder();
    const times: number[] = [];
    for (let round = 0; round <= rounds; round++) times.push(await startOnce(folder));
    const later = times.slice(1).sort((a, b) => a - b);
    const value = later[Math.floor(later.length / 2)] as number;
    return { product: { value, unit: "ms" }, met: value < LONGEST };
  },
};

/** @returns ms from the command to the reply. */
async function startOnce(folder: string): Promise<number> {
  const port = await freePort();
  const env = { ...productEnvironment(folder), PORT: String(port) };
  const started = performance.now();
  // Its own process group, so that the processes started by npm end with it.
  const child = spawn("npm", ["start"], { cwd: root, env, stdio: ["ignore", "ignore", "inherit"], detached: true });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() - started > GIVE_UP) throw new Error("npm start does not answer.");
    await sleep(5);
  }
  const ms = performance.now() - started;
  stopGroup(child);
  await ended;
  while (await answers(port)) await sleep(20);
  return ms;
}

function stopGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, "SIGTERM");
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", port, path: "/health", agent: false }, (reply) => {
      reply.resume().once("end", () => resolve(reply.statusCode === 200));
    });
    request.once("error", () => resolve(false));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

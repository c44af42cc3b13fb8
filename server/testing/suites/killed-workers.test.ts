import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect } from "@jest/globals";
import { newCredentials, type RunningServer, startServer } from "../running-server.ts";
import { start } from "../start.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** Much longer than any call takes, in ms. */
const LONG = 20_000;
const CALLS = 6;

/** A call on its own connection: its status, the error that ended it, or undefined if nothing arrived. */
function call(server: RunningServer): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const calling = request(`${server.url}/health`, { agent: false });
    const patience = setTimeout(() => calling.destroy(new Error("hangs")), LONG);
    const end = (outcome: number | string | undefined) => {
      clearTimeout(patience);
      resolve(outcome);
    };
    calling.on("response", (reply) => end(reply.resume().statusCode));
    calling.on("error", (error: Error & { code?: string }) => end(error.code ?? error.message));
    calling.end();
  });
}

function workersOf({ process }: Pick<RunningServer, "process">): number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(process.pid)], { encoding: "utf8" });
  return (stdout.match(/\d+/g) ?? []).map(Number);
}

/** Stops a worker and makes calls until it has been handed a connection, which can only happen once it listens. */
async function callsWhileStopped(server: RunningServer, worker: number) {
  for (;;) {
    process.kill(worker, "SIGSTOP");
    const calls = Array.from({ length: CALLS }, () => call(server));
    const open = new Set(calls);
    for (const one of calls) void one.then(() => open.delete(one));
    while (open.size > 1) await Promise.race(open);
    // By now the other worker has answered everything that it was handed before.
    for (let i = 0; i < CALLS; i++) await call(server);
    const [waiting] = open;
    if (waiting) return { calls, waiting };
    process.kill(worker, "SIGCONT");
  }
}

/** Waits for a worker that is not one of these. */
async function newWorker(server: RunningServer, knownPids: readonly number[]): Promise<number> {
  for (;;) {
    const newPid = workersOf(server).find((pid) => !knownPids.includes(pid));
    if (newPid !== undefined) return newPid;
    expect(server.process.exitCode).toBeNull();
    await call(server);
  }
}

const testOnLinux = testUnless(() => process.platform !== "linux" && "it finds processes the way Linux lists them");

testOnLinux("a worker that is killed while it starts is replaced, and the others keep serving", async () => {
  const folder = temporaryFolder();
  const logFile = join(folder, "log");
  const environment = { ATRIUM_WORKERS: "2", LOG_LEVEL: "warn", LOG_FILE: logFile };
  const server = await startServer(join(folder, "data"), environment);
  onTestFinished(async () => void (await server.end()));
  const [first = 0, second = 0] = workersOf(server);
  await callsWhileStopped(server, first);
  process.kill(first, "SIGCONT");
  process.kill(second, "SIGKILL");
  const third = await newWorker(server, [first, second]);
  process.kill(third, "SIGKILL");
  await newWorker(server, [first, second, third]);
  expect(await call(server)).toBe(200);
  const lines = readFileSync(logFile, "utf8").trim().split("\n");
  const ends = lines
    .map((line) => JSON.parse(line))
    .filter(({ message }) => message === "a worker ended and is replaced");
  expect(ends).toMatchObject([second, third].map((pid) => ({ level: 40, pid, signal: "SIGKILL" })));
});

testOnLinux(
  "a server whose workers are all killed while they start says so on standard error and in its log",
  async () => {
    const { child, end, output } = start(join(temporaryFolder(), "data"), { ATRIUM_WORKERS: "2" });
    const workers = () => workersOf({ process: child });
    while (workers().length === 0) expect(child.exitCode).toBeNull();
    for (const pid of workers()) process.kill(pid, "SIGKILL");
    expect(await end).toBe(1);
    expect(output.stderr).toBe("atrium: A worker ended by SIGKILL before it served.\n");
    expect(JSON.parse(output.stdout)).toMatchObject({
      level: 50,
      message: "A worker ended by SIGKILL before it served.",
    });
  },
);

/** A receiver of a server's events that never answers the first call. */
async function receiveEvents(server: RunningServer) {
  const first = Promise.withResolvers<IncomingMessage>();
  const second = Promise.withResolvers<string>();
  let received = 0;
  const receiver = createServer((request, reply) => {
    if (++received === 1) return first.resolve(request);
    second.resolve("delivered again");
    reply.end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  onTestFinished(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const headers = await newCredentials(server);
  const call = async (path: string, data: unknown) => expect((await server.post(path, data, headers)).status).toBe(200);
  await call("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  await call("/v2/workspace/advancedwebhook/endpoints/create", { url, filterTypes: ["user.add"] });
  await call("/v2/users/add", { organizationId: "acme", users: [{ userId: "ada" }] });
  const { socket } = await first.promise;
  return { socket, second: Promise.race([second.promise, sleep(LONG, "waits for the lease", { ref: false })]) };
}

testOnLinux("another worker repeats the delivery of a killed worker before its lease has expired", async () => {
  const server = await startServer(join(temporaryFolder(), "data"), { ATRIUM_WORKERS: "2" });
  onTestFinished(async () => void (await server.end()));
  const { socket, second } = await receiveEvents(server);
  const workerPids = workersOf(server);
  for (const pid of workerPids) {
    if (socket.destroyed) break;
    const gone = Promise.race([once(socket, "close"), newWorker(server, workerPids)]);
    process.kill(pid, "SIGKILL");
    await gone;
  }
  expect(await second).toBe("delivered again");
});

for (const workers of ["1", "2"])
  testOnLinux(
    `after a kill with ATRIUM_WORKERS=${workers}, the next start repeats a delivery before its lease has expired`,
    async () => {
      const data = join(temporaryFolder(), "data");
      const server = await startServer(data, { ATRIUM_WORKERS: workers });
      const { socket, second } = await receiveEvents(server);
      const closed = once(socket, "close");
      await server.end("SIGKILL");
      await closed;
      const again = await startServer(data, { ATRIUM_WORKERS: workers });
      onTestFinished(async () => void (await again.end()));
      expect(await second).toBe("delivered again");
    },
  );

testOnLinux(
  "a connection that was handed to a killed worker but not accepted is closed, and the other worker answers all others",
  async () => {
    const server = await startServer(join(temporaryFolder(), "data"), { ATRIUM_WORKERS: "2" });
    onTestFinished(async () => void (await server.end()));
    const [first = 0] = workersOf(server);
    const { calls, waiting } = await callsWhileStopped(server, first);
    process.kill(first, "SIGKILL");
    expect(await waiting).toBe("ECONNRESET");
    expect((await Promise.all(calls)).filter((status) => status === 200).length).toBe(CALLS - 1);
  },
);

/** Metrics of the server by their name and labels. */
async function metricsOf(server: RunningServer): Promise<(sample: string) => number> {
  const reply = await fetch(`${server.url}/metrics`, { headers: { connection: "close" } });
  const lines = (await reply.text()).split("\n");
  return (sample) => Number(lines.find((line) => line.startsWith(`${sample} `))?.slice(sample.length));
}

testOnLinux(
  "no count of the metrics decreases while a worker does not answer, nor after it has been killed",
  async () => {
    const server = await startServer(temporaryFolder(), { ATRIUM_WORKERS: "2" });
    onTestFinished(async () => void (await server.end()));
    const headers = { ...(await newCredentials(server)), connection: "close" };
    for (let i = 0; i < 20; i++) await server.post("/v2/users/get", { organizationId: "nowhere" }, headers);
    const samples = [
      'atrium_requests_total{path="/v2/users/get",status="404"}',
      'atrium_request_duration_seconds_count{path="/v2/users/get"}',
    ];
    /** Checks the counts of a scrape. @returns the number of workers that have answered it. */
    const workersOfScrape = async () => {
      const metrics = await metricsOf(server);
      for (const sample of samples) expect(metrics(sample)).toBe(20);
      return metrics("atrium_workers");
    };
    expect(await workersOfScrape()).toBe(2);
    const pids = workersOf(server);
    const [first = 0] = pids;
    const { calls } = await callsWhileStopped(server, first);
    expect(await workersOfScrape()).toBe(1);
    process.kill(first, "SIGKILL");
    await newWorker(server, pids);
    await Promise.all(calls);
    while ((await workersOfScrape()) < 2);
  },
);

import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, read, type WriteStream } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect, test } from "@jest/globals";
import { serverFile } from "../../testing/built-server.ts";
import { startServer } from "../../testing/running-server.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { visibleText } from "./visible-text.ts";

/** A server whose standard output is this file descriptor. */
function start(output: number, port = 0): ChildProcess {
  const env = {
    ...process.env,
    ATRIUM_DATA: join(temporaryFolder(), "data"),
    ATRIUM_SEED: "none",
    LOG_LEVEL: "info",
    // The load is thousands of concurrent requests.
    REQUEST_LIMIT: "0",
    PORT: String(port),
  };
  const child = spawn(process.execPath, [serverFile], { env, stdio: ["ignore", output, "inherit"] });
  onTestFinished(() => child.kill("SIGKILL"));
  return child;
}

/** Requests sent before their replies arrive: the server closes a connection on which more than a hundred wait. */
const TOGETHER = 50;

/** Sends this many calls over one connection, each with a log line of more than 200 bytes. Resolves with the replies. */
async function storm(port: number, count: number): Promise<void> {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1");
  const head = `POST /v2/users/get HTTP/1.1\r\nhost: localhost\r\nx-request-id: ${"x".repeat(100)}\r\ncontent-length: 0\r\n\r\n`;
  const mark = "HTTP/1.1 400";
  let [sentCount, replies, rest] = [0, 0, ""];
  const send = () => {
    const more = Math.min(TOGETHER, count - sentCount);
    sentCount += more;
    socket.write(head.repeat(more));
  };
  send();
  for await (const text of socket) {
    const parts = (rest + String(text)).split(mark);
    replies += parts.length - 1;
    rest = (parts.at(-1) ?? "").slice(-mark.length);
    if (replies >= count) break;
    if (replies === sentCount) send();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function stop(child: ChildProcess): Promise<unknown> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  return (await exit)[0];
}

const isLinux = existsSync("/dev/full");

testUnless(!isLinux)(
  "a full disk under the log file keeps nobody waiting, and the server shuts down cleanly",
  async () => {
    const full = openSync("/dev/full", "w");
    onTestFinished(() => closeSync(full));
    const port = await freePort();
    const child = start(full, port);
    const isThere = () => fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    while (!(await isThere())) await sleep(20);
    await storm(port, 2000);
    expect(await stop(child)).toBe(0);
  },
);

testUnless(!isLinux)(
  "a pipe that nobody reads keeps nobody waiting; once it is read again, it reports how many lines were dropped",
  async () => {
    const path = join(temporaryFolder(), "pipe");
    execFileSync("mkfifo", [path]);
    const pipe = openSync(path, "r+");
    onTestFinished(() => closeSync(pipe));
    const output = openSync(path, "r+");
    onTestFinished(() => closeSync(output));
    // The server makes its own end non-blocking.
    const child = start(output);
    const buffer = Buffer.alloc(65_536);
    let text = "";
    const readSome = async () => {
      const { bytesRead } = await promisify(read)(pipe, buffer, 0, buffer.length, null);
      text += buffer.toString("latin1", 0, bytesRead);
    };
    while (!/listens on .*:\d+ /.test(text)) await readSome();
    const port = Number(/listens on .*:(\d+) /.exec(text)?.[1]);
    await storm(port, 7000);
    // Each log line was either written or counted.
    const dropped = () => [...text.matchAll(/"dropped":(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
    const there = () => text.match(/"request"\}$/gm)?.length ?? 0;
    while (there() + dropped() < 7000) await readSome();
    expect(dropped()).toBeGreaterThan(0);
    expect(await stop(child)).toBe(0);
  },
);

testUnless(!isLinux)("a server whose log nobody reads any more shuts down cleanly", async () => {
  const path = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [path]);
  const pipe = openSync(path, "r+");
  onTestFinished(() => closeSync(pipe));
  const port = await freePort();
  const child = start(pipe, port);
  const isThere = () => fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
  while (!(await isThere())) await sleep(20);
  await storm(port, 1000);
  expect(await stop(child)).toBe(0);
});

test("a pipe that its reader has closed does not end the process", async () => {
  const server = await startServer(join(temporaryFolder(), "data"), { LOG_LEVEL: "info", REQUEST_LIMIT: "0" });
  onTestFinished(() => server.process.kill("SIGKILL"));
  const output = server.process.stdout as unknown as WriteStream;
  output.destroy();
  await storm(Number(new URL(server.url).port), 2000);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  expect(await server.end()).toBe(0);
});

test("all logs of a process share one listener on a pipe, and logs that write nothing add none", () => {
  const script = `const { createLog } = await import(${JSON.stringify(new URL("log.ts", import.meta.url))});
    const listeners = () => process.stdout.listenerCount("error");
    const before = listeners();
    for (let i = 0; i < 12; i++) await createLog("silent").flush(1000);
    const silent = listeners() - before;
    for (let i = 0; i < 12; i++) {
      const log = createLog("warn");
      log.warn({}, "written");
      await log.flush(1000);
    }
    console.error(silent, listeners() - before);`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(stdout.match(/written/g)).toHaveLength(12);
  expect(stderr).toBe("0 1\n");
});

test("a line is JSON in which no invisible character stands for itself, and programs read what was logged", () => {
  const userId = "a\u009b2Jb\u202ec\u200bd\u2028\u2029\u{e0001}é 協\u007f\\";
  const script = `const { createLog } = await import(${JSON.stringify(new URL("log.ts", import.meta.url))});
    const log = createLog("info");
    log.info(${JSON.stringify({ userId })}, "request");
    log.warn(${JSON.stringify({ userId })}, "delivery failed");
    await log.flush(1000);`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  const lines = stdout.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).userId)).toStrictEqual([userId, userId]);
  for (const line of lines) expect(line).toBe(visibleText(line));
  expect(stdout).toContain("é 協");
});

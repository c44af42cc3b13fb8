import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createLog } from "../../server/src/log/log.ts";
import { openService } from "../../server/src/service.ts";
import { readSettings } from "../../server/src/settings/settings.ts";
import { Wire } from "../requests/wire.ts";
import { type Target, tenantsFor } from "./in-process.ts";
import { type FuzzTenant, newTenant } from "./tenants.ts";

const main = join(import.meta.dirname, "..", "..", "server", "dist", "main.cjs");
const watched = join(import.meta.dirname, "watched.ts");

/** Memory of the server in bytes: of its objects after a garbage collection, and of the whole process. */
export interface Memory {
  used: number;
  rss: number;
}

/** The built server as a separate process, with a temporary data folder. */
export async function startedServer(count: number): Promise<Target & { memory(): Promise<Memory> }> {
  const folder = mkdtempSync(join(tmpdir(), "atrium-fuzz-"));
  const environment = {
    ...process.env,
    ATRIUM_DATA: join(folder, "data"),
    ATRIUM_SEED: "none",
    HOST: "127.0.0.1",
    PORT: "0",
    LOG_LEVEL: "warn",
    RATE_LIMIT_PER_MINUTE: "0",
    RATE_LIMIT_USER_PER_MINUTE: "0",
    RATE_LIMIT_ALL_USERS_PER_MINUTE: "0",
    RATE_LIMIT_WORKSPACE_PER_MINUTE: "0",
    RATE_LIMIT_PUBLIC_PER_MINUTE: "0",
  };
  const tenants = await prepare(environment, tenantsFor(count));
  const log = join(folder, "log");
  const output = openSync(log, "w");
  const child = spawn(process.execPath, ["--enable-source-maps", "--expose-gc", `--import=${watched}`, main], {
    env: environment,
    stdio: ["ignore", output, output, "ipc"],
  });
  closeSync(output);
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const url = await addressOf(child, log);
  const wire = new Wire(url);
  /** Length of the log that has been examined. */
  let examinedLength = 0;
  return {
    url,
    tenants,
    send: (request) => wire.send(request),
    async settle() {
      if (child.exitCode !== null) return `the server has ended: ${tail(log)}`;
      const text = readFileSync(log, "utf8");
      const fresh = text.slice(examinedLength);
      examinedLength = text.length;
      return faultIn(fresh);
    },
    async memory() {
      child.send("memory");
      const [memory] = await once(child, "message");
      return memory as Memory;
    },
    async close() {
      wire.close();
      process.off("exit", kill);
      if (child.exitCode === null && child.kill("SIGTERM")) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates the tenants before the server runs, because no endpoint writes the whole example world. */
async function prepare(environment: NodeJS.ProcessEnv, count: number): Promise<FuzzTenant[]> {
  const { context } = await openService(readSettings(environment), createLog("silent"));
  const tenants: FuzzTenant[] = [];
  for (let i = 0; i < count; i++) tenants.push(await newTenant(context, i));
  await context.store.close();
  return tenants;
}

async function addressOf(child: ChildProcess, log: string): Promise<string> {
  for (;;) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(readFileSync(log, "utf8"))?.[0];
    if (url) return url;
    if (child.exitCode !== null) throw new Error(`The server did not start: ${tail(log)}`);
    await sleep(20);
  }
}

/** The first line of the log that reports a fault; pino writes errors with level 50. */
function faultIn(text: string): string | undefined {
  const line = text.split("\n").find((one) => /"level":(50|60)|"level":"error"|^fuzz:/.test(one));
  return line && `a fault in the log: ${line}`;
}

function tail(log: string): string {
  return readFileSync(log, "utf8").slice(-2000);
}

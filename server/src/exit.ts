import { accessSync, constants } from "node:fs";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import type { ProcessLog } from "./log/log.ts";

/** Time limit for the last log lines, ms. */
const LONGEST_FLUSH = 300;
/** Time limit for what threads of the pool still do, ms: the flush of a commit takes some. */
const LONGEST_WORK = 150;
/** Pause between two looks at the threads, ms. */
const LOOK = 5;
/** Node's names for work of the thread pool. */
const inThreadPool = /^(FSReq|GetAddrInfo|GetNameInfo)/;

/** Exits the process when its last log lines are written, whatever hangs: after half a second at the latest: what has started the process kills it then. */
export async function exit(log: Pick<ProcessLog, "flush">, code: number): Promise<void> {
  await log.flush(LONGEST_FLUSH);
  // The last write is over when its callback has returned.
  await turn();
  const end = performance.now() + LONGEST_WORK;
  while (isPoolAtWork() && performance.now() < end) await sleep(LOOK);
  if (isPoolAtWork()) abandonThreads(code);
  process.exit(code);
}

function isPoolAtWork(): boolean {
  return process.getActiveResourcesInfo().some((name) => inThreadPool.test(name));
}

/**
 * Ends a process with a thread that writes to a dead disk or asks a dead name server. `process.exit` and `process.reallyExit` wait
 * for it, and a kill has no exit code: another program that takes the place of this one loses the thread and has the code.
 */
function abandonThreads(code: number): void {
  process.emit("exit", code);
  try {
    accessSync(process.execPath, constants.X_OK);
    process.execve?.(process.execPath, [process.execPath, "--eval", `process.exit(${code})`], {});
  } catch {
    // Windows has no such call, and an upgrade may have taken Node away.
  }
  process.kill(process.pid, "SIGKILL");
}

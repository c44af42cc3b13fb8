import { accessSync, constants } from "node:fs";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import type { ProcessLog } from "./log/log.ts";

/** Time limit for the last log lines, in ms. */
const LONGEST_FLUSH = 300;
/** Time limit for running work of the thread pool, in ms: flushing a commit takes some time. */
const LONGEST_WORK = 150;
/** Pause between two checks of the thread pool, in ms. */
const LOOK = 5;
/** Node's names for work in the thread pool. */
const inThreadPool = /^(FSReq|GetAddrInfo|GetNameInfo)/;

/**
 * Exits the process once its last log lines are written, even if a thread hangs. It takes at most half a second, after
 * which a supervisor would kill it.
 */
export async function exit(log: Pick<ProcessLog, "flush">, code: number): Promise<void> {
  await log.flush(LONGEST_FLUSH);
  // The last write is complete once its callback has returned.
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
 * Ends a process in which a thread hangs, for example on a dead disk or name server. `process.exit` and
 * `process.reallyExit` would wait for it, and a kill has no exit code: so another program replaces this one, which drops
 * the thread, and exits with the code.
 */
function abandonThreads(code: number): void {
  process.emit("exit", code);
  try {
    accessSync(process.execPath, constants.X_OK);
    process.execve?.(process.execPath, [process.execPath, "--eval", `process.exit(${code})`], {});
  } catch {
    // Windows has no such call, and an upgrade may have removed Node.
  }
  process.kill(process.pid, "SIGKILL");
}

import cluster from "node:cluster";
import type { Log } from "@atrium/functions/platform/observability/log";

/** A single Ctrl-C arrives several times (from the terminal, npm or npx, and the start script) within this many ms. */
export const SAME_SIGNAL = 500;

/**
 * Node opens a debugger for every user of the machine on SIGUSR1, and ends at once on SIGUSR2, which operators send to
 * make other programs open their log again.
 */
const MEANINGLESS_SIGNALS = ["SIGUSR1", "SIGUSR2"] as const;

/** Logs the signals that mean nothing to the server in place of what Node does on them. */
export function ignoreOtherSignals(log: Pick<Log, "warn">): void {
  // Windows has neither signal, and Node refuses to listen for one that does not exist.
  if (process.platform === "win32") return;
  for (const signal of MEANINGLESS_SIGNALS)
    process.on(signal, () =>
      log.warn({ signal }, "a signal was ignored: SIGTERM ends the server, others mean nothing"),
    );
}

/**
 * Calls back on SIGINT, SIGTERM and SIGHUP, which a closed terminal sends, and when the program that started this one
 * with an IPC channel is gone, however it ended: a server that nobody can stop any more would keep the port and the
 * data.
 * @param stop receives the cause.
 */
export function onStop(stop: (cause: string) => void): void {
  let isStopping = false;
  const run = (cause: string) => {
    isStopping = true;
    stop(cause);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => run(signal));
  // A worker's channel leads to the primary, which ends its workers itself.
  if (!cluster.isPrimary) return;
  process.once("disconnect", () => {
    if (!isStopping) run("the program that started it is gone");
  });
}

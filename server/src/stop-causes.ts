import cluster from "node:cluster";

/** A single Ctrl-C arrives several times (from the terminal, npm or npx, and the start script) within this many ms. */
export const SAME_SIGNAL = 500;

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

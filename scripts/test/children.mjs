import { ChildProcess } from "node:child_process";

const isPosix = process.platform !== "win32";
const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Starts every process from now on in a process group of its own, so that it can be killed with all its descendants: a
 * process that outlives its test would hold the pipes of the test run, which then never ends.
 * @returns a function that kills all groups and stops tracking.
 */
export function trackChildren() {
  const { spawn } = ChildProcess.prototype;
  const groups = new Set();
  ChildProcess.prototype.spawn = function (options) {
    const error = spawn.call(this, { ...options, detached: options.detached || isPosix });
    if (this.pid === undefined) return error;
    groups.add(this.pid);
    this.once("exit", () => {
      // While the group has a member, its id is not reused.
      if (!signalGroup(this.pid, 0)) groups.delete(this.pid);
    });
    return error;
  };
  const killAll = () => {
    for (const group of groups) signalGroup(group, "SIGKILL");
    groups.clear();
  };
  // A terminal sends Ctrl-C only to the test run's own group.
  const onSignal = (signal) => {
    stop();
    process.kill(process.pid, signal);
  };
  const stop = () => {
    killAll();
    ChildProcess.prototype.spawn = spawn;
    process.off("exit", killAll);
    for (const signal of endingSignals) process.off(signal, onSignal);
  };
  process.on("exit", killAll);
  for (const signal of endingSignals) process.on(signal, onSignal);
  return stop;
}

/** Sends a signal to a process group; 0 sends nothing. @returns whether the group exists. */
function signalGroup(id, signal) {
  try {
    return process.kill(isPosix ? -id : id, signal);
  } catch {
    return false;
  }
}

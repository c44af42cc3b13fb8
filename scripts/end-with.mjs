import { spawn } from "node:child_process";

/** Ms within which repeated signals count as one: a single Ctrl-C arrives from both the terminal and npm. */
const SAME_SIGNAL = 500;
/** Ms after the first signal until a child that is still running is killed. */
const LONGEST_END = 9500;
/** Ms after a second signal until the child is killed. */
const LONGEST_END_AT_ONCE = 500;

/** Starts a program with an IPC channel, which closes when this process ends, even if it was killed. */
export function startTied(command, args, env = process.env) {
  return spawn(command, args, { stdio: ["inherit", "inherit", "inherit", "ipc"], env });
}

/**
 * Forwards SIGINT, SIGTERM and SIGHUP to the child, kills it if it does not end, and ends with its exit code. Reports a
 * killed child in one line, because a system that runs out of memory kills it without a message.
 * @param name of the child in that line.
 * @returns a function that says whether a signal was received.
 */
export function endWith(child, name = "program") {
  let signalledAt;
  // A terminal sends Ctrl-C and SIGHUP to both processes; any other signal reaches only this one.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => {
      const now = performance.now();
      const isFirst = signalledAt === undefined;
      if (!isFirst && now - signalledAt <= SAME_SIGNAL) return;
      signalledAt ??= now;
      child.kill(signal);
      setTimeout(() => child.kill("SIGKILL"), isFirst ? LONGEST_END : LONGEST_END_AT_ONCE);
    });
  child.on("exit", (code, signal) => {
    const isExpected = signalledAt !== undefined && signal !== "SIGKILL";
    if (signal && !isExpected) console.error(`atrium: The ${name} was ended by ${signal}.`);
    process.exit(code ?? (signal ? 1 : 0));
  });
  return () => signalledAt !== undefined;
}

/**
 * Calls `end` once the parent of this process has ended: npm may pass a signal only to its shell.
 * @param every polling interval, ms.
 */
export function whenParentEnds(end, every = 500) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, every);
  watch.unref();
}

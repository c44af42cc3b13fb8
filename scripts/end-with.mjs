import { spawn } from "node:child_process";

/** One Ctrl-C may arrive several times within so many ms: from the terminal and from npm. */
const SAME_SIGNAL = 500;
/** Ms after the first signal until a running child is killed. */
const LONGEST_END = 9500;
/** Ms after a second signal until it is killed. */
const LONGEST_END_AT_ONCE = 500;

/** Starts a program with a channel, whose end tells it that this process is gone, even where this one was killed. */
export function startTied(command, args, env = process.env) {
  return spawn(command, args, { stdio: ["inherit", "inherit", "inherit", "ipc"], env });
}

/**
 * Forwards SIGINT, SIGTERM and SIGHUP to the child, kills it when it does not end, and ends with its exit code. Prints one line
 * when it was killed, which nothing else tells: a system that runs out of memory does it without a word.
 * @param name of the child in that line.
 * @returns whether a signal came.
 */
export function endWith(child, name = "program") {
  let signalledAt;
  // A terminal sends Ctrl-C and its end to both; any other signal reaches only this process.
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
 * Calls `end` once, when the parent of this process has ended: told to end, npm may end its shell alone.
 * @param every ms between two looks.
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

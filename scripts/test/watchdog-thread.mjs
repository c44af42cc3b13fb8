// The watchdog's thread: receives name and time limit of the running test file, or neither once it has ended.
import { spawnSync } from "node:child_process";
import { writeSync } from "node:fs";
import { parentPort } from "node:worker_threads";

let timer;
parentPort.on("message", ({ file, limit }) => {
  clearTimeout(timer);
  if (file) timer = setTimeout(() => end(file, limit), limit);
});

function end(file, limit) {
  writeSync(
    2,
    `\n✖ ${file} has not ended after ${limit / 1000} s and is killed. Look for a loop or a wait without an end.\n`,
  );
  for (const id of descendants(process.pid)) kill(id);
  kill(process.pid);
}

/** Ids of all descendants of a process according to `ps`; none if there is no `ps`. */
function descendants(ancestor) {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const lines = (stdout ?? "").trim().split("\n");
  const processes = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const below = [ancestor];
  for (const parent of below) below.push(...processes.filter(([, ppid]) => ppid === parent).map(([pid]) => pid));
  return below.slice(1);
}

function kill(id) {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // The process has ended by itself.
  }
}

import { expect, test } from "@jest/globals";
import { WorkerReplacement } from "./worker-replacement.ts";

const KILLED = { code: null, signal: "SIGKILL" };

/** A server whose clock the test sets. */
function rig() {
  let now = 0;
  let alarms: { at: number; run: () => void }[] = [];
  const events: string[] = [];
  const logged: [object, string][] = [];
  const replacement = new WorkerReplacement({
    log: { warn: (fields, message) => void logged.push([fields, message]) },
    monotonic: () => now,
    timer: (ms, run) => {
      alarms.push({ at: now + ms, run });
      return () => undefined;
    },
    fork: () => void events.push(`${now}: forked`),
    giveUp: (reason) => void events.push(`${now}: ${reason}`),
  });
  const pass = (ms: number) => {
    const end = now + ms;
    for (const { at, run } of alarms.filter((alarm) => alarm.at <= end)) {
      now = at;
      run();
    }
    alarms = alarms.filter(({ at }) => at > end);
    now = end;
  };
  return { replacement, events, logged, pass };
}

test("each end of a worker is logged, and a worker that had served for a while is replaced at once", () => {
  const { replacement, events, logged, pass } = rig();
  replacement.serves(1);
  pass(10_000);
  replacement.ended(1, KILLED);
  replacement.serves(2);
  pass(10_000);
  replacement.ended(2, { code: 7, signal: null });
  expect(events).toStrictEqual(["10000: forked", "20000: forked"]);
  expect(logged).toStrictEqual([
    [{ pid: 1, signal: "SIGKILL" }, "a worker ended and is replaced"],
    [{ pid: 2, code: 7 }, "a worker ended and is replaced"],
  ]);
});

test("workers that end soon after they began to serve are replaced after pauses that double up to eight seconds", () => {
  const { replacement, events, pass } = rig();
  replacement.serves(100);
  for (let pid = 1; pid <= 6; pid++) {
    replacement.serves(pid);
    replacement.ended(pid, KILLED);
    pass(8000);
  }
  const pauses = events.map((event, i) => Number.parseInt(event, 10) - i * 8000);
  expect(pauses).toStrictEqual([1000, 2000, 4000, 8000, 8000, 8000]);
  replacement.ended(100, KILLED);
  replacement.serves(7);
  replacement.ended(7, KILLED);
  pass(1000);
  expect(events.slice(6)).toStrictEqual(["48000: forked", "49000: forked"]);
});

test("a server whose workers all end before they serve gives up with the reason, and at once if none ever served", () => {
  const first = rig();
  first.replacement.ended(1, KILLED);
  first.replacement.ended(2, KILLED);
  expect(first.events).toStrictEqual(["0: A worker ended by SIGKILL before it served."]);
  const { replacement, events, pass } = rig();
  replacement.serves(1);
  replacement.ended(1, KILLED);
  pass(8000);
  for (let pid = 2; pid <= 6; pid++) {
    replacement.ended(pid, { code: 1, signal: null });
    pass(8000);
  }
  expect(events).toHaveLength(6);
  expect(events.at(-1)).toBe("40000: A worker ended with code 1 before it served.");
});

test("a server that is stopping replaces no worker, and does not log ends of workers", () => {
  const { replacement, events, logged, pass } = rig();
  replacement.serves(1);
  replacement.ended(1, KILLED);
  replacement.serves(2);
  replacement.stop();
  replacement.ended(2, { code: 0, signal: null });
  pass(60_000);
  expect(events).toStrictEqual([]);
  expect(logged).toHaveLength(1);
});

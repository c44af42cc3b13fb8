import { expect, test } from "@jest/globals";
import { WorkerWatch } from "./worker-watch.ts";

/** A watch over two workers, the second of which may hang. */
function rig() {
  const events: string[] = [];
  const logged: [object, string][] = [];
  const watch = new WorkerWatch({ error: (fields, message) => void logged.push([fields, message]) });
  const hung = new Set<number>();
  for (const pid of [1, 2])
    watch.add({
      pid,
      ask: () => void (hung.has(pid) || watch.answered(pid)),
      kill: () => void events.push(`killed ${pid}`),
    });
  const ask = (times: number) => {
    for (let i = 0; i < times; i++) watch.askAll();
  };
  return { watch, hung, events, logged, ask };
}

test("a worker that does not answer for a minute is killed once, with a log line, and no other worker is", () => {
  const { hung, events, logged, ask } = rig();
  ask(100);
  hung.add(2);
  ask(12);
  expect(events).toStrictEqual([]);
  ask(100);
  expect(events).toStrictEqual(["killed 2"]);
  expect(logged).toStrictEqual([[{ pid: 2 }, "a worker has not answered for 60 s and is killed"]]);
});

test("neither a worker that answers late nor one that has ended is killed", () => {
  const { watch, hung, events, ask } = rig();
  for (const pid of [1, 2]) hung.add(pid);
  ask(12);
  watch.answered(1);
  watch.remove(2);
  ask(12);
  expect(events).toStrictEqual([]);
});

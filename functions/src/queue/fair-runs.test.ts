import { expect, test } from "@jest/globals";
import { add, workingQueue } from "#testing/harness/processes/working-queue";
import { job } from "#testing/suites/queue/rig";
import { FAIR_RUN } from "./dispatcher.ts";
import type { Run, Task } from "./port.ts";

const task: Task = { id: "endless", job: "note", payload: {} };

/** A queue with two slots, whose tasks named `endless…` work until they should stop and then begin anew. */
async function busyQueue() {
  const { environment, timer, begin } = await workingQueue();
  const runs: string[] = [];
  const work = ({ isOver }: Run) =>
    new Promise<void>((done) => {
      const look = () => (isOver?.() ? done() : void timer.set(1000, look));
      look();
    });
  const queue = await begin([
    job(
      "note",
      async (_context, _payload, run) => {
        runs.push(run.id);
        if (!run.id.startsWith("endless")) return;
        await work(run);
        await add(environment, queue, { ...task, id: run.id, dueAt: environment.now() });
      },
      { concurrency: 2, background: true },
    ),
  ]);
  const promise = async (id: string) => {
    await add(environment, queue, { ...task, id });
    await queue.start({ ...task, id });
    await timer.settle();
  };
  return { timer, runs, promise };
}

test("tasks that never end by themselves make room for a task that waits, and then continue", async () => {
  const { timer, runs, promise } = await busyQueue();
  for (const id of ["endless_1", "endless_2", "waiting"]) await promise(id);
  expect(runs).toStrictEqual(["endless_1", "endless_2"]);
  await timer.pass(FAIR_RUN + 2000);
  expect(runs.filter((id) => id === "waiting")).toStrictEqual(["waiting"]);
  expect(new Set(runs.slice(2))).toStrictEqual(new Set(["endless_1", "endless_2", "waiting"]));
});

test("a task runs on while there is room for others", async () => {
  const { timer, runs, promise } = await busyQueue();
  await promise("endless");
  await timer.pass(3 * FAIR_RUN);
  await promise("other");
  expect(runs).toStrictEqual(["endless", "other"]);
});

test("slow tasks of one API key leave slots to the tasks of others, and all are run in the end", async () => {
  const { environment, timer, begin } = await workingQueue();
  const begun = new Set<string>();
  const queue = await begin([
    job(
      "note",
      async (_context, { apiKeyId }, { id }) => {
        begun.add(id);
        if (apiKeyId === "slow") await new Promise<void>((done) => void timer.set(13_000, () => done()));
      },
      { concurrency: 4, background: true },
    ),
  ]);
  const of = (apiKeyId: string, i: number): Task => ({ id: `${apiKeyId}_${i}`, job: "note", payload: { apiKeyId } });
  await add(environment, queue, ...Array.from({ length: 150 }, (_, i) => of("slow", i)));
  await queue.start(of("slow", 0));
  // The first of a key begin before it is known to be slow.
  await timer.pass(13_000);
  for (let i = 0; i < 20; i++) {
    const task = of("quick", i);
    await add(environment, queue, task);
    await queue.start(task);
    await timer.pass(1000);
    expect(begun.has(task.id)).toBe(true);
  }
  await timer.pass(2 * 150 * 13_000);
  expect(begun.size).toBe(170);
});

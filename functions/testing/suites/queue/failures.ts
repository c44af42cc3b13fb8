import { expect, test } from "@jest/globals";
import type { Run, Task } from "#queue/port";
import type { StoredTask } from "#queue/task-record";
import { expectWithContext } from "#testing/harness/jest/context";
import { job, openRig, type QueueAdapter } from "./rig.ts";

const task: Task = { id: "task_1", job: "try", payload: {} };

/** Contract: failed work is retried. */
export function failureContract(adapter: QueueAdapter): void {
  test("a failing task runs again after pauses that double up to the longest, until it succeeds", async () => {
    const runs: { at: number; run: Run }[] = [];
    const retry = { attempts: Number.POSITIVE_INFINITY, minBackoff: 1000, maxBackoff: 4000 };
    const rig = await openRig(adapter, [
      job(
        "try",
        async (_context, _payload, run) => {
          runs.push({ at: rig.now(), run: { id: run.id, attempt: run.attempt } });
          if (runs.length < 6) throw new Error("no luck");
        },
        { retry },
      ),
    ]);
    await rig.promise(task);
    await rig.drain();
    expectWithContext(runs.length, "it must not run again at once").toBe(1);
    for (let i = 0; i < 160; i++) {
      rig.advance(125);
      await rig.drain();
    }
    expect(runs.map(({ run }) => run)).toStrictEqual([1, 2, 3, 4, 5, 6].map((attempt) => ({ id: "task_1", attempt })));
    const pauses = runs.slice(1).map(({ at }, i) => at - (runs[i]?.at ?? 0));
    for (const [i, step] of [1000, 2000, 4000, 4000, 4000].entries()) {
      const pause = pauses[i] ?? 0;
      expectWithContext(
        pause >= step * 0.75 && pause <= step * 1.25 + 125,
        `pause ${i} was ${pause} ms for a step of ${step}`,
      ).toBe(true);
    }
    expect(rig.logged.filter(({ message }) => message.startsWith("task failed")).length).toBe(5);
    expect(await rig.stored()).toBe(0);
  });

  test("a task that keeps failing is logged as an error from its tenth attempt on, and still runs until it succeeds", async () => {
    let runs = 0;
    const rig = await openRig(adapter, [
      job(
        "try",
        async () => {
          if (++runs < 13) throw new Error("no luck");
        },
        { retry: { attempts: Number.POSITIVE_INFINITY, minBackoff: 1000, maxBackoff: 1000 } },
      ),
    ]);
    await rig.promise(task);
    for (let i = 0; i < 15; i++) {
      await rig.drain();
      rig.advance(3_600_000);
    }
    const logged = rig.logged.filter(({ fields }) => fields.taskId === "task_1");
    expect(logged.map(({ level, fields, message }) => [fields.attempt, level, message])).toStrictEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempt) => [attempt, "warn", "task failed; it runs again"]),
      ...[10, 11, 12].map((attempt) => [attempt, "error", "task keeps failing; it runs again"]),
    ]);
    expect([runs, await rig.stored()]).toStrictEqual([13, 0]);
  });

  test("after its last attempt a task is parked with its error, and runs only when it is added again", async () => {
    let runs = 0;
    const rig = await openRig(adapter, [
      job(
        "try",
        async () => {
          runs++;
          throw new Error("told https://ada:secret@hooks.example/x?key=secret with Bearer secret");
        },
        { retry: { attempts: 3, minBackoff: 1000, maxBackoff: 1000 } },
      ),
    ]);
    await rig.promise(task);
    for (let i = 0; i < 5; i++) {
      await rig.drain();
      rig.advance(3_600_000);
    }
    expect(runs).toBe(3);
    const parked = await rig.store.get<StoredTask>("tasks/task_1");
    expect(parked?.data.attempts).toBe(3);
    expect(parked?.data.lastError).toBe("Error: told https://hooks.example with Bearer …");
    expect(parked?.data.failedAt).toBeTruthy();
    expect(rig.logged.filter(({ fields }) => fields.taskId === "task_1").map(({ level }) => level)).toStrictEqual([
      "warn",
      "warn",
      "error",
    ]);
    await rig.promise({ ...task, dueAt: rig.now() });
    await rig.drain();
    expect(runs).toBe(4);
  });
}

import { expect, test } from "@jest/globals";
import { LEASE } from "#queue/leases";
import type { Task } from "#queue/port";
import { expectWithContext } from "#testing/harness/jest/context";
import { gate, job, openRig, type QueueAdapter, until } from "./rig.ts";

const task: Task = { id: "task_1", job: "try", payload: {} };

/** Contract: interrupted work is done by other processes. */
export function crashContract(adapter: QueueAdapter): void {
  test("a task whose worker has crashed runs again when the lease has expired, not before", async () => {
    const { pass, open, state } = gate();
    const attempts: number[] = [];
    const rig = await openRig(adapter, [
      job("try", async (_context, _payload, { attempt }) => {
        attempts.push(attempt);
        if (attempt === 1) await pass();
      }),
    ]);
    const other = await rig.another();
    const running = rig.promise(task).then(rig.drain);
    await until(() => state.waiting === 1);
    rig.crash();
    rig.advance(LEASE - 1);
    await other.drain();
    expect(attempts).toStrictEqual([1]);
    rig.advance(1);
    await other.drain();
    expect(attempts).toStrictEqual([1, 2]);
    expect(await rig.stored()).toBe(0);
    open();
    await running;
  });

  test("a worker that has lost its lease does not complete the task of the new one", async () => {
    const first = gate();
    const second = gate();
    const rig = await openRig(adapter, [
      job("try", (_context, _payload, { attempt }) => (attempt === 1 ? first : second).pass()),
    ]);
    const other = await rig.another();
    const running = rig.promise(task).then(rig.drain);
    await until(() => first.state.waiting === 1);
    rig.advance(LEASE);
    void other.queue.start(task);
    const otherDrain = other.drain();
    await until(() => second.state.waiting === 1);
    first.open();
    await running;
    expect(await rig.stored()).toBe(1);
    second.open();
    await otherDrain;
    expect(await rig.stored()).toBe(0);
  });

  test("a task that was stored but never started, because its process ended, is done by another process", async () => {
    let runs = 0;
    const rig = await openRig(adapter, [job("try", async () => void runs++)]);
    await rig.add(task);
    rig.crash();
    rig.advance(3_600_000);
    await (await rig.another()).drain();
    expect(runs).toBe(1);
    expect(await rig.stored()).toBe(0);
  });

  test("wherever a process is interrupted between the start and the end of a task, another process completes the task", async () => {
    let cuts = 0;
    for (let calls = 0; ; calls++) {
      const runs: string[] = [];
      const fails = job("fails", async (_context, _payload, { id, attempt }) => {
        runs.push(id);
        if (attempt === 1) throw new Error("no luck");
      });
      const rig = await openRig(adapter, [job("try", async (_context, _payload, { id }) => void runs.push(id)), fails]);
      const hasGone = rig.crashAfter(calls);
      await rig.promise(task);
      await rig.promise({ ...task, id: "task_2", job: "fails" });
      await rig.drain();
      const other = await rig.another();
      for (let i = 0; i < 3; i++) {
        rig.advance(3_600_000);
        await other.drain();
      }
      expectWithContext(new Set(runs), `cut off after ${calls} calls`).toStrictEqual(new Set(["task_1", "task_2"]));
      expect(await rig.stored()).toBe(0);
      if (!hasGone()) break;
      cuts++;
    }
    expectWithContext(cuts, `only ${cuts} points were tried`).toBeGreaterThan(4);
  });
}

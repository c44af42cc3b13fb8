import { expect, test } from "@jest/globals";
import type { Payload, Task } from "#queue/port";
import { gate, job, openRig, type QueueAdapter, until } from "./rig.ts";

const task: Task = { id: "task_1", job: "note", payload: { of: "sheep", paths: ["a", "b"], none: [] } };

/** Contract: every promised task is done once, when it is due. */
export function promiseContract(adapter: QueueAdapter): void {
  /** A rig whose job `note` records its payloads. */
  async function noting() {
    const noted: Payload[] = [];
    const rig = await openRig(adapter, [job("note", async (_context, payload) => void noted.push(payload))]);
    return { ...rig, noted };
  }

  test("a task runs with its payload and is then deleted", async () => {
    const { promise, drain, stored, noted } = await noting();
    await promise(task);
    await drain();
    expect(noted).toStrictEqual([task.payload]);
    expect(await stored()).toBe(0);
  });

  test("ids of every kind identify their task", async () => {
    const { promise, drain, stored, noted } = await noting();
    const ids = ["a/b", "..", "__x__", "ä ö", "a%2Fb", "x".repeat(500)];
    for (const id of ids) await promise({ ...task, id, payload: { id } });
    await drain();
    expect(noted.map(({ id }) => id).sort()).toStrictEqual([...ids].sort());
    expect(await stored()).toBe(0);
  });

  test("a task whose transaction was not committed never runs", async () => {
    const { store, queue, drain, advance, noted } = await noting();
    const cause = store.transact(async (tx) => {
      queue.add(tx, task);
      throw new Error("the cause failed");
    });
    await expect(cause).rejects.toThrow();
    await queue.start(task);
    await drain();
    advance(3_600_000);
    await drain();
    expect(noted).toStrictEqual([]);
  });

  test("the same task added and started several times, also concurrently, runs once", async () => {
    const { add, queue, drain, noted } = await noting();
    await add(task);
    await add(task);
    await Promise.all([queue.start(task), queue.start(task)]);
    await queue.start(task);
    await drain();
    expect(noted.length).toBe(1);
  });

  test("a task that is added again while it runs does not run concurrently, but once more afterwards", async () => {
    const { pass, open, state } = gate();
    let runs = 0;
    const note = job("note", async () => {
      runs++;
      await pass();
    });
    const { add, promise, another, drain, stored } = await openRig(adapter, [note]);
    const other = await another();
    const running = promise(task).then(drain);
    await until(() => state.waiting === 1);
    await add(task);
    await other.queue.start(task);
    const draining = other.drain();
    open();
    await Promise.all([running, draining]);
    await drain();
    expect(state.most).toBe(1);
    expect(runs).toBe(2);
    expect(await stored()).toBe(0);
  });

  test("a job that adds its own task is postponed", async () => {
    const ran: number[] = [];
    const rig = await openRig(adapter, [
      job("note", async ({ store }, { left }) => {
        ran.push(rig.now());
        if (left === "0") return;
        const next = { ...task, payload: { left: `${Number(left) - 1}` }, dueAt: rig.now() + 10_000 };
        await store.transact(async (tx) => rig.queue.add(tx, next));
        await rig.queue.start(next);
      }),
    ]);
    const start = rig.now();
    await rig.promise({ ...task, payload: { left: "2" } });
    for (let i = 0; i < 25; i++) {
      await rig.drain();
      rig.advance(1000);
    }
    expect(ran).toStrictEqual([start, start + 10_000, start + 20_000]);
    expect(await rig.stored()).toBe(0);
  });

  test("a task runs when it is due, not a millisecond before", async () => {
    const { promise, advance, now, drain, noted } = await noting();
    await promise({ ...task, dueAt: now() + 90_000 });
    await drain();
    advance(89_999);
    await drain();
    expect(noted).toStrictEqual([]);
    advance(1);
    await drain();
    expect(noted.length).toBe(1);
  });

  test("a task that was due in the past runs now", async () => {
    const { promise, now, drain, noted } = await noting();
    await promise({ ...task, dueAt: now() - 1 });
    await drain();
    expect(noted.length).toBe(1);
  });

  test("a task can add further ones, and draining runs them all", async () => {
    const done: string[] = [];
    const rig = await openRig(adapter, [
      job("count", async ({ store }, { from }) => {
        done.push(String(from));
        const next: Task = {
          id: `count_${Number(from) - 1}`,
          job: "count",
          payload: { from: String(Number(from) - 1) },
        };
        if (Number(from) === 0) return;
        await store.transact(async (tx) => rig.queue.add(tx, next));
        void rig.queue.start(next);
      }),
    ]);
    await rig.promise({ id: "count_3", job: "count", payload: { from: "3" } });
    await rig.drain();
    expect(done).toStrictEqual(["3", "2", "1", "0"]);
  });

  test("draining waits for tasks that no caller awaits", async () => {
    const { pass, open, state } = gate();
    const { add, queue, drain, stored } = await openRig(adapter, [job("note", pass)]);
    await add(task);
    void queue.start(task);
    const draining = drain();
    await until(() => state.waiting === 1);
    open();
    await draining;
    expect(state.waiting).toBe(0);
    expect(await stored()).toBe(0);
  });
}

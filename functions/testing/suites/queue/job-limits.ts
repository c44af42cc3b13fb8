import { expect, test } from "@jest/globals";
import { gate, job, openRig, type QueueAdapter, until } from "./rig.ts";

/** Contract: the limits of a job hold, its concurrency and its starts per second. */
export function jobLimitsContract(adapter: QueueAdapter): void {
  /** Creates `count` tasks of a job. */
  const tasks = (name: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({ id: `${name}_${i}`, job: name, payload: { number: String(i) } }));

  test("no more tasks of a job run at once than its concurrency, and other jobs do not wait for it", async () => {
    const { pass, open, state } = gate();
    let others = 0;
    const rig = await openRig(adapter, [
      job("slow", pass, { concurrency: 3 }),
      job("quick", async () => void others++),
    ]);
    await rig.add(...tasks("slow", 120), ...tasks("quick", 40));
    for (const task of [...tasks("slow", 120), ...tasks("quick", 40)]) void rig.queue.start(task);
    const draining = rig.drain();
    await until(() => state.waiting === 3 && others === 40);
    open();
    await draining;
    expect(state.most).toBe(3);
    expect(await rig.stored()).toBe(0);
  });

  test("no second has more starts of a job's tasks than its rate, and none is left out", async () => {
    const begun: number[] = [];
    const rig = await openRig(adapter, [job("paced", async () => void begun.push(rig.now()), { rate: 5 })]);
    await rig.add(...tasks("paced", 23));
    for (const task of tasks("paced", 23)) await rig.queue.start(task);
    for (let i = 0; i < 80; i++) {
      await rig.drain();
      rig.advance(100);
    }
    expect(begun.length).toBe(23);
    for (const at of begun)
      expect(begun.filter((other) => other > at - 1000 && other <= at).length).toBeLessThanOrEqual(5);
    expect(await rig.stored()).toBe(0);
  });

  test("two workers over one store run each task once", async () => {
    const runs = new Map<string, number>();
    const rig = await openRig(adapter, [
      job("share", async (_context, _payload, { id }) => {
        runs.set(id, (runs.get(id) ?? 0) + 1);
        await new Promise(setImmediate);
      }),
    ]);
    const other = await rig.another();
    await rig.add(...tasks("share", 150));
    for (const task of tasks("share", 150)) void rig.queue.start(task);
    for (const task of tasks("share", 150)) void other.queue.start(task);
    await Promise.all([rig.drain(), other.drain()]);
    expect(runs.size).toBe(150);
    expect([...new Set(runs.values())]).toStrictEqual([1]);
    expect(await rig.stored()).toBe(0);
  });
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { LEASE } from "#queue/leases";
import { StoreQueue } from "#queue/store-queue";
import type { Store } from "#store/port";
import { openSqliteStore } from "#store/sqlite/adapter";
import { tree } from "#store/tree";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { expectWithContext } from "#testing/harness/jest/context";
import { indexes } from "#testing/harness/store/test-store";
import { contextOf, openEnvironment, until } from "#testing/suites/queue/rig";

const processFile = fileURLToPath(new URL("../../testing/suites/queue/process.ts", import.meta.url));
const TASKS = 300;

/** A data file with tasks in it. */
async function fileWithTasks(): Promise<{ file: string; store: Store }> {
  const folder = mkdtempSync(join(tmpdir(), "atrium-queue-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "atrium.db");
  const store = await openSqliteStore({ file, tree, indexes });
  onTestFinished(() => store.close());
  const context = contextOf(openEnvironment(store), store);
  const queue = new StoreQueue({ context: () => context, jobs: [] });
  await store.transact(async (tx) => {
    for (let i = 0; i < TASKS; i++) queue.add(tx, { id: `task_${i}`, job: "mark", payload: {}, dueAt: 0 });
  });
  return { file, store };
}

/**
 * A process that works on the queue, with its started and finished tasks.
 * @param ahead how far its clock is ahead, in ms.
 */
function startWorker(file: string, ahead: number) {
  const child = spawn(process.execPath, [processFile, file, String(ahead)], { stdio: ["ignore", "pipe", "inherit"] });
  const begun: string[] = [];
  const ended: string[] = [];
  createInterface(child.stdout).on("line", (line) => {
    const [word, id = ""] = line.split(" ");
    (word === "begin" ? begun : ended).push(id);
  });
  const closed = once(child, "close");
  const kill = async () => {
    child.kill("SIGKILL");
    await closed;
  };
  onTestFinished(kill);
  return { begun, ended, kill };
}

test("after kill -9 of processes in the middle of their tasks, others take over: no task is lost, and none is completed twice by the surviving processes", async () => {
  const { file, store } = await fileWithTasks();
  const workers = [];
  for (let round = 0; round < 3; round++) {
    const worker = startWorker(file, round * LEASE);
    workers.push(worker);
    await until(() => worker.ended.length >= 40 && worker.begun.length > worker.ended.length);
    await worker.kill();
  }
  const cutOff = workers.flatMap(({ begun, ended }) => begun.filter((id) => !ended.includes(id)));
  expectWithContext(cutOff.length, "nothing was cut off").toBeGreaterThan(0);
  // Two more processes share the remaining tasks.
  const rest = [startWorker(file, 3 * LEASE), startWorker(file, 3 * LEASE)];
  let taskCount = TASKS;
  while (taskCount > 0) {
    taskCount = await store.count({ collection: "tasks" });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  for (const worker of rest) await worker.kill();
  const ended = [...workers, ...rest].flatMap((worker) => worker.ended);
  expect(new Set(ended).size).toBe(TASKS);
  const twice = rest.flatMap((worker) => worker.ended).filter((id, i, all) => all.indexOf(id) < i);
  expect(twice).toStrictEqual([]);
  // Only tasks that a killed process held when it was killed may have run again.
  expectWithContext(ended.length - TASKS, `${ended.length - TASKS} tasks were done twice`).toBeLessThanOrEqual(3 * 8);
});

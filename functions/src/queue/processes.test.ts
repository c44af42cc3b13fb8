import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { LEASE } from "#queue/leases";
import { StoreQueue } from "#queue/store-queue";
import type { Store } from "#store/port";
import { openSqliteStore } from "#store/sqlite/adapter";
import { tree } from "#store/tree";
import { indexes } from "#testing/harness/test-store";
import { contextOf, groundOf, until } from "#testing/suites/queue/rig";

const processFile = fileURLToPath(new URL("../../testing/suites/queue/process.ts", import.meta.url));
const TASKS = 300;

/** A data file with tasks in it. */
async function fileWithTasks(t: TestContext): Promise<{ file: string; store: Store }> {
  const folder = mkdtempSync(join(tmpdir(), "atrium-queue-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "atrium.db");
  const store = await openSqliteStore({ file, tree, indexes });
  t.after(() => store.close());
  const context = contextOf(groundOf(store), store);
  const queue = new StoreQueue({ context: () => context, jobs: [] });
  await store.transact(async (tx) => {
    for (let i = 0; i < TASKS; i++) queue.add(tx, { id: `task_${i}`, job: "mark", payload: {}, dueAt: 0 });
  });
  return { file, store };
}

/** A process that works the queue, with what it has begun and ended. @param ahead of its clock, in ms. */
function startWorker(t: TestContext, file: string, ahead: number) {
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
  t.after(kill);
  return { begun, ended, kill };
}

test("kill -9 of processes in the middle of their tasks: others take these over, and none is lost or done twice by the living", async (t) => {
  const { file, store } = await fileWithTasks(t);
  const workers = [];
  for (let round = 0; round < 3; round++) {
    const worker = startWorker(t, file, round * LEASE);
    workers.push(worker);
    await until(() => worker.ended.length >= 40 && worker.begun.length > worker.ended.length);
    await worker.kill();
  }
  const cutOff = workers.flatMap(({ begun, ended }) => begun.filter((id) => !ended.includes(id)));
  assert.ok(cutOff.length > 0, "nothing was cut off");
  // Two more share what is left.
  const rest = [startWorker(t, file, 3 * LEASE), startWorker(t, file, 3 * LEASE)];
  let left = TASKS;
  while (left > 0) {
    left = await store.count({ collection: "tasks" });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  for (const worker of rest) await worker.kill();
  const ended = [...workers, ...rest].flatMap((worker) => worker.ended);
  assert.equal(new Set(ended).size, TASKS);
  const twice = rest.flatMap((worker) => worker.ended).filter((id, i, all) => all.indexOf(id) < i);
  assert.deepEqual(twice, []);
  // Of those that were killed, only what they held at the end may have been done again.
  assert.ok(ended.length - TASKS <= 3 * 8, `${ended.length - TASKS} tasks were done twice`);
});

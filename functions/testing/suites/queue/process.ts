// `node functions/testing/suites/queue/process.ts FILE AHEAD` works on the queue in a data file until it is killed,
// with a clock that is AHEAD ms fast, and prints `begin ID` and `end ID` for each task.
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { StoreQueue } from "#queue/store-queue";
import { openSqliteStore } from "#store/sqlite/adapter";
import { tree } from "#store/tree";
import { indexes } from "#testing/harness/store/test-store";
import { contextOf, job } from "./rig.ts";

const [file = "", ahead = "0"] = process.argv.slice(2);
const store = await openSqliteStore({ file, tree, indexes });
const environment = { store, now: () => Date.now() + Number(ahead), advance: () => {}, logged: [] };
const context = contextOf(environment, store);
const say = (line: string) => writeSync(1, `${line}\n`);
const mark = job("mark", async (_context, _payload, { id }) => {
  say(`begin ${id}`);
  await sleep(5);
  say(`end ${id}`);
});
const queue = new StoreQueue({ context: () => context, jobs: [{ ...mark, concurrency: 8 }] });
await queue.work();
// The queue's own timers don't keep the process alive.
setInterval(() => {}, 60_000);

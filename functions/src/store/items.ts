import type { Task } from "#queue/port";
import type { KeyCall } from "#src/context";
import type { Transaction } from "./port.ts";

/** Items of one transaction. A call with more runs several, so that none becomes larger than a commit may be. */
const PIECE = 200;

/** Promises a task in the running transaction; it starts when all pieces are committed. */
export type Later = (job: string, payload: Task["payload"]) => void;

/** What decides one piece of a call. It may run several times: what its last run promised is what holds. */
export type DecidePiece<Item, Result> = (
  tx: Transaction,
  piece: readonly Item[],
  later: Later,
) => Promise<Record<string, Result>>;

/** Runs `body` over the items piece by piece, each piece in a transaction of its own, and joins the per-item results. */
export async function transactItems<Item, Result>(
  call: KeyCall,
  items: readonly Item[],
  body: DecidePiece<Item, Result>,
): Promise<Record<string, Result>> {
  const parts: Record<string, Result>[] = [];
  const promised: Task[] = [];
  for (let start = 0; start < items.length; start += PIECE) {
    const piece = items.length <= PIECE ? items : items.slice(start, start + PIECE);
    const { part, tasks } = await call.store.transact((tx) => decidePiece(call, tx, piece, body));
    parts.push(part);
    promised.push(...tasks);
  }
  if (promised.length > 0) await Promise.all(promised.map((task) => call.queue.start(task)));
  const [first = {}] = parts;
  return parts.length < 2 ? first : Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
}

async function decidePiece<Item, Result>(
  call: KeyCall,
  tx: Transaction,
  piece: readonly Item[],
  body: DecidePiece<Item, Result>,
): Promise<{ part: Record<string, Result>; tasks: Task[] }> {
  const tasks: Task[] = [];
  const part = await body(tx, piece, (job, payload) => {
    const task = { id: call.newId("task"), job, payload };
    call.queue.add(tx, task);
    tasks.push(task);
  });
  return { part, tasks };
}

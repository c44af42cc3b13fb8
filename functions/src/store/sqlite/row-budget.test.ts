import { expect, test } from "@jest/globals";
import { RowBudget } from "./row-budget.ts";

const MIB = 1024 * 1024;

test("the reading room is full while queries hold 32 MiB of rows, and has space when one has ended or failed", async () => {
  const room = new RowBudget();
  const ends: ((failure?: Error) => void)[] = [];
  const hold = (bytes: number) =>
    room
      .hold(
        bytes,
        () => new Promise<void>((resolve, reject) => ends.push((failure) => (failure ? reject(failure) : resolve()))),
      )
      .catch(() => undefined);
  const queries = Array.from({ length: 8 }, () => hold(4 * MIB));
  expect(room.isFull).toBe(true);
  for (const failure of [undefined, new Error("the store is closed")]) {
    const change = room.change();
    ends.shift()?.(failure);
    await change;
    expect(room.isFull).toBe(false);
    queries.push(hold(4 * MIB));
    expect(room.isFull).toBe(true);
  }
  for (const end of ends) end();
  await Promise.all(queries);
  expect(room.isFull).toBe(false);
});

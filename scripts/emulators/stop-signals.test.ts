import { EventEmitter } from "node:events";
import { expect, test } from "@jest/globals";
import { stopOnSignals } from "./stop-signals.ts";

function stopping() {
  let now = 0;
  const done: string[] = [];
  const saved = Promise.withResolvers<void>();
  const source = Object.assign(new EventEmitter(), { exit: (code: number) => void done.push(`exit ${code}`) });
  const suite = {
    stop: () => {
      done.push("stop");
      return saved.promise;
    },
    kill: () => void done.push("kill"),
  };
  const isStopping = stopOnSignals(suite, source, { monotonic: () => now, say: () => {} });
  return { done, saved, isStopping, signal: (name: string) => source.emit(name), wait: (ms: number) => (now += ms) };
}

test("further signals within 10 s do not interrupt saving the data; a later one ends it by force", async () => {
  const { done, isStopping, signal, wait } = stopping();
  expect(isStopping()).toBe(false);
  for (const name of ["SIGTERM", "SIGINT", "SIGTERM"]) {
    signal(name);
    wait(4000);
  }
  expect([isStopping(), done]).toStrictEqual([true, ["stop"]]);
  signal("SIGTERM");
  expect(done).toStrictEqual(["stop", "kill"]);
});

for (const event of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"])
  test(`after ${event}, the data is saved before the process ends`, async () => {
    const { done, saved, signal } = stopping();
    signal(event);
    expect(done).toStrictEqual(["stop"]);
    saved.resolve();
    await saved.promise;
    expect(done).toStrictEqual(["stop", "exit 0"]);
  });

test("the end of the parent process never forces the saving to end", () => {
  const { done, signal, wait } = stopping();
  signal("SIGTERM");
  wait(60_000);
  signal("disconnect");
  expect(done).toStrictEqual(["stop"]);
});

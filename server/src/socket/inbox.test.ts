import { setImmediate as nextTurn } from "node:timers/promises";
import { TimeSlice } from "@atrium/functions/platform/async/time-slice";
import { expect, test } from "@jest/globals";
import { Inbox, MessageSlices } from "./inbox.ts";
import { SlowWork } from "./slow-work.ts";

/**
 * Inboxes with a manual clock, and a list of what was done in order. Messages take 1 ms each, and those that begin with
 * "slow" take 30 ms. Those that end with "large" count as large.
 */
function inboxes() {
  let now = 0;
  const turns: (() => void)[] = [];
  const slices = new MessageSlices(
    new TimeSlice({ now: () => now, nextTurn: (resume) => void turns.push(resume), turns: 2 }),
  );
  const done: string[] = [];
  const pauses: { ms: number; end: () => void }[] = [];
  const pause = (ms: number) => new Promise<void>((end) => void pauses.push({ ms, end }));
  const slowWork = new SlowWork({ now: () => now, pause });
  const open = () =>
    new Inbox<string>(
      { slices, slowWork },
      {
        handle(message) {
          now += message.startsWith("slow") ? 30 : 1;
          done.push(message);
        },
        isLarge: (message) => message.endsWith("large"),
        pause: () => done.push("pause"),
        resume: () => done.push("resume"),
      },
    );
  /** Ends a turn of the event loop. @returns what was done in the next turn. */
  const turn = async () => {
    done.length = 0;
    for (const resume of turns.splice(0)) resume();
    await nextTurn();
    return [...done];
  };
  return { open, done, pauses, turn };
}

test("messages that arrive together are handled in slices of 5 ms, in order, and reading waits for them", async () => {
  const { open, done, turn } = inboxes();
  const inbox = open();
  for (let i = 1; i <= 12; i++) inbox.take(`${i}`);
  expect(done).toStrictEqual(["1", "2", "3", "4", "5", "pause"]);
  inbox.afterwards(() => done.push("afterwards"));
  expect(await turn()).toStrictEqual([]);
  expect(await turn()).toStrictEqual(["6", "7", "8", "9", "10"]);
  inbox.take("13");
  await turn();
  expect(await turn()).toStrictEqual(["11", "12", "13", "resume", "afterwards"]);
  inbox.afterwards(() => done.push("at once"));
  expect(done.at(-1)).toBe("at once");
});

test("a connection that sends little is served between slices while another one floods the server", async () => {
  const { open, done, turn } = inboxes();
  const [flooding, calm] = [open(), open()];
  for (let i = 1; i <= 100; i++) flooding.take(`${i}`);
  await turn();
  calm.take("calm");
  expect(done).toStrictEqual(["calm"]);
});

test("messages that arrive in separate turns are handled at once, however long they take in total", async () => {
  const { open, done, turn } = inboxes();
  const inbox = open();
  for (let i = 1; i <= 20; i++) {
    await turn();
    inbox.take(`${i}`);
    expect(done).toStrictEqual([`${i}`]);
  }
});

test("after a slow message, further ones of its connection and large ones of others wait for as long, and small ones do not", async () => {
  const { open, done, pauses, turn } = inboxes();
  const [first, second, calm] = [open(), open(), open()];
  first.take("slow 1");
  first.take("slow 2");
  second.take("slow and large");
  first.take("3");
  second.take("4");
  await turn();
  await turn();
  expect(await turn()).toStrictEqual([]);
  calm.take("calm");
  expect([...done, pauses.map(({ ms }) => ms)]).toStrictEqual(["calm", [30]]);
  pauses[0]?.end();
  expect(await turn()).toStrictEqual(["slow 2"]);
  pauses[1]?.end();
  expect(await turn()).toStrictEqual(["slow and large"]);
  expect(pauses.map(({ ms }) => ms)).toStrictEqual([30, 30, 30]);
});

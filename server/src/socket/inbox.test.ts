import { setImmediate as nextTurn } from "node:timers/promises";
import { TimeSlice } from "@atrium/functions/platform/async/time-slice";
import { expect, test } from "@jest/globals";
import { Inbox, MessageSlices } from "./inbox.ts";

/** Inboxes with a manual clock, whose messages take 1 ms each, and a list of what was done in order. */
function inboxes() {
  let now = 0;
  const turns: (() => void)[] = [];
  const slices = new MessageSlices(
    new TimeSlice({ now: () => now, nextTurn: (resume) => void turns.push(resume), turns: 2 }),
  );
  const done: string[] = [];
  const open = () =>
    new Inbox<string>(slices, {
      handle(message) {
        now += 1;
        done.push(message);
      },
      pause: () => done.push("pause"),
      resume: () => done.push("resume"),
    });
  /** Ends a turn of the event loop. @returns what was done in the next turn. */
  const turn = async () => {
    done.length = 0;
    for (const resume of turns.splice(0)) resume();
    await nextTurn();
    return [...done];
  };
  return { open, done, turn };
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

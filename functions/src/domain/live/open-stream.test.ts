import { expect, test } from "@jest/globals";
import { TimeSlice } from "#platform/async/time-slice";
import { expectWithContext } from "#testing/harness/jest/context";
import { EventReader } from "#testing/harness/streams";
import { OpenStream } from "./open-stream.ts";
import { StreamEvent } from "./stream-events.ts";

function opened(most = 10, slice = new TimeSlice()) {
  const clock = { now: 0 };
  const ends: (string | undefined)[] = [];
  let cut = 0;
  const host = { now: () => clock.now, maxWaiting: () => most, onEnd: (why?: string) => ends.push(why) };
  const stream = new OpenStream(host, slice);
  stream.onCut(() => cut++);
  const state = (id: string, n: number, text = "") =>
    new StreamEvent("livestate", id, { read: () => ({ liveStateDataId: id, n, text }) });
  const reader = new EventReader();
  const take = async () => {
    const { value } = await stream.next();
    if (value) reader.read(Buffer.from(value).toString());
    return reader.events
      .splice(0)
      .map(({ event, id, data }) => [event === "bye" ? event : `${data.liveStateDataId} ${data.n}`, id]);
  };
  return { stream, state, take, clock, reader, ends, counts: () => [ends.length, cut] };
}

test("a slow reader receives the latest state of each record once, however often it has changed", async () => {
  const { stream, state, take } = opened();
  for (let n = 1; n <= 1000; n++) stream.offer([state("a", n), state("b", n)], `v${n}`);
  stream.offer([state("a", 1001)], "v1001");
  expect(await take()).toStrictEqual([
    ["b 1000", undefined],
    ["a 1001", "v1001"],
  ]);
});

test("a large state is sent in chunks, and only the last one carries the client's position", async () => {
  const { stream, state, take } = opened();
  const text = "x".repeat(50_000);
  stream.offer(
    ["a", "b", "c"].map((id) => state(id, 1, text)),
    "v1",
  );
  expect(await take()).toStrictEqual([
    ["a 1", undefined],
    ["b 1", undefined],
  ]);
  stream.offer([state("d", 2)], "v2");
  expect(await take()).toStrictEqual([
    ["c 1", undefined],
    ["d 2", "v2"],
  ]);
});

test("a very large state is sent alone, in the bytes that were created for it", async () => {
  const { stream, state, take } = opened();
  const large = state("b", 1, "x".repeat(70_000));
  stream.offer([state("a", 1), large, state("c", 1)], "v1");
  expect(await take()).toStrictEqual([["a 1", undefined]]);
  expect((await stream.next()).value).toBe(large.frame);
  expect(await take()).toStrictEqual([["c 1", "v1"]]);
});

test("an event that several streams send shares its bytes, except when other events wait with it", async () => {
  const { stream, state } = opened();
  const bytes = Buffer.from("shared");
  stream.offer([state("a", 1)], "v1", bytes);
  expect((await stream.next()).value).toBe(bytes);
  stream.offer([state("a", 2)], "v2", bytes);
  stream.offer([state("b", 2)], "v3", bytes);
  const { value } = await stream.next();
  expect(Buffer.from(value).toString()).toMatch(/"n":2.*\n\nid: v3\nevent: livestate\n.*"n":2/);
});

test("a reader that accepts nothing for a minute is disconnected, and so is one that falls too far behind", async () => {
  const idle = opened();
  const waiting = idle.stream.next();
  idle.clock.now = 100_000;
  idle.stream.beat();
  expectWithContext(idle.counts(), "a reader that waits for the next chunk is present").toStrictEqual([0, 0]);
  expect(Buffer.from((await waiting).value).toString()).toBe(": alive\n\n");
  for (idle.clock.now = 101_000; idle.clock.now < 160_000; idle.clock.now += 1000) idle.stream.beat();
  expect(idle.counts()).toStrictEqual([0, 0]);
  idle.stream.beat();
  idle.stream.beat();
  expect(idle.counts()).toStrictEqual([1, 1]);
  expect(idle.ends).toStrictEqual(["unread"]);
  expect(await idle.stream.next()).toStrictEqual({ done: true, value: undefined });

  const slow = opened(3);
  for (let i = 0; i < 3; i++) slow.stream.offer([slow.state(`s${i}`, 1)], "v");
  expect(slow.counts()).toStrictEqual([0, 0]);
  slow.stream.offer([slow.state("one more", 1)], "v");
  expect(slow.counts()).toStrictEqual([1, 1]);
  expect(slow.ends).toStrictEqual(["too_slow"]);
});

test("a reader that waits for its turn of a busy process is present, too", async () => {
  const turns: (() => void)[] = [];
  let now = 0;
  const { stream, clock, counts } = opened(
    10,
    new TimeSlice({ now: () => now, nextTurn: (resume) => void turns.push(resume) }),
  );
  now = 1000;
  const waiting = stream.next();
  clock.now = 100_000;
  stream.beat();
  expect(counts()).toStrictEqual([0, 0]);
  for (const resume of turns) resume();
  expect(Buffer.from((await waiting).value).toString()).toBe(": alive\n\n");
});

test("the last event replaces all that wait, then the stream ends once", async () => {
  const { stream, state, take, counts } = opened();
  stream.offer([state("a", 1)], "v1");
  stream.close(Buffer.from("event: bye\ndata: {}\n\n"));
  stream.close(Buffer.from("event: other\ndata: {}\n\n"));
  expect(await take()).toStrictEqual([["bye", undefined]]);
  expect(await stream.next()).toStrictEqual({ done: true, value: undefined });
  await stream.return();
  expect(counts()).toStrictEqual([1, 0]);
});

test("a client that disconnects ends the wait for the next chunk", async () => {
  const { stream, counts } = opened();
  const waiting = stream.next();
  await stream.return();
  expect(await waiting).toStrictEqual({ done: true, value: undefined });
  expect(counts()).toStrictEqual([1, 0]);
});

test("a reader is cut off when too many bytes wait for it that no other stream shares", async () => {
  const { stream, counts } = opened(1000);
  const offer = (id: number, ownBytes: number) =>
    stream.offer([{ key: `update ${id}`, frame: Buffer.from("data"), ownBytes }], `v${id}`);
  for (let id = 0; id < 16; id++) offer(id, 1024 * 1024);
  offer(0, 1024 * 1024);
  expect(counts()).toStrictEqual([0, 0]);
  await stream.next();
  offer(17, 16 * 1024 * 1024);
  expect(counts()).toStrictEqual([0, 0]);
  offer(18, 1);
  expect(counts()).toStrictEqual([1, 1]);
});

import { expect, test } from "@jest/globals";
import { LogOutput, type Sink } from "./log-output.ts";

/** An output with a sink that the test controls. */
function rig(capacity?: number) {
  const writes: { text: string; done: Parameters<Sink>[1]; size: number }[] = [];
  const sink: Sink = (bytes, done) => void writes.push({ text: String(bytes), done, size: bytes.length });
  const output = new LogOutput({ sink, notice: (dropped) => `dropped ${dropped}\n`, ...(capacity && { capacity }) });
  return { output, writes };
}

test("waiting lines are written together and in order, one write at a time", async () => {
  const { output, writes } = rig();
  output.write("one\n");
  output.write("two\n");
  const flushed = output.flush(60_000);
  output.write("three\n");
  expect(writes.map(({ text }) => text)).toStrictEqual(["one\ntwo\n"]);
  writes[0]?.done(null, 8);
  expect(writes[1]?.text).toBe("three\n");
  writes[1]?.done(null, 6);
  await flushed;
});

test("a write that a sink accepts in part is continued from there", async () => {
  const { output, writes } = rig();
  output.write("one\n");
  const flushed = output.flush(60_000);
  writes[0]?.done(null, 2);
  expect(writes[1]?.text).toBe("e\n");
  writes[1]?.done(null, 2);
  await flushed;
});

test("while a write is stuck, lines up to the capacity wait, others are dropped, and their number is written afterwards", () => {
  const { output, writes } = rig(12);
  output.write("stuck\n");
  void output.flush(0);
  for (const line of ["one\n", "two\n", "six\n", "ten\n", "far too long a line\n"]) output.write(line);
  expect(writes.length).toBe(1);
  writes[0]?.done(null, 6);
  expect(writes[1]?.text).toBe("one\ntwo\nsix\ndropped 2\n");
});

test("lines of failed writes, including the count itself, are counted until a write succeeds, and a truncated line is ended", async () => {
  const { output, writes } = rig();
  output.write("one\n");
  output.write("two\n");
  void output.flush(0);
  writes[0]?.done(null, 2);
  writes[1]?.done(new Error("ENOSPC"), 0);
  void output.flush(0);
  expect(writes[2]?.text).toBe("\ndropped 2\n");
  writes[2]?.done(new Error("ENOSPC"), 0);
  output.write("three\n");
  const flushed = output.flush(60_000);
  expect(writes[3]?.text).toBe("\nthree\ndropped 2\n");
  writes[3]?.done(null, writes[3].size);
  await flushed;
  expect(writes.length).toBe(4);
});

test("a flush ends when its time is up or its write has failed", async () => {
  const { output, writes } = rig();
  output.write("one\n");
  await output.flush(0);
  expect(output.isWriting).toBe(true);
  const flushed = output.flush(60_000);
  writes[0]?.done(new Error("EPIPE"), 0);
  await flushed;
});

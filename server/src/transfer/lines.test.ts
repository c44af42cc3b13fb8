import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Line, readLines } from "./lines.ts";

async function read(...chunks: (string | Buffer)[]): Promise<Line[]> {
  const stream = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const lines: Line[] = [];
  for await (const some of readLines(stream)) lines.push(...some);
  return lines;
}

const texts = (lines: Line[]) => lines.map(({ text }) => text);

test("lines are numbered from 1, with and without a last newline, and empty lines are skipped", async () => {
  const both = [
    { number: 1, text: "a" },
    { number: 3, text: "b" },
  ];
  expect(await read("a\n\nb\n")).toStrictEqual(both);
  expect(await read("a\n\nb")).toStrictEqual(both);
  for (const chunks of [
    ["a", "\n\n", "b\n"],
    ["a\n", "\nb"],
    ["a\n", "\n", "b", "\n\n"],
  ])
    expect(await read(...chunks)).toStrictEqual(both);
  expect(await read("")).toStrictEqual([]);
  expect(await read("\n\n", "\n")).toStrictEqual([]);
});

test("lines are the same however the stream is split, plain and gzipped", async () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: "grapheme" })), cuts, fc.boolean(), async (drawn, sizes, packed) => {
      const lines = drawn.map((text) => text.replaceAll("\n", "") || "-");
      const plain = Buffer.from(lines.map((line) => `${line}\n`).join(""));
      const bytes = packed ? gzipSync(plain) : plain;
      const chunks: Buffer[] = [];
      for (let start = 0, i = 0; start < bytes.length; i++) {
        const size = sizes[i % sizes.length] ?? 1;
        chunks.push(bytes.subarray(start, start + size));
        start += size;
      }
      expect(texts(await read(...chunks))).toStrictEqual(lines);
    }),
    { numRuns: 100 },
  );
});

test("a byte order mark is not part of the first line", async () => {
  expect(texts(await read("\uFEFFa\n\uFEFFb\n"))).toStrictEqual(["a", "\uFEFFb"]);
});

test("a line that is not UTF-8, or longer than 48 MiB, is reported by number, and the other lines are read", async () => {
  const long = Buffer.alloc(48 * 1024 * 1024 + 1, "x");
  const lines = await read("a\n", Buffer.from([0xff, 0x0a]), long, "\n", long, "\nb\n");
  expect(texts(lines)).toStrictEqual(["a", undefined, undefined, undefined, "b"]);
  expect(lines[1]?.reason ?? "").toMatch(/UTF-8/);
  expect(lines[2]?.reason ?? "").toMatch(/longer than/);
});

test("a truncated gzip file yields its complete lines, then fails with the number of the last one", async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => `${i} ${Math.sin(i)}\n`);
  const packed = gzipSync(rows.join(""));
  const stream = Readable.from([packed.subarray(0, packed.length - 20)]);
  const received: Line[] = [];
  await expect(async () => {
    for await (const lines of readLines(stream)) received.push(...lines);
  }).rejects.toMatchObject({
    name: "CommandError",
    message: expect.stringMatching(/^The input breaks off after line \d+: /),
  });
  expectWithContext(received.length > 1000 && received.length < 20_000, `${received.length}`).toBe(true);
});

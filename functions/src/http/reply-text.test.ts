import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { JsonTexts } from "#platform/text/large-json";
import { expectWithContext } from "#testing/harness/jest/context";
import { countTurns } from "#testing/harness/time/turns";
import { bytesOfBody, MAX_UNCHUNKED_LENGTH, textOfBody } from "./reply-body.ts";
import { replyText } from "./reply-text.ts";

const plainly = (reply: object) => JSON.stringify({ result: { status: "success", ...reply } });

test("a reply equals what JSON.stringify returns", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.string(), async (data, message) => {
      expect(await replyText({ message, data })).toBe(plainly({ message, data }));
    }),
  );
  for (const data of [[], {}, [undefined, 1], { a: undefined, b: [undefined], c: {} }, [new Date(0)], "😀", null])
    expect(await replyText({ message: "m", data })).toBe(plainly({ message: "m", data }));
  expect(await replyText({ message: "m" })).toBe(plainly({ message: "m" }));
  const page = { message: "m", data: [1], pageToken: undefined, nextPageToken: "t" };
  expect(await replyText(page as never)).toBe(plainly(page));
});

test("an item that is already serialised goes into the reply unchanged", async () => {
  const item = new JsonTexts(['{"large":[1,', "2]}"]);
  expect(await replyText({ message: "m", data: [item, 3] })).toBe(
    plainly({ message: "m", data: [{ large: [1, 2] }, 3] }),
  );
});

test("a long reply comes in chunks of bounded size, which together are its text", async () => {
  const lists = [
    Array(90_000).fill({ text: "é😀 text" }),
    ["é😀".repeat(400_000), 1],
    { a: Array(90_000).fill("longer text") },
  ];
  for (const data of lists) {
    const body = await replyText({ message: "m", data });
    expect(body).toBeInstanceOf(Array);
    for (const chunk of body) expect(chunk.length).toBeLessThanOrEqual(MAX_UNCHUNKED_LENGTH * 8);
    expect(textOfBody(body)).toBe(plainly({ message: "m", data }));
    expect(bytesOfBody(body)).toBe(Buffer.byteLength(textOfBody(body)));
  }
});

test("a long text in parts is sent part by part", async () => {
  const texts = ['"', ...Array(10).fill("é".repeat(MAX_UNCHUNKED_LENGTH)), '"'];
  const body = await replyText({ message: "m", data: new JsonTexts(texts) });
  expect(textOfBody(body)).toBe(plainly({ message: "m", data: "é".repeat(10 * MAX_UNCHUNKED_LENGTH) }));
});

test("serialising a long list leaves turns to other work", async () => {
  const turns = countTurns();
  const item = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field-${i}`, `value ${i}`]));
  await replyText({ message: "m", data: Array(500).fill(item) });
  turns.end();
  expectWithContext(turns.count, `${turns.count} turns`).toBeGreaterThan(2);
});

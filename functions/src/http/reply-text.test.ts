import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { LargeJson } from "#platform/large-json";
import { expectWithContext } from "#testing/harness/context";
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
  const item = new LargeJson({ text: '{"large":[1,2]}', kind: "object", depth: 2 });
  expect(JSON.parse(await replyText({ message: "m", data: [item, 3] })).result.data).toStrictEqual([
    { large: [1, 2] },
    3,
  ]);
});

test("serialising a long list leaves turns to other work", async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const item = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field-${i}`, `value ${i}`]));
  await replyText({ message: "m", data: Array(500).fill(item) });
  isDone = true;
  expectWithContext(turns, `${turns} turns`).toBeGreaterThan(2);
});

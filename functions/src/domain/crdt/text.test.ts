import { expect, test } from "@jest/globals";
import fc from "fast-check";
import * as Y from "yjs";
import { expectWithContext } from "#testing/harness/jest/context";
import { commonEnds, replaceText } from "./text.ts";

test("a common prefix and a common suffix are counted without overlap", () => {
  for (const [before, after, expected] of [
    ["", "", [0, 0]],
    ["same", "same", [4, 0]],
    ["", "new", [0, 0]],
    ["aXb", "aYb", [1, 1]],
    ["aa", "aaa", [2, 0]],
    ["abab", "ab", [2, 0]],
    ["xab", "yab", [0, 2]],
  ] as const) {
    const { start, end } = commonEnds(before.length, after.length, (i, j) => before[i] === after[j]);
    expectWithContext([start, end], `${before} → ${after}`).toStrictEqual(expected);
  }
});

/** The operations that Yjs reports to observers. */
function operations(before: string, after: string): unknown[] {
  const doc = new Y.Doc();
  const text = doc.getText("t");
  text.insert(0, before);
  let delta: unknown[] = [];
  text.observe((event) => {
    delta = event.delta;
  });
  doc.transact(() => replaceText(text, after));
  expect(text.toString()).toBe(after);
  return delta;
}

test("only the range that differs is replaced, and nothing when the texts are equal", () => {
  expect(operations("Hello world", "Hello new world")).toStrictEqual([{ retain: 6 }, { insert: "new " }]);
  expect(operations("Hello new world", "Hello world")).toStrictEqual([{ retain: 6 }, { delete: 4 }]);
  expect(operations("same", "same")).toStrictEqual([]);
});

test("surrogate pairs that share a half are replaced as a whole", () => {
  // 😀 and 😁 share their first half, 😀 (D83D DE00) and 🨀 (D83E DE00) their second.
  expect(operations("a😀b", "a😁b")).toStrictEqual([{ retain: 1 }, { delete: 2 }, { insert: "😁" }]);
  expect(operations("a😀b", "a🨀b")).toStrictEqual([{ retain: 1 }, { delete: 2 }, { insert: "🨀" }]);
});

test("a client that applies the operations has the new text, whatever the texts are", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "😀", "😁", "🨀", "é"), maxLength: 8 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const doc = new Y.Doc();
      doc.getText("t").insert(0, before);
      const client = new Y.Doc();
      Y.applyUpdate(client, Y.encodeStateAsUpdate(doc));
      replaceText(doc.getText("t"), after);
      Y.applyUpdate(client, Y.encodeStateAsUpdate(doc));
      expect(client.getText("t").toString()).toBe(after);
    }),
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as Y from "yjs";
import { commonEnds, replaceText } from "./text.ts";

test("what two sequences share at their ends is found once", () => {
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
    assert.deepEqual([start, end], expected, `${before} → ${after}`);
  }
});

/** What Yjs is asked to do, as it tells observers. */
function operations(before: string, after: string): unknown[] {
  const doc = new Y.Doc();
  const text = doc.getText("t");
  text.insert(0, before);
  let delta: unknown[] = [];
  text.observe((event) => {
    delta = event.delta;
  });
  doc.transact(() => replaceText(text, after));
  assert.equal(text.toString(), after);
  return delta;
}

test("only the stretch that differs is replaced, and nothing where there is none", () => {
  assert.deepEqual(operations("Hello world", "Hello new world"), [{ retain: 6 }, { insert: "new " }]);
  assert.deepEqual(operations("Hello new world", "Hello world"), [{ retain: 6 }, { delete: 4 }]);
  assert.deepEqual(operations("same", "same"), []);
});

test("surrogate pairs that share a half are replaced whole", () => {
  // 😀 and 😁 share their first half, 😀 (D83D DE00) and 🨀 (D83E DE00) their second.
  assert.deepEqual(operations("a😀b", "a😁b"), [{ retain: 1 }, { delete: 2 }, { insert: "😁" }]);
  assert.deepEqual(operations("a😀b", "a🨀b"), [{ retain: 1 }, { delete: 2 }, { insert: "🨀" }]);
});

test("a client that takes the operations in sees the new text, whatever the texts are", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "😀", "😁", "🨀", "é"), maxLength: 8 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const doc = new Y.Doc();
      doc.getText("t").insert(0, before);
      const client = new Y.Doc();
      Y.applyUpdate(client, Y.encodeStateAsUpdate(doc));
      replaceText(doc.getText("t"), after);
      Y.applyUpdate(client, Y.encodeStateAsUpdate(doc));
      assert.equal(client.getText("t").toString(), after);
    }),
  );
});

import { expect, test } from "@jest/globals";
import * as Y from "yjs";
import { expectWithContext } from "#testing/harness/jest/context";
import { writeContent } from "./yjs-document.ts";

const client = 7;
const text = (data: string) => ({ type: "text" as const, contentKey: "content", data });

test("a document stays small however often its content is replaced", () => {
  let update = writeContent({ client }, text("version 0"));
  for (let i = 1; i <= 500; i++) update = writeContent({ update, client }, text(`version ${i % 10} of 10`));
  expectWithContext(update.length, `${update.length} bytes`).toBeLessThan(200);
});

test("unchanged content writes nothing", () => {
  for (const content of [
    text("same"),
    { type: "map" as const, contentKey: "content", data: { a: [1, { constructor: 1 }], b: null } },
    { type: "array" as const, contentKey: "content", data: [1, { constructor: 1 }, [[]], null] },
    { type: "xml" as const, contentKey: "content", data: "<p a='1'>x<q/></p>" },
    { type: "xmltext" as const, contentKey: "content", data: "x < y" },
  ]) {
    const update = writeContent({ client }, content);
    expect(writeContent({ update, client }, content)).toStrictEqual(update);
  }
});

test("only the keys and elements that differ are written", () => {
  const map = { type: "map" as const, contentKey: "content" };
  const array = { type: "array" as const, contentKey: "content" };
  for (const [before, after, clock] of [
    [{ ...map, data: { a: 1, b: 2, c: 3 } }, { ...map, data: { b: 3, c: 3, d: 4 } }, 2],
    [{ ...array, data: [1, 2, 3, 4] }, { ...array, data: [1, 9, 4] }, 1],
  ] as const) {
    const update = writeContent({ client }, before);
    const next = writeContent({ update, client }, after);
    const clockOf = (state: Uint8Array) => Y.decodeStateVector(Y.encodeStateVectorFromUpdate(state)).get(client) ?? 0;
    expect(clockOf(next) - clockOf(update)).toBe(clock);
  }
});

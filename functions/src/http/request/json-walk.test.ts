import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { expectWithContext } from "#testing/harness/jest/context";
import { JsonWalk } from "./json-walk.ts";

test("malformed JSON is reported by the position of the first token that is invalid there", () => {
  for (const [text, position] of [
    ["", 0],
    ["  ", 2],
    ["[1,]", 3],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{"a":}', 5],
    ["{a:1}", 1],
    ["[1 2]", 3],
    ["[01]", 2],
    ["[1.]", 1],
    ["[-]", 1],
    ["[1e+]", 1],
    ["[nulL]", 1],
    ['["a\tb"]', 1],
    ['["\\x"]', 1],
    ['["\\u00g0"]', 1],
    ['["open', 1],
    ['{"a":[{"b":"c"}]', 16],
    ["null null", 5],
    ["[1]\u00a0", 3],
    ["[1] // so", 4],
  ] as const)
    expectWithContext(new JsonWalk(text).run(), text).toBe(position);
});

test("a text is valid exactly if JSON.parse accepts it", () => {
  const parts = ["{", "}", "[", "]", ",", ":", '"', "\\", "u00e9", "0", "12", "-", ".", "e", "+", "true", "null", " "];
  const texts = fc.array(fc.constantFrom(...parts, "\n", "\u0001", '"a":', '"b"', "é", "\ud800"), { maxLength: 9 });
  const damaged = fc.tuple(fc.json(), fc.nat(), fc.constantFrom(...parts)).map(([json, n, part]) => {
    const at = n % (json.length + 1);
    return json.slice(0, at) + part + json.slice(at);
  });
  const isValid = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const agree = (text: string) => expect(new JsonWalk(text).run() === undefined).toBe(isValid(text));
  fc.assert(
    fc.property(
      fc.oneof(
        texts.map((list) => list.join("")),
        damaged,
        fc.json(),
      ),
      agree,
    ),
    { numRuns: 1000 },
  );
});

test("keys and numbers are reported in order, with the path to them", () => {
  const events: unknown[] = [];
  const walk: JsonWalk = new JsonWalk('{"a\\u0062":[1,{"c":-2.5e3,"d":"3"}],"e":{}}', {
    objectBegins: () => void events.push("{"),
    objectEnds: () => void events.push("}"),
    key: (key) => void events.push([...walk.path, `${key}:`]),
    number: (text) => void events.push([...walk.path, text]),
  });
  expect(walk.run()).toBeUndefined();
  expect(events).toStrictEqual([
    ...["{", ["ab:"], ["ab", 0, "1"], "{", ["ab", 1, "c:"], ["ab", 1, "c", "-2.5e3"], ["ab", 1, "d:"], "}"],
    ...[["e:"], "{", "}", "}"],
  ]);
});

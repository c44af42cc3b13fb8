import { expect, test } from "@jest/globals";
import { huddleTriggers } from "#domain/events/types";
import { hasTriggers, triggersOf, triggersSetTo } from "./triggers.ts";

const huddle = triggersOf(["huddle"]);

const refused: [input: object, path: string, message: string][] = [
  [{ "x.y": true }, "x.y", "is not an event type."],
  [{ "huddle.join": true, constructor: true }, "constructor", "is not an event type."],
  [{ "comment.add": true }, "comment.add", "is an event type that can't be switched here."],
  [{ "huddle.join": "yes" }, "huddle.join", "Invalid input: expected boolean, received string"],
];
for (const [input, path, message] of refused)
  test(`the triggers ${JSON.stringify(input)} are refused because of the key ${path}`, () => {
    const issue = huddle.safeParse(input).error?.issues[0];
    expect([issue?.path, issue?.message]).toStrictEqual([[path], message]);
  });

test("triggers of the group are kept, even an empty set", () => {
  for (const input of [{}, { "huddle.join": false }, { "huddle.create": true, "huddle.join": false }])
    expect(huddle.parse(input)).toStrictEqual(input);
});

test("a trigger counts as set even if it is off, but not if it is missing", () => {
  const off = triggersSetTo(huddleTriggers, false);
  expect(off).toStrictEqual({ "huddle.create": false, "huddle.join": false });
  expect([off, {}, undefined].map(hasTriggers)).toStrictEqual([true, false, false]);
});

import { expect, test } from "@jest/globals";
import { EventParser } from "./event-parser.ts";

test("events are parsed however the text is split; id and wait carry over from the last event that had them", () => {
  const text =
    ': alive\n\nretry: 2000\nevent: ready\ndata: {"a: b":1}\n\nid: 7\nevent: x\ndata: 2\n\ndata: 3\n\nevent: y\n';
  const whole = new EventParser().read(text);
  expect(whole).toStrictEqual([
    { event: "ready", data: '{"a: b":1}', id: "", retry: 2000 },
    { event: "x", data: "2", id: "7", retry: 2000 },
    { event: "message", data: "3", id: "7", retry: 2000 },
  ]);
  const parser = new EventParser();
  expect([...text].flatMap((letter) => parser.read(letter))).toStrictEqual(whole);
});

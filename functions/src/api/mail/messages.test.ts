import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { functionPlaces, withFunction } from "#src/cloud/function-names";
import { endpoints } from "#src/endpoints";
import messages from "./messages.ts";

test("the host on one machine alone serves it, by POST, and it is no part of the interface", () => {
  const { path, method, isAlwaysAnswered } = messages;
  expect([path, method, isAlwaysAnswered]).toStrictEqual(["/mail/messages", "POST", undefined]);
  expect(endpoints).toContain(messages);
  expect([...functionPlaces(withFunction(endpoints)).keys()]).not.toContain(path);
  const document = JSON.parse(readFileSync(new URL("../../../../openapi.json", import.meta.url), "utf8"));
  expect(Object.keys(document.paths)).not.toContain(path);
});

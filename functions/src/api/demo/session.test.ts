import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { functionPlaces, withFunction } from "#src/cloud/function-names";
import { endpoints } from "#src/endpoints";
import session from "./session.ts";

test("only the one-machine host serves it, and it is not part of the public interface", () => {
  const { path, method } = session;
  expect([path, method]).toStrictEqual(["/demo/session", "POST"]);
  expect(endpoints).toContain(session);
  expect([...functionPlaces(withFunction(endpoints)).keys()]).not.toContain(path);
  const document = JSON.parse(readFileSync(new URL("../../../../openapi.json", import.meta.url), "utf8"));
  expect(Object.keys(document.paths)).not.toContain(path);
});

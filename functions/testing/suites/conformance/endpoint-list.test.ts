import { expect, test } from "@jest/globals";
import { filePath } from "#http/aliases";
import type { CallEndpoint } from "#http/endpoint";
import { callEndpoints, endpoints } from "#src/endpoints";
import { expectWithContext } from "#testing/harness/jest/context";
import { endpointFiles, functionId } from "./endpoint-files.ts";
import { wronglyCaused } from "./events.ts";

const all: readonly CallEndpoint[] = callEndpoints;
const everything = endpoints.map(({ path }) => path);
const files = endpointFiles();
const paths = all.map(({ path }) => path);

test("the list of endpoints is sorted by path, and every path is in it once", () => {
  expect(everything).toStrictEqual([...new Set(everything)].sort());
});

test("every file below api/ is an endpoint in the list, in the place that its path implies, with its whole path as a literal", () => {
  expect(files.map(({ path }) => path).sort()).toStrictEqual([...new Set(endpoints.map(filePath))].sort());
  for (const { path, declares } of files)
    expectWithContext(
      declares.map((declared) => filePath({ path: declared })),
      `api${path}.ts`,
    ).toStrictEqual([path]);
});

test("every endpoint has a test beside it", () => {
  for (const { path, testSource } of files) expectWithContext(testSource, `api${path}.test.ts is missing`).toBeTruthy();
});

test("no endpoint imports another one, except a v1 file its own v2 twin", () => {
  for (const { path, imports } of files) {
    const others = imports.filter((name) => name.startsWith("#api/") || name.startsWith("."));
    const twin = path.startsWith("/v1/") ? [`#api/v2/${path.slice("/v1/".length)}`] : [];
    for (const name of others) expectWithContext(twin, `api${path}.ts imports ${name}`).toContain(name);
  }
});

test("no endpoint file is longer than 120 lines", () => {
  for (const { path, lines } of files)
    expectWithContext(lines, `api${path}.ts has ${lines} lines: move rules to domain/`).toBeLessThanOrEqual(120);
});

test("every v1 path also exists under /v2", () => {
  for (const path of paths.filter((each) => each.startsWith("/v1/")))
    expectWithContext(paths, `${path} has no twin under /v2`).toContain(
      path.replace("/v1/", "/v2/") as CallEndpoint["path"],
    );
});

test("every path gives a legal id of a Cloud Function, and no two share one", () => {
  const ids = paths.map(functionId);
  for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9-]{0,61}[a-z0-9]$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test("every event of the catalogue is declared by an endpoint, or has another known cause", () => {
  expect(wronglyCaused(all)).toStrictEqual([]);
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { filePath } from "#http/aliases";
import type { Endpoint } from "#http/endpoint";
import { endpoints } from "#src/endpoints";
import { crashChecks } from "./crashes.ts";
import { credentialChecks } from "./credentials.ts";
import { endpointFiles, functionId } from "./endpoint-files.ts";
import { eventChecks, wronglyCaused } from "./events.ts";
import { fieldChecks } from "./fields.ts";
import { hostileChecks } from "./hostile.ts";
import { idempotencyChecks } from "./idempotency.ts";
import { replyChecks } from "./reply.ts";
import { userChecks } from "./users.ts";
import { wireChecks } from "./wire.ts";

const all: readonly Endpoint[] = endpoints;
const checks = [
  replyChecks,
  credentialChecks,
  wireChecks,
  fieldChecks,
  idempotencyChecks,
  crashChecks,
  hostileChecks,
  eventChecks,
  userChecks,
].flat();
const files = endpointFiles();
const paths = all.map(({ path }) => path);

for (const endpoint of all)
  describe(endpoint.path, () => {
    for (const { guarantee, applies, run } of checks)
      if (applies?.(endpoint) ?? true) test(guarantee, () => run(endpoint));
  });

test("the list of endpoints is sorted by path, and every path is in it once", () => {
  assert.deepEqual(paths, [...new Set(paths)].sort());
});

test("every file below api/ is an endpoint of the list, at the place of its path, with its path whole in the source", () => {
  assert.deepEqual(files.map(({ path }) => path).sort(), [...new Set(all.map(filePath))].sort());
  for (const { path, declares } of files) assert.deepEqual(declares, [path], `api${path}.ts`);
});

test("every endpoint has a test beside it", () => {
  for (const { path, testSource } of files) assert.ok(testSource, `api${path}.test.ts is missing`);
});

test("no endpoint imports another one, but a v1 file its own v2 twin", () => {
  for (const { path, imports } of files) {
    const others = imports.filter((name) => name.startsWith("#api/") || name.startsWith("."));
    const twin = path.startsWith("/v1/") ? [`#api/v2/${path.slice("/v1/".length)}`] : [];
    for (const name of others) assert.ok(twin.includes(name), `api${path}.ts imports ${name}`);
  }
});

test("no endpoint file is longer than 120 lines", () => {
  for (const { path, lines } of files)
    assert.ok(lines <= 120, `api${path}.ts has ${lines} lines: move rules to domain/`);
});

test("every v1 path answers under /v2 too", () => {
  for (const path of paths.filter((each) => each.startsWith("/v1/")))
    assert.ok(paths.includes(path.replace("/v1/", "/v2/") as Endpoint["path"]), `${path} has no twin under /v2`);
});

test("every path makes a legal id of a Cloud Function, and no two share one", () => {
  const ids = paths.map(functionId);
  for (const id of ids) assert.match(id, /^[a-z][a-z0-9-]{0,61}[a-z0-9]$/);
  assert.equal(new Set(ids).size, ids.length);
});

test("every event of the catalogue is declared by an endpoint, or known to have another cause", () => {
  assert.deepEqual(wronglyCaused(all), []);
});

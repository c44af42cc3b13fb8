import assert from "node:assert/strict";
import { test } from "node:test";
import type { Endpoint } from "#http/endpoint";
import { endpoints } from "#src/endpoints";
import { declaredJobs } from "#src/jobs";
import firebase from "../../firebase.json" with { type: "json" };
import { exportPlaces, functionName } from "./cloud/function-names.ts";
import { openPaths } from "./cloud/open-paths.ts";
import * as exported from "./index.ts";

/** What the Firebase tools read from a function; a parameter stands for a value that is set with the deployment. */
interface Deployed {
  platform: string;
  httpsTrigger?: { invoker?: string[] };
  taskQueueTrigger?: { invoker?: string[] };
  scheduleTrigger?: object;
  secretEnvironmentVariables?: { key: string }[];
  availableMemoryMb?: unknown;
  concurrency?: unknown;
  timeoutSeconds?: unknown;
  region?: { name?: string };
  maxInstances?: unknown;
}

/** Every function of the export tree by its name, found the way the Firebase tools find them. */
function functionsOf(tree: object, prefix = ""): [name: string, deployed: Deployed][] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const name = `${prefix}${key}`;
    if (typeof value === "function" && "__endpoint" in value) return [[name, value.__endpoint as Deployed]];
    return typeof value === "object" && value !== null ? functionsOf(value, `${name}-`) : [];
  });
}

const functions = new Map(functionsOf(exported));
const all: readonly Endpoint[] = endpoints;
const places = exportPlaces(all.map(({ path }) => path));
const nameOf = (path: string) => functionName(places.get(path) ?? []);
const rewrites = firebase.hosting.rewrites.map(({ source, function: served }) => [source, served.functionId] as const);
const secrets = ["ATRIUM_ENCRYPTION_KEY", "ATRIUM_SIGNING_KEYS"];
const usual = { availableMemoryMb: { name: "ATRIUM_MEMORY_MIB" }, concurrency: 80, timeoutSeconds: 60 };

for (const { path, instance = {} } of all)
  test(`${path} has a function that anybody may invoke, with what its declaration asks for`, () => {
    const deployed = functions.get(nameOf(path));
    assert.ok(deployed, `${nameOf(path)} is not exported`);
    assert.deepEqual(deployed.httpsTrigger?.invoker, ["public"]);
    assert.deepEqual(
      deployed.secretEnvironmentVariables?.map(({ key }) => key),
      secrets,
    );
    const { memory, concurrency = usual.concurrency, timeoutSeconds = usual.timeoutSeconds } = instance;
    const { name } = deployed.availableMemoryMb as { name?: string };
    if (memory) assert.equal(deployed.availableMemoryMb, { "512MiB": 512, "1GiB": 1024 }[memory]);
    else assert.equal(name, usual.availableMemoryMb.name);
    assert.equal(deployed.concurrency, concurrency);
    assert.equal(deployed.timeoutSeconds, timeoutSeconds);
  });

test("hosting has exactly one rewrite for every path, to a function that is there, and none for anything else", () => {
  const paths = [...all.map(({ path }) => path), ...Object.values(openPaths)];
  assert.deepEqual(rewrites.map(([source]) => source).sort(), paths.sort());
  for (const [source, name] of rewrites)
    assert.ok(functions.get(name)?.httpsTrigger, `${source} leads to ${name}, which no caller can invoke`);
  for (const { path } of all) assert.deepEqual(Object.fromEntries(rewrites)[path], nameOf(path));
  for (const [name, path] of Object.entries(openPaths)) assert.equal(Object.fromEntries(rewrites)[path], name);
});

test("every job has a function of its own with a queue, which no caller can invoke", () => {
  const queues = [...functions].filter(([, { taskQueueTrigger }]) => taskQueueTrigger);
  assert.deepEqual(queues.map(([name]) => name).sort(), declaredJobs.map(({ name }) => `jobs-${name}`).sort());
  for (const [name, deployed] of queues) {
    assert.equal(deployed.httpsTrigger, undefined, name);
    assert.deepEqual(deployed.taskQueueTrigger?.invoker, ["private"], name);
  }
});

test("what is exported is the endpoints, the jobs, the schedules and what is open, and nothing else", () => {
  const schedules = [...functions].filter(([, { scheduleTrigger }]) => scheduleTrigger).map(([name]) => name);
  assert.deepEqual(schedules, ["schedules-tasks", "schedules-retention"]);
  assert.equal(functions.size, all.length + declaredJobs.length + schedules.length + Object.keys(openPaths).length);
});

test("every function is of the 2nd generation, in the region of the deployment, with a bound on its instances", () => {
  for (const [name, { platform, region, maxInstances }] of functions) {
    assert.equal(platform, "gcfv2", name);
    assert.equal(region?.name, "ATRIUM_REGION", name);
    const bound = typeof maxInstances === "number" ? "number" : (maxInstances as { name?: string })?.name;
    assert.ok(bound === "number" || bound === "ATRIUM_MAX_INSTANCES", `${name} has no bound`);
  }
});

test("no two functions share a service of Cloud Run, which folds case and underscores", () => {
  const services = [...functions.keys()].map((name) => name.toLowerCase().replaceAll("_", "-"));
  assert.equal(new Set(services).size, services.length);
  for (const name of services) assert.match(name, /^[a-z][a-z0-9-]{0,61}[a-z0-9]$/);
});

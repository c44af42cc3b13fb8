import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { functionName, functionPlaces, withFunction } from "@atrium/functions/cloud/function-names";
import { endpoints } from "@atrium/functions/endpoints";
import { declaredJobs } from "@atrium/functions/jobs";
import { queueIds, queueRateLimits } from "@atrium/functions/queue/cloud-tasks-request";
import { discover, type Manifest, type ManifestEndpoint } from "@atrium/functions/testing/cloud/deployed-function";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { writeArtifact } from "../scripts/build-functions/artifact.ts";
import { root } from "../scripts/build-functions/root.ts";

// Below the checkout, so that the functions find its packages.
const cache = join(root, "node_modules", ".cache");
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, "atrium-manifest-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let manifest: Manifest;
let functions: [name: string, ManifestEndpoint][];

beforeAll(async () => {
  await writeArtifact(folder);
  manifest = await discover(folder);
  functions = Object.entries(manifest.endpoints);
});

const SECRETS = ["ATRIUM_ENCRYPTION_KEY", "ATRIUM_SIGNING_KEYS"];
const secretsOf = ({ secretEnvironmentVariables = [] }: ManifestEndpoint) =>
  secretEnvironmentVariables.map(({ key }) => key).sort();

test("every endpoint has a function with a stable name that anybody may invoke", () => {
  const declared = withFunction(endpoints);
  const places = functionPlaces(declared);
  const open = functions.filter(([, { httpsTrigger }]) => httpsTrigger);
  expect(open.map(([name]) => name).sort()).toStrictEqual(
    ["notfound", ...[...places.values()].map(functionName)].sort(),
  );
  for (const { path, instance } of declared) {
    const one = manifest.endpoints[functionName(places.get(path) ?? [])];
    expectWithContext(one?.httpsTrigger?.invoker, path).toStrictEqual(["public"]);
    expectWithContext(one && secretsOf(one), path).toStrictEqual(instance?.withoutSecrets ? [] : SECRETS);
  }
  for (const [path, name] of [
    ["/v2/users/add", "v2-users-add"],
    ["/v2/organizations/documents/migrate/status", "v2-organizations-documents-migrate_status"],
    ["/v2/documents/stream", "stream"],
    ["/.well-known/jwks.json", "jwks"],
    ["/health", "health"],
  ] as const)
    expect(functionName(places.get(path) ?? [])).toBe(name);
});

test("every job queue has a function with its attempts and rate that only our own account may invoke", () => {
  const served = functions.filter(([, one]) => one.taskQueueTrigger);
  const queues = declaredJobs.flatMap((job) => queueIds(job).map((id) => ({ id, job })));
  expect(served.map(([name]) => name).sort()).toStrictEqual(queues.map(({ id }) => id).sort());
  for (const { id, job } of queues) {
    const one = manifest.endpoints[id] as ManifestEndpoint;
    const { invoker, retryConfig, rateLimits } = one.taskQueueTrigger ?? {};
    expectWithContext(invoker, id).toStrictEqual(["private"]);
    const { attempts, minBackoff, maxBackoff } = job.retry;
    expectWithContext(retryConfig, id).toStrictEqual({
      maxAttempts: Math.min(attempts, 100),
      minBackoffSeconds: minBackoff / 1000,
      maxBackoffSeconds: maxBackoff / 1000,
      maxDoublings: null,
      maxRetrySeconds: null,
    });
    expectWithContext(rateLimits, id).toStrictEqual(queueRateLimits(job));
    expectWithContext(secretsOf(one), id).toStrictEqual(SECRETS);
  }
});

test("the only other functions are schedules and public pages", () => {
  const others = functions.filter(([name]) => !/^(v[12]|jobs)-/.test(name));
  const kinds = others.map(([name, { httpsTrigger, scheduleTrigger }]) => [
    name,
    httpsTrigger?.invoker.join() ?? scheduleTrigger?.schedule,
  ]);
  expect(Object.fromEntries(kinds)).toStrictEqual({
    health: "public",
    home: "public",
    jwks: "public",
    "mail-unsubscribe": "public",
    notfound: "public",
    stream: "public",
    "schedules-retention": "every 60 minutes",
    "schedules-tasks": "every 5 minutes",
  });
});

test("names follow the rules of Cloud Functions and Cloud Tasks, and do not collide", () => {
  for (const [name, { platform, taskQueueTrigger }] of functions) {
    expectWithContext(platform, name).toBe("gcfv2");
    expect(name).toMatch(taskQueueTrigger ? /^[A-Za-z][A-Za-z0-9-]{0,62}$/ : /^[A-Za-z][A-Za-z0-9_-]{0,62}$/);
  }
  // A function's service is named after it, in lower case and with dashes instead of underscores.
  const services = new Set(functions.map(([name]) => name.toLowerCase().replaceAll("_", "-")));
  expect(services.size).toBe(functions.length);
});

test("every function is exported from its entry point", () => {
  const exported = createRequire(import.meta.url)(join(folder, "index.js"));
  for (const [name, { entryPoint }] of functions) {
    expect(entryPoint).toBe(name.replaceAll("-", "."));
    const handler = entryPoint.split(".").reduce((place, segment) => place?.[segment], exported);
    expectWithContext(typeof handler, name).toBe("function");
  }
});

test("every parameter has a default, and the secrets are declared", () => {
  const secrets = manifest.params.filter(({ type }) => type === "secret").map(({ name }) => name);
  expect(secrets.sort()).toStrictEqual(SECRETS);
  const bare = manifest.params.filter(({ type, default: value }) => type !== "secret" && value === undefined);
  expect(bare).toStrictEqual([]);
  expect(manifest.params.some(({ name, default: value }) => name === "ATRIUM_REGION" && value === "us-central1")).toBe(
    true,
  );
  for (const [name, { region }] of functions) expectWithContext(region, name).toBe("{{ params.ATRIUM_REGION }}");
});

test("the manifest tells the Firebase tools the required cloud services", () => {
  const names = manifest.requiredAPIs.map(({ api }) => api).sort();
  expect(names).toStrictEqual(["cloudscheduler.googleapis.com", "cloudtasks.googleapis.com"]);
});

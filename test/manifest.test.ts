import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { endpoints } from "@atrium/functions/endpoints";
import { declaredJobs } from "@atrium/functions/jobs";
import { queueRateLimits } from "@atrium/functions/queue/cloud-tasks-request";
import { discover, type Manifest, type ManifestEndpoint } from "@atrium/functions/testing/cloud/deployed-function";
import { writeArtifact } from "../scripts/build-functions/artifact.ts";
import { root } from "../scripts/build-functions/root.ts";

// Below the checkout, whose packages it finds, as the Firebase tools find them for dist/functions.
const cache = join(root, "node_modules", ".cache");
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, "atrium-manifest-"));
after(() => rmSync(folder, { recursive: true, force: true }));
let manifest: Manifest;
let functions: [name: string, ManifestEndpoint][];

before(async () => {
  await writeArtifact(folder);
  manifest = await discover(folder);
  functions = Object.entries(manifest.endpoints);
});

const SECRETS = ["ATRIUM_ENCRYPTION_KEY", "ATRIUM_SIGNING_KEYS"];
const secretsOf = ({ secretEnvironmentVariables = [] }: ManifestEndpoint) =>
  secretEnvironmentVariables.map(({ key }) => key).sort();
const nameOf = (path: string) => path.slice(1).replaceAll("/", "-");

test("every endpoint has a function that anybody may invoke", () => {
  const served = functions.filter(([name]) => /^v[12]-/.test(name));
  assert.equal(served.length, endpoints.length);
  // A path below another one that is an endpoint itself ends with an underscore in place of a dash.
  const names = new Map(served.map(([name, one]) => [name.replaceAll("_", "-"), one]));
  for (const { path } of endpoints) {
    const one = names.get(nameOf(path).replaceAll("_", "-"));
    assert.deepEqual(one?.httpsTrigger?.invoker, ["public"], path);
    assert.deepEqual(one && secretsOf(one), SECRETS, path);
  }
});

test("every job has a function with its queue, its tries and its rate, that only our own account may invoke", () => {
  const served = functions.filter(([, one]) => one.taskQueueTrigger);
  assert.deepEqual(served.map(([name]) => name).sort(), declaredJobs.map(({ name }) => `jobs-${name}`).sort());
  for (const job of declaredJobs) {
    const one = manifest.endpoints[`jobs-${job.name}`] as ManifestEndpoint;
    const { invoker, retryConfig, rateLimits } = one.taskQueueTrigger ?? {};
    assert.deepEqual(invoker, ["private"], job.name);
    const { attempts, minBackoff, maxBackoff } = job.retry;
    assert.deepEqual(
      retryConfig,
      {
        maxAttempts: Math.min(attempts, 100),
        minBackoffSeconds: minBackoff / 1000,
        maxBackoffSeconds: maxBackoff / 1000,
        maxDoublings: null,
        maxRetrySeconds: null,
      },
      job.name,
    );
    assert.deepEqual(rateLimits, queueRateLimits(job), job.name);
    assert.deepEqual(secretsOf(one), SECRETS, job.name);
  }
});

test("the schedules, and what anybody may ask, are all that there is beside", () => {
  const others = functions.filter(([name]) => !/^(v[12]|jobs)-/.test(name));
  const kinds = others.map(([name, { httpsTrigger, scheduleTrigger }]) => [
    name,
    httpsTrigger?.invoker.join() ?? scheduleTrigger?.schedule,
  ]);
  assert.deepEqual(Object.fromEntries(kinds), {
    health: "public",
    jwks: "public",
    stream: "public",
    "schedules-retention": "every 60 minutes",
    "schedules-tasks": "every 5 minutes",
  });
});

test("names fit the rules of Cloud Functions and of Cloud Tasks, and none is another one's in disguise", () => {
  for (const [name, { platform, taskQueueTrigger }] of functions) {
    assert.equal(platform, "gcfv2", name);
    assert.match(name, taskQueueTrigger ? /^[A-Za-z][A-Za-z0-9-]{0,62}$/ : /^[A-Za-z][A-Za-z0-9_-]{0,62}$/);
  }
  // The service behind a function has its name in lower case, with a dash for an underscore.
  const services = new Set(functions.map(([name]) => name.toLowerCase().replaceAll("_", "-")));
  assert.equal(services.size, functions.length);
});

test("every function is found at its entry point", () => {
  const exported = createRequire(import.meta.url)(join(folder, "index.js"));
  for (const [name, { entryPoint }] of functions) {
    assert.equal(entryPoint, name.replaceAll("-", "."));
    const found = entryPoint.split(".").reduce((place, segment) => place?.[segment], exported);
    assert.equal(typeof found, "function", name);
  }
});

test("every parameter has a default, and the secrets are declared", () => {
  const secrets = manifest.params.filter(({ type }) => type === "secret").map(({ name }) => name);
  assert.deepEqual(secrets.sort(), SECRETS);
  const bare = manifest.params.filter(({ type, default: value }) => type !== "secret" && value === undefined);
  assert.deepEqual(bare, []);
  assert.ok(manifest.params.some(({ name, default: value }) => name === "ATRIUM_REGION" && value === "us-central1"));
  for (const [name, { region }] of functions) assert.equal(region, "{{ params.ATRIUM_REGION }}", name);
});

test("the Firebase tools learn which services of the cloud are needed", () => {
  const names = manifest.requiredAPIs.map(({ api }) => api).sort();
  assert.deepEqual(names, ["cloudscheduler.googleapis.com", "cloudtasks.googleapis.com"]);
});

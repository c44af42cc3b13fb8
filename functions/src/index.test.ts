import { expect, test } from "@jest/globals";
import { queueIds } from "#queue/cloud-tasks-request";
import { endpoints } from "#src/endpoints";
import { declaredJobs } from "#src/jobs";
import { expectWithContext } from "#testing/harness/jest/context";
import { ensure } from "#testing/harness/jest/ensure";
import firebase from "../../firebase.json" with { type: "json" };
import { endpointTable } from "./cloud/endpoint-table.ts";
import { functionGroups } from "./cloud/function-groups.ts";
import { functionName, functionPlaces, withFunction } from "./cloud/function-names.ts";
import * as exported from "./index.ts";

/** What the Firebase tools read from a function; parameters get their values at deployment. */
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

/** Every function of the export tree by its name, collected in the same way as by the Firebase tools. */
function functionsOf(tree: object, prefix = ""): [name: string, deployed: Deployed][] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const name = `${prefix}${key}`;
    if (typeof value === "function" && "__endpoint" in value) return [[name, value.__endpoint as Deployed]];
    return typeof value === "object" && value !== null ? functionsOf(value, `${name}-`) : [];
  });
}

const functions = new Map(functionsOf(exported));
const all = withFunction(endpoints);
const places = functionPlaces(all);
const nameOf = (path: string) => functionName(places.get(path) ?? []);
const rewrites = firebase.hosting.rewrites.flatMap(({ source, function: served }) =>
  served ? [[source, served.functionId] as const] : [],
);
const secrets = ["ATRIUM_ENCRYPTION_KEY", "ATRIUM_SIGNING_KEYS"];
const usual = { availableMemoryMb: { name: "ATRIUM_MEMORY_MIB" }, concurrency: 80, timeoutSeconds: 60 };

for (const { path, instance = {} } of all)
  test(`${path} has a function that anybody may invoke, with the declared options`, () => {
    const deployed = functions.get(nameOf(path));
    ensure(deployed, `${nameOf(path)} is not exported`);
    expect(deployed.httpsTrigger?.invoker).toStrictEqual(["public"]);
    const keys = deployed.secretEnvironmentVariables?.map(({ key }) => key);
    expect(keys ?? []).toStrictEqual(instance.withoutSecrets ? [] : secrets);
    const { memory, concurrency = usual.concurrency, timeoutSeconds = usual.timeoutSeconds } = instance;
    const { name } = deployed.availableMemoryMb as { name?: string };
    if (memory) expect(deployed.availableMemoryMb).toBe({ "512MiB": 512, "1GiB": 1024 }[memory]);
    else expect(name).toBe(usual.availableMemoryMb.name);
    expect(deployed.concurrency).toBe(concurrency);
    expect(deployed.timeoutSeconds).toBe(timeoutSeconds);
  });

test("hosting has exactly one rewrite for every path, to an existing function, and a last one for all other paths", () => {
  expect(rewrites.at(-1)).toStrictEqual(["**", "notfound"]);
  const paths = rewrites.slice(0, -1).map(([source]) => source);
  // A missing file of the console must not be answered with its page.
  expect(paths.sort()).toStrictEqual([...all.map(({ path }) => path), "/console/assets/**"].sort());
  for (const [source, name] of rewrites)
    expectWithContext(
      functions.get(name)?.httpsTrigger,
      `${source} leads to ${name}, which no caller can invoke`,
    ).toBeTruthy();
  for (const { path } of all) expect(Object.fromEntries(rewrites)[path]).toStrictEqual(nameOf(path));
});

test("every queue of a job has its own function, which callers can't invoke", () => {
  const queues = [...functions].filter(([, { taskQueueTrigger }]) => taskQueueTrigger);
  expect(queues.map(([name]) => name).sort()).toStrictEqual(declaredJobs.flatMap(queueIds).sort());
  for (const [name, deployed] of queues) {
    expectWithContext(deployed.httpsTrigger, name).toBeUndefined();
    expectWithContext(deployed.taskQueueTrigger?.invoker, name).toStrictEqual(["private"]);
  }
});

test("the exports are the endpoints, the jobs, the schedules and the refusal of unknown paths, and nothing else", () => {
  const schedules = [...functions].filter(([, { scheduleTrigger }]) => scheduleTrigger).map(([name]) => name);
  expect(schedules).toStrictEqual(["schedules-tasks", "schedules-retention"]);
  expect(functions.has("notfound")).toBe(true);
  expect(functions.size).toBe(all.length + declaredJobs.flatMap(queueIds).length + schedules.length + 1);
});

test("every function is of the 2nd generation, in the region of the deployment, with a limit on its instances", () => {
  for (const [name, { platform, region, maxInstances }] of functions) {
    expectWithContext(platform, name).toBe("gcfv2");
    expectWithContext(region?.name, name).toBe("ATRIUM_REGION");
    const bound = typeof maxInstances === "number" ? "number" : (maxInstances as { name?: string })?.name;
    expectWithContext(bound === "number" || bound === "ATRIUM_MAX_INSTANCES", `${name} has no bound`).toBe(true);
  }
});

test("no two functions share a Cloud Run service, whose names ignore case and underscores", () => {
  const services = [...functions.keys()].map((name) => name.toLowerCase().replaceAll("_", "-"));
  expect(new Set(services).size).toBe(services.length);
  for (const name of services) expect(name).toMatch(/^[a-z][a-z0-9-]{0,61}[a-z0-9]$/);
});

test("a grouped build exports a function for each group instead of each endpoint; all other exports are the same", async () => {
  process.env.ATRIUM_FUNCTIONS = "grouped";
  const another = "./index.ts?grouped";
  const names = functionsOf(await import(another)).map(([name]) => name);
  delete process.env.ATRIUM_FUNCTIONS;
  const isCall = (name: string) => /^v\d-/.test(name);
  const nonCallNames = [...functions.keys()].filter((name) => !isCall(name));
  const [groups, others] = [
    names.filter((name) => name.startsWith("api-")),
    names.filter((name) => !/^api-/.test(name)),
  ];
  expect(others.toSorted()).toStrictEqual(nonCallNames.toSorted());
  expect(groups.toSorted()).toStrictEqual([...functionGroups(table()).keys()].map((name) => `api-${name}`).toSorted());
});

function table() {
  return Object.entries(endpointTable).map(([path, entry]) => ({ path, ...entry }));
}

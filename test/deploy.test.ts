import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as parameters from "@atrium/functions/cloud/parameters";
import { callEndpoints } from "@atrium/functions/endpoints";
import { declaredJobs } from "@atrium/functions/jobs";
import { queueIds } from "@atrium/functions/queue/cloud-tasks-request";
import { commonEndpoints } from "@atrium/functions/testing/fixtures/common-endpoints";
import { exampleWorld } from "@atrium/functions/testing/harness/example-world";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { ensure } from "@atrium/functions/testing/harness/jest/ensure";
import { doorOf } from "@atrium/functions/testing/suites/conformance/door";
import { expect, test } from "@jest/globals";
import { declaredParams } from "firebase-functions/params";
import { parse } from "yaml";

const root = new URL("../", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, root), "utf8");
const deploySource = read(".github/workflows/deploy.yml");
const testSource = read(".github/workflows/test.yml");
const source = `${deploySource}\n${testSource}`;
const page = read("deploy/README.md");
const scripts: Record<string, string> = JSON.parse(read("package.json")).scripts;

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  if?: string;
  uses?: string;
  steps?: Step[];
  permissions?: object;
  needs?: string;
  environment?: string;
  "timeout-minutes"?: number;
  env?: Record<string, string>;
}
interface Workflow<Name extends string> {
  jobs: Record<Name, Job>;
  permissions: object;
  concurrency: object;
}
const deployment: Workflow<"test" | "deploy"> = parse(deploySource);
const tests: Workflow<"test" | "workflows"> & { on: Record<string, unknown> } = parse(testSource);
const jobs = [...Object.values(deployment.jobs), ...Object.values(tests.jobs)];
const stepsOf = ({ steps = [] }: Job) => steps;
const steps = jobs.flatMap(stepsOf);
const { deploy } = deployment.jobs;
const runs = (job: Job) => stepsOf(job).map(({ run }) => run ?? "");

/** Parameters by name, with their defaults; secrets have none. */
const declared = new Map(
  declaredParams.flatMap((param) =>
    "options" in param ? [[param.name, (param.options as { default?: unknown }).default] as const] : [],
  ),
);

test("every action of the workflows is pinned to one commit, with its version beside it", () => {
  const lines = source.split("\n").filter((line) => /^\s*(- )?uses: (?!\.\/)/.test(line));
  expect(lines.length).toBe(steps.filter(({ uses }) => uses).length);
  for (const line of lines) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test("the Firebase tools are pinned to the same exact version in the workflows and on the page", () => {
  const versions = `${source}\n${page}`.match(/firebase-tools@[^\s`']+/g) ?? [];
  expect(versions.length).toBeGreaterThanOrEqual(2);
  expect([...new Set(versions)]).toStrictEqual(["firebase-tools@15.34.2"]);
});

test("every script that the workflows and the page name exists", () => {
  const scriptNames = [...`${source}\n${page}`.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) =>
    String(name),
  );
  expect(scriptNames.includes("build") && scriptNames.includes("gen")).toBe(true);
  for (const name of scriptNames) expectWithContext(scripts[name], `npm run ${name}`).toBeTruthy();
});

test("the page enables the API of budgets in the project before the command that calls it for that project", () => {
  const commands = [...page.matchAll(/^ *(gcloud (?:.*\\\n)*.*)$/gm)].map(([, command = ""]) => command);
  const enabling = commands.findIndex((command) => command.includes("billingbudgets.googleapis.com"));
  const budget = commands.findIndex((command) => command.startsWith("gcloud billing budgets create"));
  expect(enabling).toBeGreaterThan(-1);
  expect(budget).toBeGreaterThan(enabling);
  for (const index of [enabling, budget]) expect(commands[index]).toMatch(/ --project my-project /);
});

test("pull requests and deployments run the same tests, on the oldest supported Node and on that of the functions", () => {
  expect(Object.keys(tests.on).sort()).toStrictEqual(["pull_request", "workflow_call"]);
  expect(deployment.jobs.test.uses).toBe("./.github/workflows/test.yml");
  expect(runs(tests.jobs.test)).toContain(".ci/run");
  const { node } = (tests.jobs.test as { strategy?: { matrix: { node: number[] } } }).strategy?.matrix ?? {};
  const [, oldest] = /(\d+)/.exec(JSON.parse(read("package.json")).engines.node) ?? [];
  const [, deployed] = /(\d+)/.exec(JSON.parse(read("firebase.json")).functions[0].runtime) ?? [];
  expect(node).toStrictEqual([Number(oldest), Number(deployed)]);
});

test("without a project the pipeline does nothing", () => {
  expect(deployment.jobs.test.if).toBe("vars.FIREBASE_PROJECT != ''");
  expect(deploy.needs).toBe("test");
});

test("only the deploying job gets an identity, runs in an environment that can require approval, and is never canceled", () => {
  expect([deployment.permissions, tests.permissions]).toStrictEqual([{ contents: "read" }, { contents: "read" }]);
  for (const job of jobs) if (job !== deploy) expect(job.permissions).toBeUndefined();
  expect(deploy.permissions).toStrictEqual({ contents: "read", "id-token": "write" });
  expect([deploy.needs, deploy.environment]).toStrictEqual(["test", "production"]);
  expect(deployment.concurrency).toStrictEqual({ group: "deploy", "cancel-in-progress": false });
  for (const job of jobs) if (!job.uses) expect(job["timeout-minutes"]).toBeTruthy();
});

test("no credentials are stored, and third-party code runs only before there are any", () => {
  expect(source).not.toMatch(/secrets\.|credentials_json|FIREBASE_TOKEN/);
  const auth = stepsOf(deploy).findIndex(({ uses }) => uses?.startsWith("google-github-actions/auth@"));
  expect(Object.keys(stepsOf(deploy)[auth]?.with ?? {})).toStrictEqual([
    "workload_identity_provider",
    "service_account",
  ]);
  expect(runs(deploy).lastIndexOf("npm ci")).toBeLessThan(auth);
  expect(runs(deploy).indexOf("npm run build")).toBeLessThan(auth);
});

test("values of the workflows reach the shell as variables, never as part of a command", () => {
  for (const { run = "" } of steps) expectWithContext(run, run).not.toContain("${{");
});

test("indexes are deployed before jobs, jobs before endpoints, and functions before hosting", () => {
  const order = runs(deploy).flatMap((run) => run.match(/--only (\S+)/)?.[1] ?? []);
  const batches = '"$only"';
  expect(order).toStrictEqual(["firestore", batches, "functions", "hosting"]);
  expectWithContext(deploySource, "nothing is deleted unasked").not.toContain("--force");
});

/** vCPU that Cloud Run lets a young project use in a region: each revision that starts takes one. */
const SMALLEST_CPU_QUOTA = 20;

for (const [how, config] of [
  ["each endpoint", "firebase.json"],
  ["grouped", "firebase.grouped.json"],
] as const)
  test(`batches name each function of ${config} once, jobs first, and fit into the quota of a young project`, () => {
    const env = { ...process.env, ATRIUM_FUNCTIONS: how };
    const script = fileURLToPath(new URL("../scripts/function-batches.mjs", import.meta.url));
    const { stdout } = spawnSync(process.execPath, [script], { env, encoding: "utf8" });
    const batches = stdout
      .trim()
      .split("\n")
      .map((line) => line.split(","));
    for (const batch of batches) expect(batch.length).toBeLessThan(SMALLEST_CPU_QUOTA);
    const { rewrites } = JSON.parse(read(config)).hosting;
    const called = new Set<string>(
      rewrites.flatMap((rewrite: { function?: { functionId: string } }) => rewrite.function?.functionId ?? []),
    );
    const background = [...declaredJobs.flatMap(queueIds), "schedules"];
    const names = batches.flat().map((name) => name.replace(/^functions:/, ""));
    expect(names.toSorted()).toStrictEqual([...background, ...called].toSorted());
    const isCalled = batches.map((batch) => batch.some((name) => called.has(name.replace(/^functions:/, ""))));
    expectWithContext(isCalled, "jobs are deployed before what creates their tasks").toStrictEqual(isCalled.toSorted());
    expect(names.slice(0, background.length).toSorted()).toStrictEqual(background.toSorted());
  });

/** Runs the step that waits for the indexes, with tools that print one of these lines at each call, and then fail. */
function awaitIndexes(...answers: string[]): { status: number | null; asked: number } {
  const folder = mkdtempSync(join(tmpdir(), "atrium-deploy-"));
  try {
    writeFileSync(join(folder, "answers"), answers.map((line) => `${line}\n`).join(""));
    const tools = `#!/bin/sh
cd "${folder}" && echo . >> asked
test -s answers || exit 1
head -n 1 answers && sed -i.old 1d answers
`;
    writeFileSync(join(folder, "firebase"), tools, { mode: 0o755 });
    writeFileSync(join(folder, "sleep"), "#!/bin/sh\n", { mode: 0o755 });
    const step = runs(deploy).find((run) => run.includes("firestore:indexes")) ?? "";
    const { PATH } = process.env;
    const env = { PATH: `${folder}:${PATH}`, FIREBASE: "firebase", FIREBASE_PROJECT: "demo-atrium" };
    const { status } = spawnSync("bash", ["-e", "-c", step], { env, timeout: 20_000 });
    return { status, asked: readFileSync(join(folder, "asked"), "utf8").length / 2 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the pipeline waits until every index is ready, and stops when the tools fail", () => {
  expect(awaitIndexes("[READY] (tasks)", "never asked")).toStrictEqual({ status: 0, asked: 1 });
  const building = "[READY] (tasks) [CREATING] (documents)";
  expect(awaitIndexes(building, building, "[READY] (tasks)")).toStrictEqual({ status: 0, asked: 3 });
  expect(awaitIndexes(building)).toStrictEqual({ status: 1, asked: 2 });
});

test("the parameters example lists exactly the declared parameters, with their defaults", () => {
  const documented = [...read("deploy/env.example").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value,
  ]);
  const defaults = [...declared].flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  expect(defaults.length).toBeGreaterThan(5);
  expect(documented).toStrictEqual(defaults);
});

test("the page lists every parameter and secret, with its default", () => {
  for (const [name, value] of declared) {
    if (value === undefined) continue;
    const defaultText = value === "" ? "empty" : `\`${value}\``;
    expectWithContext(page, `${name}, ${defaultText}`).toContain(`| \`${name}\` | ${defaultText} |`);
  }
  for (const { name } of [parameters.encryptionKey, parameters.signingKeys])
    expectWithContext(page, name).toContain(`| secret \`${name}\` | none |`);
});

test("a young project may start as many instances of a function as there are by default", () => {
  const { maxInstances } = parameters;
  // Cloud Run refuses a service whose instances could take more than the quota: 1 vCPU and at most 1 GiB each, of 40 GiB.
  expect(declared.get(maxInstances.name)).toBeLessThanOrEqual(SMALLEST_CPU_QUOTA);
});

test("every message that the page asks operators to watch for is logged", () => {
  const logged = globSync("functions/src/**/*.ts", { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => read(file))
    .join("\n");
  const watched = [...page.matchAll(/^\| `([^`]+)` \| (?:ERROR|WARNING) \|/gm)].map(([, message]) => String(message));
  expect(watched.length).toBeGreaterThanOrEqual(8);
  for (const message of watched) expectWithContext(logged, message).toContain(`"${message}"`);
});

for (const path of commonEndpoints)
  test(`a request to ${path} creates no task, as the cost table states`, async () => {
    const endpoint = callEndpoints.find((one) => one.path === path);
    ensure(endpoint);
    const { w, send } = doorOf(await exampleWorld(), endpoint);
    const { queue } = w.context;
    const started: string[] = [];
    w.context.queue = {
      add: (tx, task) => queue.add(tx, task),
      start: async (task) => void started.push(task.job),
      drain: () => queue.drain(),
    };
    expect((await send()).status).toBe(200);
    expect(started).toStrictEqual([]);
  });

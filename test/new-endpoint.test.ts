import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type CheckoutCopy, copyCheckout } from "./checkout-copy.ts";
import { newEndpointFiles } from "./new-endpoint-files.ts";

const generated = [
  "client/src/generated/api.ts",
  "client/src/generated/paths.ts",
  "client/testing/declarations.ts",
  "deploy/README.md",
  "docs/costs.md",
  "firebase.grouped.json",
  "firebase.json",
  "functions/src/cloud/endpoint-table.ts",
  "functions/src/endpoints.ts",
  "openapi.json",
];
const suites = "functions/testing/suites";
/** The suites that cover every endpoint, with tests of each that must have run for the new endpoints. */
const guarantees: [file: string, ...titles: string[]][] = [
  ["functions/src/api/v2/customers/add.test.ts", "/v2/customers/add: a customer"],
  ["functions/src/api/v2/customers/get.test.ts", "/v2/customers/get: all customers"],
  [
    `${suites}/conformance/hostile.test.ts`,
    "no request of the declared shape or close to it causes an internal error",
    "/v2/customers/add",
    "/v1/customers/get",
  ],
  [`${suites}/conformance/endpoint-list.test.ts`, "every endpoint has a test beside it"],
  [`${suites}/conformance/aliases.test.ts`, "answers its example as its twin in v2 does"],
  [`${suites}/access/tenant-matrix.test.ts`, "shows and changes nothing of another tenant", "refuses the page token"],
  [
    `${suites}/cost/cost.test.ts`,
    "/v1/customers/get costs what it declares",
    "/v2/customers/add costs what it declares",
    "/v2/customers/get costs what it declares",
  ],
  [`${suites}/cost/trips.test.ts`, "reads take one round trip and writes two"],
  [`${suites}/properties/paging.test.ts`, "every list with pages is tested"],
  [`${suites}/properties/round-trip.test.ts`, "every resource that can be created has a round-trip test"],
  ["client/src/types.test.ts", "the client has the methods of the declared endpoints"],
];
/** Name patterns of the new endpoints' tests, and of tests that check all endpoints together. */
const patterns = ["/customers/", "^every", "^reads take", "^the client has", "^no endpoint", "^the list of endpoints"];

let copy: CheckoutCopy;
beforeAll(async () => {
  copy = copyCheckout();
  copy.write(newEndpointFiles);
  const { status, output } = await copy.run("scripts/gen/main.ts");
  expectWithContext(status, output).toBe(0);
});
afterAll(() => copy.remove());

/** Path of the last test run's report in the copy. */
const report = "report.json";

/** Full names of the tests that passed in the last run. */
function passedTests(): string[] {
  const { testResults } = JSON.parse(copy.read(report)) as {
    testResults: { assertionResults: { fullName: string; status: string }[] }[];
  };
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return all.filter(({ status }) => status === "passed").map(({ fullName }) => fullName);
}

/** Runs the tests of the copy whose names match one of the patterns. */
function runTests(patterns: string[], files: string[]) {
  const namePattern = `--testNamePattern=${patterns.join("|")}`;
  // In one process, so that the sources are loaded only once.
  return copy.run(
    "node_modules/jest/bin/jest.js",
    "--runInBand",
    "--json",
    `--outputFile=${report}`,
    namePattern,
    ...files,
  );
}

test("an endpoint takes two files, and the generator writes all others that change", () => {
  expect(copy.changed()).toStrictEqual([...Object.keys(newEndpointFiles), ...generated].sort());
});

test("a new endpoint is documented under the tag of its folder, and has a function and a rewrite", () => {
  const { paths, tags } = JSON.parse(copy.read("openapi.json"));
  expect(paths["/v2/customers/add"].post.tags).toStrictEqual(["Customers"]);
  expect(paths["/v1/customers/get"].post.tags).toStrictEqual(["Customers (v1)"]);
  expect(tags.some(({ name }: { name: string }) => name === "Customers")).toBeTruthy();
  const { rewrites } = JSON.parse(copy.read("firebase.json")).hosting;
  for (const [path, functionId] of [
    ["/v1/customers/get", "v1-customers-get"],
    ["/v2/customers/add", "v2-customers-add"],
  ])
    expectWithContext(JSON.stringify(rewrites), path).toContain(
      JSON.stringify({ source: path, function: { functionId } }),
    );
  expect(copy.read("functions/src/cloud/endpoint-table.ts")).toMatch(
    /"\/v1\/customers\/get": .*#api\/v2\/customers\/get/,
  );
});

test("a new endpoint has types in the client, which the compiler finds identical to the declared ones", async () => {
  const api = copy.read("client/src/generated/api.ts");
  expect(api).toMatch(/"\/v2\/customers\/add": \{ input: CustomersAddInput; data: undefined \};/);
  expect(api).toMatch(/customers: \{/);
  // Without tests and tools, which do not refer to endpoints.
  const include = ["client", "functions/src/api/v1/customers", "functions/src/api/v2/customers"];
  copy.write({ "tsconfig.client.json": JSON.stringify({ extends: "./tsconfig.json", include }) });
  onTestFinished(() => copy.delete("tsconfig.client.json"));
  const { status, output } = await copy.run("node_modules/typescript/bin/tsc", "-p", "tsconfig.client.json");
  expectWithContext(status, output).toBe(0);
});

test("a new endpoint is covered by every suite for endpoints", async () => {
  const { status, output } = await runTests(
    patterns,
    guarantees.map(([file]) => file),
  );
  expectWithContext(status, output).toBe(0);
  const names = passedTests();
  for (const [file, ...titles] of guarantees)
    for (const title of titles)
      expectWithContext(
        names.filter((name) => name.includes(title)),
        `${file}: ${title}`,
      ).not.toEqual([]);
});

test("a list or resource without its test is reported, with what to do", async () => {
  const add = "functions/src/api/v2/customers/add.test.ts";
  const get = "functions/src/api/v2/customers/get.test.ts";
  onTestFinished(() => copy.write({ [add]: newEndpointFiles[add], [get]: newEndpointFiles[get] }));
  copy.write({ [add]: "// Nothing yet.\n", [get]: "// Nothing yet.\n" });
  const files = ["paging", "round-trip"].map((name) => `${suites}/properties/${name}.test.ts`);
  const { status, output } = await runTests(["^every"], files);
  expectWithContext(status, output).toBe(1);
  expect(output).toMatch(/\/v2\/customers\/add/);
  expect(output).toMatch(/\/v2\/customers\/get/);
  expect(output).toMatch(/Call `testRoundTrip`/);
  expect(output).toMatch(/Call `testPaging`/);
});

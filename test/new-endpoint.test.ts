import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type CheckoutCopy, copyCheckout } from "./checkout-copy.ts";
import { newEndpointFiles } from "./new-endpoint-files.ts";

const generated = [
  "client/src/generated/api.ts",
  "client/src/generated/paths.ts",
  "client/testing/declarations.ts",
  "deploy/README.md",
  "firebase.json",
  "functions/src/cloud/endpoint-table.ts",
  "functions/src/endpoints.ts",
  "openapi.json",
];
const suites = "functions/testing/suites";
/** The suites that hold every endpoint to something, and a test of each that must have been run for the new ones. */
const guarantees: [file: string, ...titles: string[]][] = [
  ["functions/src/api/v2/customers/add.test.ts", "/v2/customers/add: a customer"],
  ["functions/src/api/v2/customers/get.test.ts", "/v2/customers/get: all customers"],
  [
    `${suites}/conformance/conformance.test.ts`,
    "every endpoint has a test beside it",
    "no request of the declared shape or near it makes it fail",
    "/v2/customers/add",
    "/v1/customers/get",
  ],
  [`${suites}/conformance/aliases.test.ts`, "answers its example as its twin in v2 does"],
  [`${suites}/access/tenant-matrix.test.ts`, "shows and changes nothing of another tenant", "refuses the page token"],
  [
    `${suites}/cost/cost.test.ts`,
    "/v1/customers/get costs what it declares",
    "/v2/customers/add costs what it declares",
    "/v2/customers/get costs what it declares",
  ],
  [`${suites}/cost/trips.test.ts`, "reads take one round trip and writes two"],
  [`${suites}/properties/paging.test.ts`, "every list that has pages is walked"],
  [`${suites}/properties/round-trip.test.ts`, "everything that can be made is read back"],
  ["client/src/types.test.ts", "the client has the methods of the declared endpoints"],
];
/** The tests of the new endpoints, and those that look at all endpoints at once. */
const names = ["/customers/", "^every", "^reads take", "^the client has", "^no endpoint", "^the list of endpoints"];

let copy: CheckoutCopy;
before(async () => {
  copy = copyCheckout();
  copy.write(newEndpointFiles);
  const { status, output } = await copy.run("scripts/gen/main.ts");
  assert.equal(status, 0, output);
});
after(() => copy.remove());

/** Runs tests of the copy whose names match one of the patterns. */
function runTests(patterns: string[], files: string[]) {
  const chosen = patterns.map((pattern) => `--test-name-pattern=${pattern}`);
  return copy.run("--test", "--test-reporter=spec", ...chosen, ...files);
}

test("an endpoint is two files: all others that change are written by the generator", () => {
  assert.deepEqual(copy.changed(), [...Object.keys(newEndpointFiles), ...generated].sort());
});

test("a new endpoint is documented under the tag of its folder, and has a function and a rewrite", () => {
  const { paths, tags } = JSON.parse(copy.read("openapi.json"));
  assert.deepEqual(paths["/v2/customers/add"].post.tags, ["Customers"]);
  assert.deepEqual(paths["/v1/customers/get"].post.tags, ["Customers (v1)"]);
  assert.ok(tags.some(({ name }: { name: string }) => name === "Customers"));
  const { rewrites } = JSON.parse(copy.read("firebase.json")).hosting;
  for (const [path, functionId] of [
    ["/v1/customers/get", "v1-customers-get"],
    ["/v2/customers/add", "v2-customers-add"],
  ])
    assert.ok(JSON.stringify(rewrites).includes(JSON.stringify({ source: path, function: { functionId } })), path);
  assert.match(
    copy.read("functions/src/cloud/endpoint-table.ts"),
    /"\/v1\/customers\/get": .*#api\/v2\/customers\/get/,
  );
});

test("a new endpoint has its types in the client, which the compiler finds the same as the declared ones", async () => {
  const api = copy.read("client/src/generated/api.ts");
  assert.match(api, /"\/v2\/customers\/add": \{ input: CustomersAddInput; data: undefined \};/);
  assert.match(api, /customers: \{/);
  const { status, output } = await copy.run("node_modules/typescript/bin/tsc", "-p", "tsconfig.json");
  assert.equal(status, 0, output);
});

test("a new endpoint is held to everything that endpoints are held to", async () => {
  const { status, output } = await runTests(
    names,
    guarantees.map(([file]) => file),
  );
  assert.equal(status, 0, output);
  for (const [file, ...titles] of guarantees)
    for (const title of titles)
      assert.ok(output.includes(`✔ ${title}`) || output.includes(`▶ ${title}`), `${file}: ${title}\n${output}`);
});

test("a list or a resource that its test does not try is named, with what to do", async (t) => {
  const add = "functions/src/api/v2/customers/add.test.ts";
  const get = "functions/src/api/v2/customers/get.test.ts";
  t.after(() => copy.write({ [add]: newEndpointFiles[add], [get]: newEndpointFiles[get] }));
  copy.write({ [add]: "// Nothing yet.\n", [get]: "// Nothing yet.\n" });
  const files = ["paging", "round-trip"].map((name) => `${suites}/properties/${name}.test.ts`);
  const { status, output } = await runTests(["^every"], files);
  assert.equal(status, 1, output);
  assert.match(output, /\/v2\/customers\/add/);
  assert.match(output, /\/v2\/customers\/get/);
  assert.match(output, /Call `testRoundTrip`/);
  assert.match(output, /Call `testPaging`/);
});

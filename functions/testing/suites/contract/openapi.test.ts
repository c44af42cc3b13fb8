import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { eventTypeNames } from "#domain/events/types";
import type { CallEndpoint } from "#http/endpoint";
import { isCall, ofKind } from "#http/endpoint-kinds";
import { callEndpoints, endpoints } from "#src/endpoints";
import { expectWithContext } from "#testing/harness/jest/context";
import { redoclyProblems, spectralProblems } from "../../../../scripts/gen/openapi/linters.ts";
import { renderOpenapi } from "../../../../scripts/gen/openapi/render.ts";

const file = fileURLToPath(new URL("../../../../openapi.json", import.meta.url));
const committed = readFileSync(file, "utf8");
// biome-ignore lint/suspicious/noExplicitAny: the tests look into every part of the document.
const document: any = JSON.parse(committed);
const all: readonly CallEndpoint[] = callEndpoints;

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { base64: true } });
formats.default(ajv);
ajv.addSchema(document, "openapi");

/** Validates values against the schema at a position in the document. */
function validatorOf(path: (string | number)[]) {
  const pointer = path.map((part) => encodeURIComponent(String(part).replaceAll("~", "~0").replaceAll("/", "~1")));
  return ajv.compile({ $ref: `openapi#/${pointer.join("/")}` });
}

function isValid(value: unknown, path: (string | number)[]): void {
  const validate = validatorOf(path);
  expectWithContext(validate(value), JSON.stringify(validate.errors, null, 1)).toBe(true);
}

test("openapi.json equals what the declarations and the executed examples produce; `npm run gen` writes it", async () => {
  expectWithContext(
    (await renderOpenapi()) === committed,
    "openapi.json is not current: run `npm run gen` and commit it",
  ).toBe(true);
});

test("Redocly finds no problems with its recommended rules", async () => {
  expect(await redoclyProblems(committed)).toStrictEqual([]);
});

test("Spectral finds no problems with its rules for OpenAPI", async () => {
  expect(await spectralProblems(document)).toStrictEqual([]);
});

test("it contains every endpoint with its method, except those that only our own pages load, and nothing else", () => {
  const methods = Object.entries(document.paths).map(([path, item]) => [path, Object.keys(item as object).join()]);
  const declared = endpoints.flatMap((endpoint) => {
    if (endpoint.kind === "files" || endpoint.kind === "hostPage") return [];
    if (endpoint.kind === "page" && !endpoint.json) return [];
    return [[endpoint.path, isCall(endpoint) ? "post" : "get"]];
  });
  expect(methods.sort()).toStrictEqual(declared.sort());
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item as object));
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(declared.length);
});

test("no description begins with a rule for some calls only: a reader first learns what every call does", () => {
  const descriptions = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods as object).map(({ description }) => ({ path, description })),
  );
  expect(descriptions.filter(({ description }) => /^(If|When|Unless) /.test(description))).toStrictEqual([]);
});

test("the example of every page fits its schema, and the example event of every stream its declared shape", async () => {
  for (const { path, json } of ofKind(endpoints, "page")) {
    if (!json) continue;
    const place = ["paths", path, "get", "responses", 200, "content", "application/json"];
    isValid(document.paths[path].get.responses[200].content["application/json"].example, [...place, "schema"]);
    expect(await json.output.parseAsync(json.example)).toStrictEqual(json.example);
  }
  for (const { path, events, exampleEvent } of ofKind(endpoints, "stream")) {
    expect(Object.keys(events)).toContain(exampleEvent.event);
    const place = ["paths", path, "get", "responses", 200, "content", "text/event-stream"];
    isValid(document.paths[path].get.responses[200].content["text/event-stream"].example, [...place, "schema"]);
  }
});

describe("the executed example", () => {
  for (const { path } of all)
    test(`of ${path} fits the schemas of request and reply`, () => {
      const { requestBody, responses } = document.paths[path].post;
      const json = ["content", "application/json", "schema"];
      isValid(requestBody.content["application/json"].example, ["paths", path, "post", "requestBody", ...json]);
      isValid(responses[200].content["application/json"].example, ["paths", path, "post", "responses", 200, ...json]);
    });
});

test("schemas accept null for a field that a request must not have, as the service does", () => {
  const path = "/v2/auth/generate_token";
  const validate = validatorOf(["paths", path, "post", "requestBody", "content", "application/json", "schema"]);
  const { data } = document.paths[path].post.requestBody.content["application/json"].example;
  const withOrganization = (organizationId: unknown) =>
    validate({ data: { ...data, userProperties: { ...data.userProperties, organizationId } } });
  expect([withOrganization("acme"), withOrganization(null)]).toStrictEqual([false, true]);
});

test("schemas refuse what the service refuses: a missing required field, a body without data", () => {
  const validate = validatorOf([
    "paths",
    "/v2/users/add",
    "post",
    "requestBody",
    "content",
    "application/json",
    "schema",
  ]);
  const users = [{ userId: "ada" }];
  expect(validate({ data: { organizationId: "acme", users } })).toBe(true);
  for (const body of [{ organizationId: "acme", users }, { data: { users } }, { data: { organizationId: "acme" } }, {}])
    expectWithContext(validate(body), JSON.stringify(body)).toBe(false);
});

test("credentials, idempotency keys and errors match the declaration", () => {
  for (const { path, auth, kind, user, furtherErrors = [] } of all) {
    const { security, parameters, responses } = document.paths[path].post;
    const schemes = { apiKey: ["apiKey", "authToken"], workspace: ["workspaceId", "workspaceAuthToken"], public: [] };
    expectWithContext(security.flatMap(Object.keys), path).toStrictEqual(
      user ? [...schemes[auth], "userToken"] : schemes[auth],
    );
    const takesKey = parameters.some(({ $ref }: { $ref: string }) => $ref.endsWith("/IdempotencyKey"));
    expectWithContext(takesKey, path).toBe(kind === "write" && auth !== "public");
    expectWithContext("401" in responses, path).toBe(auth !== "public" || furtherErrors.includes("UNAUTHENTICATED"));
    for (const status of [400, 413, 415, 429, 500, 503])
      expectWithContext(String(status) in responses, `${path} ${status}`).toBe(true);
  }
  const { headers } = document.components.responses.TooManyRequests;
  expect(Object.keys(headers)).toStrictEqual(["X-Request-Id", "Retry-After", "RateLimit", "RateLimit-Policy"]);
});

test("every error response shows an error of the declared shape", () => {
  for (const [name, { content }] of Object.entries<{ content: { "application/json": { example: unknown } } }>(
    document.components.responses,
  )) {
    const schema = ["components", "responses", name, "content", "application/json", "schema"];
    isValid(content["application/json"].example, schema);
  }
});

test("every event of the catalogue is a webhook with a schema that its example fits", () => {
  expect(Object.keys(document.webhooks)).toStrictEqual(eventTypeNames);
  for (const name of eventTypeNames) {
    const { example } = document.webhooks[name].post.requestBody.content["application/json"];
    expect(example.event).toBe(name);
    isValid(example, ["webhooks", name, "post", "requestBody", "content", "application/json", "schema"]);
  }
});

test("schemas have names and are shared: no large shape is repeated", () => {
  const counts = new Map<string, number>();
  const visit = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    if ("properties" in value && !("result" in (value.properties as object))) {
      const text = JSON.stringify(value);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    for (const [key, inner] of Object.entries(value)) if (key !== "example") visit(inner);
  };
  visit(document.components.schemas);
  visit(document.paths);
  for (const [text, times] of counts)
    expectWithContext(times < 4 || text.length < 600, `${times} times: ${text.slice(0, 300)}`).toBe(true);
  expectWithContext(committed.length, `${committed.length} bytes`).toBeLessThan(1_500_000);
});

test("the examples contain nothing secret or random", () => {
  const text = JSON.stringify(document);
  for (const [id] of text.matchAll(/\b(?:ak|at|ws|wt|us|whsec|req)_[\w+/=]{20,}/g))
    expect(id).toMatch(/EXAMPLE|^req_0VKgEjYHkZ5n2Q8wTb3s$/);
});

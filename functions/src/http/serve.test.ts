import { expect, test } from "@jest/globals";
import * as z from "zod";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { ApiError } from "#platform/error";
import { expectWithContext } from "#testing/harness/jest/context";
import { probeEndpoint } from "#testing/harness/probe";
import { countTurns } from "#testing/harness/time/turns";
import { VirtualTimer } from "#testing/harness/time/virtual-timer";
import { world } from "#testing/harness/world";
import { doorOf } from "#testing/suites/conformance/door";
import { createServe } from "./serve.ts";

function failing(error: unknown) {
  return probeEndpoint({
    handle: async () => {
      throw error;
    },
  });
}

test("a fault reveals only the request's id, and is logged once with its stack", async () => {
  const w = await world();
  const fault = new Error("SELECT secret FROM vault");
  const { status, headers, body } = await doorOf(w, failing(fault)).send({ headers: { "x-request-id": "r-1" } });
  expect(status).toBe(500);
  expect(body).toStrictEqual({
    error: { status: "INTERNAL", message: "Something went wrong. Report request r-1 to the operator." },
  });
  expect(JSON.stringify([headers, body])).not.toContain("vault");
  const errors = w.logged.filter(({ level }) => level === "error");
  expect(errors.length).toBe(1);
  expect(errors[0]?.fields).toStrictEqual({ requestId: "r-1", path: "/v2/probe", err: fault });
  expect(String(fault.stack)).toMatch(/serve\.test\.ts/);
});

test("whatever is thrown, a reply is sent: for a string, undefined, or an error while reading the body", async () => {
  const w = await world();
  for (const thrown of ["text", undefined, null, { code: "INVALID_ARGUMENT" }])
    expect((await doorOf(w, failing(thrown)).send()).status).toBe(500);
  const serve = createServe(w.context, [probeEndpoint({ auth: "public" })]);
  const body = async () => {
    throw new Error("connection reset");
  };
  const headers = { "content-type": "application/json" };
  expect((await serve({ method: "POST", path: "/v2/probe", ip: "", headers, body })).status).toBe(500);
});

test("an ApiError reaches the caller with its code, message, details and headers; its cause is logged and not sent", async () => {
  const w = await world();
  const cause = new Error("disk full");
  const error = new ApiError("UNAVAILABLE", "Try later.", {
    details: { a: 1 },
    retryAfter: 7,
    headers: { "x-more": "1" },
    cause,
  });
  const { status, headers, body } = await doorOf(w, failing(error)).send();
  expect(status).toBe(503);
  expect(body).toStrictEqual({ error: { status: "UNAVAILABLE", message: "Try later.", details: { a: 1 } } });
  expect([headers["retry-after"], headers["x-more"]]).toStrictEqual(["7", "1"]);
  const errors = w.logged.filter(({ level }) => level === "error");
  expect(errors.map(({ fields }) => fields.err)).toStrictEqual([cause]);
});

test("a long body leaves turns to others: after it is parsed and again after it is validated", async () => {
  const w = await world();
  const turnsAt = { body: 0, validation: 0, handler: 0 };
  const turns = countTurns();
  const note = (place: keyof typeof turnsAt) => () => {
    turnsAt[place] = turns.count;
    return true;
  };
  const probe = probeEndpoint({
    auth: "public",
    input: z.looseObject({ text: z.string().refine(note("validation")) }),
    handle: async () => {
      note("handler")();
      return { message: "m", data: null };
    },
  });
  const body = async () => {
    note("body")();
    return Buffer.from(JSON.stringify({ data: { text: "x".repeat(70_000) } }));
  };
  const headers = { "content-type": "application/json" };
  await createServe(w.context, [probe])({ method: "POST", path: "/v2/probe", ip: "", headers, body });
  turns.end();
  expect(turnsAt.validation).toBeGreaterThan(turnsAt.body);
  expect(turnsAt.handler).toBeGreaterThan(turnsAt.validation);
});

test("of calls that fail because of the same outage, the first is logged and the following ones are counted", async () => {
  const w = await world();
  const timer = new VirtualTimer({ ...w.context, advance: (ms) => w.advance(ms) });
  const context = { ...w.context, parts: new Map(), timer: timer.set };
  const cause = new Error("database or disk is full");
  const error = new ApiError("UNAVAILABLE", "Nothing was stored: the disk is full.", { cause });
  const serve = createServe(context, [{ ...failing(error), auth: "public" }]);
  const headers = { "content-type": "application/json" };
  const body = async () => Buffer.from('{"data":{}}');
  const call = async () =>
    expect((await serve({ method: "POST", path: "/v2/probe", ip: "", headers, body })).status).toBe(503);
  for (let i = 0; i < 500; i++) await call();
  await timer.pass(10_000);
  await call();
  await timer.pass(30_000);
  await call();
  const errors = w.logged.filter(({ level }) => level === "error");
  const first = { requestId: expect.any(String), path: "/v2/probe", err: cause, refused: 1 };
  expect(errors.map(({ fields }) => fields)).toStrictEqual([
    first,
    { refused: 499, seconds: 10 },
    { refused: 1, seconds: 10 },
    first,
  ]);
});

test("a path without an endpoint is NOT_FOUND in the envelope, and is logged without the requested path", async () => {
  const w = await world();
  const error = await w.fails("/v2/no/such/path", {});
  expect([error.http, error.status, error.message]).toStrictEqual([
    404,
    "NOT_FOUND",
    "There is no endpoint at this path.",
  ]);
  for (const path of [
    "/",
    "",
    "/v2/users/add/",
    "/V2/users/add",
    "//v2/users/add",
    "/v2/users/../users/add",
    "/__proto__",
  ])
    expectWithContext((await w.fails(path, {})).http, path).toBe(404);
  expect(w.logged.every(({ fields }) => fields.path === "unknown")).toBe(true);
});

test("each request is logged once with id, method, path, status, address, time, bytes, API key and cost", async () => {
  const w = await world();
  const reading = probeEndpoint({
    handle: async (call) => {
      await Promise.all([call.store.get(apiKeyPath("a")), call.store.get(apiKeyPath("b"))]);
      await call.store.commit([{ op: "delete", path: apiKeyPath("a") }]);
      return { message: "seen" };
    },
  });
  const { send } = doorOf(w, reading);
  const { body } = await send({ headers: { "x-request-id": "first" } });
  await send({ headers: { "x-request-id": "second" } });
  const [first, second] = w.logged.map(({ fields: { ms, ...fields } }) => {
    expect(typeof ms).toBe("number");
    return fields;
  });
  // The first one also reads the credentials.
  const { apiKeyId } = w.tenant;
  const bytes = JSON.stringify(body).length;
  const nobody = { userId: undefined, workspaceId: undefined };
  const common = {
    method: "POST",
    path: "/v2/probe",
    status: 200,
    ip: "192.0.2.1",
    bytes,
    apiKeyId,
    ...nobody,
    writes: 1,
  };
  expect(first).toStrictEqual({ requestId: "first", ...common, reads: 3, trips: 3 });
  expect(second).toStrictEqual({ requestId: "second", ...common, reads: 2, trips: 2 });
  expect(w.logged.length).toBe(2);
});

test("neither credentials nor any of the body are ever logged", async () => {
  const w = await world();
  const { send } = doorOf(w, probeEndpoint({ input: z.object({ name: z.string() }) }));
  for (const data of [{ name: "confidential" }, { name: 1, other: "confidential" }]) await send({ data });
  await send({ headers: { "x-service-auth-token": "at_confidential" } });
  const log = JSON.stringify(w.logged);
  for (const secret of [w.tenant.authToken, w.tenant.workspaceToken, "confidential"]) expect(log).not.toContain(secret);
});

test("the brand of the headers is the operator's setting", async () => {
  const w = await world({ settings: { headerBrand: "acme" } });
  const { send, refuses } = doorOf(w, probeEndpoint());
  await refuses({}, "INVALID_ARGUMENT", "API key not found in headers.");
  const headers = { "x-acme-api-key": w.tenant.apiKeyId, "x-acme-auth-token": w.tenant.authToken };
  expect((await send({ headers })).status).toBe(200);
});

test("a token that is sent as a request id by mistake is not used as one", async () => {
  const w = await world();
  for (const id of ["at_0123", "st_0123", "wt_0123", "whsec_0123", "eyJhbGciOi.x.y"]) {
    const { headers } = await w.request("/v2/organizations/get", {}, { headers: { "x-request-id": id } });
    expect(headers["x-request-id"]).toMatch(/^req_/);
    expect(JSON.stringify(w.logged)).not.toContain(id);
  }
});

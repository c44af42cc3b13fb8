import { ensure, fail } from "@atrium/functions/testing/harness/jest/ensure";
import { errorLike } from "@atrium/functions/testing/harness/jest/thrown";
import { expect, test } from "@jest/globals";
import { error, fine, type Scripted, scriptedServer } from "../testing/scripted-server.ts";
import { START, virtualTiming } from "../testing/virtual-timing.ts";
import { createTimedClient } from "./create-client.ts";
import { AtriumError, isAtriumError } from "./error.ts";
import type { ClientOptions } from "./options.ts";

const place = { organizationId: "acme" };
const users = { ...place, users: [{ userId: "ada" }] };

/** A client of a server with scripted responses. */
async function scriptedClient(answers: Scripted[], options: Partial<ClientOptions> = {}) {
  const server = await scriptedServer(...answers);
  const time = virtualTiming();
  const complete = { baseUrl: server.baseUrl, apiKey: "ak_1", authToken: "at_1", ...options };
  return { ...server, ...time, atrium: createTimedClient(complete, time.timing) };
}

/** The error of a failed call. */
async function failureOf(call: Promise<unknown>): Promise<AtriumError> {
  const failed = await call.then(
    () => fail("the call succeeded"),
    (thrown: unknown) => thrown,
  );
  ensure(failed instanceof AtriumError, String(failed));
  return failed;
}

test("429 and 503 are retried after the time in Retry-After, in seconds or as a date, plus jitter", async () => {
  const inNineSeconds = new Date(START + 9_000).toUTCString();
  const { atrium, requests, sleeps } = await scriptedClient([
    error(429, "RESOURCE_EXHAUSTED", { "retry-after": "2" }),
    error(503, "UNAVAILABLE", { "retry-after": inNineSeconds }),
    error(503, "UNAVAILABLE"),
    fine,
  ]);
  expect((await atrium.users.get(place)).data).toStrictEqual({ done: true });
  expect(requests.length).toBe(4);
  // When the date is read, the clock has passed the first wait: 9 s less 2,250 ms, rounded up to whole seconds.
  expect(sleeps).toStrictEqual([2_250, 7_500, 1_000]);
});

test("each write has its own idempotency key, the same on all attempts of the call; a read has none", async () => {
  const { atrium, requests } = await scriptedClient([error(503, "UNAVAILABLE"), fine]);
  await atrium.users.add(users);
  await atrium.users.add(users);
  await atrium.users.add(users, { idempotencyKey: "mine" });
  await atrium.users.get(place);
  const keys = requests.map(({ headers }) => headers["idempotency-key"]);
  expect(String(keys[0])).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(keys.slice(3)).toStrictEqual(["mine", undefined]);
  expect(requests[0]?.body).toBe(requests[1]?.body);
});

test("retries stop after `retries`, and the error has the number of attempts", async () => {
  const { atrium, requests, sleeps } = await scriptedClient([error(503, "UNAVAILABLE", { "retry-after": "1" })]);
  const failed = await failureOf(atrium.users.get(place));
  expect(requests.length).toBe(4);
  expect(sleeps).toStrictEqual([1_250, 1_500, 2_000]);
  const { code, httpStatus, requestId, retryAfter, attempts, path, message } = failed;
  expect({ code, httpStatus, requestId, retryAfter, attempts, path, message }).toStrictEqual({
    code: "UNAVAILABLE",
    httpStatus: 503,
    requestId: "req_scripted",
    retryAfter: 1,
    attempts: 4,
    path: "/v2/users/get",
    message: "It is UNAVAILABLE. (Request req_scripted.)",
  });
  expect((await failureOf(atrium.users.get(place, { retries: 0 }))).attempts).toBe(1);
});

test("a call whose Retry-After is longer than `maxRetryWait` is not retried", async () => {
  const { atrium, requests } = await scriptedClient([error(429, "RESOURCE_EXHAUSTED", { "retry-after": "61" })]);
  expect((await failureOf(atrium.users.get(place))).retryAfter).toBe(61);
  expect(requests.length).toBe(1);
});

test("a broken connection is retried, except for calls without a tenant, because they could take effect twice", async () => {
  for (const answer of ["drop", { status: 502, body: "<h1>Bad Gateway</h1>" }] as const) {
    const { atrium, requests } = await scriptedClient([answer, fine, fine, answer, fine]);
    await atrium.users.get(place);
    await atrium.users.add(users);
    expect(requests.length).toBe(3);
    const failed = await failureOf(atrium.workspace.create({ ownerEmail: "ada@example.com" }));
    expect(failed.code).toBe("UNAVAILABLE");
    expect(requests.length).toBe(4);
  }
});

test("ABORTED is retried after Retry-After, so that a first attempt that is still running can finish", async () => {
  const { atrium, requests } = await scriptedClient([
    error(409, "ABORTED", { "retry-after": "1" }),
    fine,
    error(409, "ABORTED"),
  ]);
  await atrium.users.add(users);
  expect(requests.length).toBe(2);
  expect((await failureOf(atrium.users.add(users))).code).toBe("ABORTED");
  expect(requests.length).toBe(3);
});

test("other refusals are not retried, and the error has everything that the service said", async () => {
  const issues = [{ path: "data.organizationId", message: "is required." }];
  const hint = "There is `organisationId`, which is not read: write `organizationId`.";
  const { atrium, requests, sleeps, baseUrl } = await scriptedClient([
    error(400, "INVALID_ARGUMENT", {}, { issues, hint }),
  ]);
  const failed = await failureOf(atrium.users.get(place));
  expect(requests.length).toBe(1);
  expect(sleeps).toStrictEqual([]);
  expect(failed.issues).toStrictEqual(issues);
  const documentation = `${baseUrl}/docs/v2/users/get`;
  expect(failed).toMatchObject({ reason: "It is INVALID_ARGUMENT.", hint, documentation, requestId: "req_scripted" });
  expect(failed.message).toBe(`It is INVALID_ARGUMENT. ${hint} (See ${documentation}. Request req_scripted.)`);
  expect(
    isAtriumError(failed) && isAtriumError(failed, "INVALID_ARGUMENT") && !isAtriumError(failed, "NOT_FOUND"),
  ).toBe(true);
  expect(isAtriumError(new Error("no"))).toBe(false);
});

test("an attempt that takes longer than `timeout` ends with DEADLINE_EXCEEDED, and the next one may succeed", async () => {
  const { atrium, requests, armed, expire } = await scriptedClient(["hang", fine, "hang"], { timeout: 1_234 });
  const answered = async (count: number) => {
    while (requests.length < count) await new Promise((resolve) => setImmediate(resolve));
    expect(armed[0]?.ms).toBe(1_234);
    expire();
  };
  const [{ data }] = await Promise.all([atrium.users.get(place), answered(1)]);
  expect(data).toStrictEqual({ done: true });
  const [failed] = await Promise.all([failureOf(atrium.users.get(place, { retries: 0 })), answered(3)]);
  expect(failed.code).toBe("DEADLINE_EXCEEDED");
  expect(failed.message).toMatch(/did not answer within 1234 ms/);
  expect(armed).toStrictEqual([]);
});

test("a signal of the call or of the client ends the call at once, with the signal's reason", async () => {
  for (const level of ["call", "client"]) {
    const ending = new AbortController();
    const { signal } = ending;
    const { atrium, requests } = await scriptedClient(["hang"], level === "client" ? { signal } : {});
    const reason = new Error("enough");
    const ended = expect(atrium.users.get(place, level === "call" ? { signal } : {})).rejects.toThrow(
      errorLike(reason),
    );
    while (requests.length < 1) await new Promise((resolve) => setImmediate(resolve));
    ending.abort(reason);
    await ended;
    await expect(atrium.users.get(place, { signal })).rejects.toThrow(errorLike(reason));
    expect(requests.length).toBe(1);
  }
});

test("a call sends the credentials of its level and no others", async () => {
  const { atrium, requests } = await scriptedClient([fine], {
    workspaceId: "ws_1",
    workspaceAuthToken: "wt_1",
    headerBrand: "acme",
  });
  await atrium.users.get(place, { headers: { traceparent: "00-1" } });
  await atrium.workspace.get();
  await atrium.workspace.create({ ownerEmail: "ada@example.com" });
  const sentHeaders = requests.map(({ headers }) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => /^x-|authorization|traceparent/.test(name))),
  );
  expect(sentHeaders).toStrictEqual([
    { "x-acme-api-key": "ak_1", "x-acme-auth-token": "at_1", traceparent: "00-1" },
    { "x-acme-workspace-id": "ws_1", "x-acme-workspace-auth-token": "wt_1" },
    {},
  ]);
});

test("a user token replaces the API key and its function is called before every attempt", async () => {
  let count = 0;
  const { atrium, requests } = await scriptedClient([error(503, "UNAVAILABLE"), fine], {
    apiKey: undefined,
    authToken: undefined,
    userToken: async () => `token-${++count}`,
  });
  await atrium.users.get(place);
  expect(requests.map(({ headers }) => [headers.authorization, headers["x-service-api-key"]])).toStrictEqual([
    ["Bearer token-1", undefined],
    ["Bearer token-2", undefined],
  ]);
});

/** A client whose function for user tokens is this one. */
const withTokens = (userToken: () => string | Promise<string>, options: Partial<ClientOptions> = {}) =>
  scriptedClient([fine], { apiKey: undefined, authToken: undefined, userToken, ...options });

test("a token function that fails is called again like a server that can't be reached, and its error is the cause", async () => {
  const offline = new TypeError("fetch failed");
  let count = 0;
  const { atrium, requests } = await withTokens(() => {
    if (++count < 3) throw offline;
    return "token";
  });
  await atrium.users.get(place);
  expect([count, requests.length]).toStrictEqual([3, 1]);
  const down = await withTokens(() => Promise.reject(offline));
  const { code, message, attempts, cause } = await failureOf(down.atrium.users.get(place));
  expect({ code, message, attempts }).toStrictEqual({
    code: "UNAVAILABLE",
    message: "userToken failed (fetch failed).",
    attempts: 4,
  });
  expect(cause).toBe(offline);
  const refused = new AtriumError("PERMISSION_DENIED", "Log in first.");
  const refusing = await withTokens(() => Promise.reject(refused));
  expect(await failureOf(refusing.atrium.users.get(place))).toMatchObject({ code: "PERMISSION_DENIED", attempts: 1 });
});

test("a token function that never answers ends the attempt after 30 s, or after `timeout` if that is shorter, and a signal ends it at once", async () => {
  const never = () => new Promise<string>(() => undefined);
  for (const [timeout, limit] of [
    [60_000, 30_000],
    [5_000, 5_000],
  ] as const) {
    const { atrium, armed, expire } = await withTokens(never);
    const failing = failureOf(atrium.users.get(place, { timeout, retries: 0 }));
    expect(armed.map(({ ms }) => ms)).toStrictEqual([limit]);
    expire();
    const message = `The function userToken returned no token within ${limit / 1000} s.`;
    expect(await failing).toMatchObject({ code: "DEADLINE_EXCEEDED", message });
    expect(armed).toStrictEqual([]);
  }
  const { atrium, armed, requests } = await withTokens(never);
  const ending = new AbortController();
  const reason = new Error("enough");
  const ended = expect(atrium.users.get(place, { signal: ending.signal })).rejects.toThrow(errorLike(reason));
  ending.abort(reason);
  await ended;
  expect([armed, requests]).toStrictEqual([[], []]);
});

import { ensure, fail } from "@atrium/functions/testing/harness/jest/ensure";
import { errorThrownBy } from "@atrium/functions/testing/harness/jest/thrown";
import { expect, test } from "@jest/globals";
import { error, type Scripted, scriptedServer } from "../testing/scripted-server.ts";
import { createClient } from "./create-client.ts";
import { AtriumError } from "./error.ts";
import type { ClientOptions } from "./options.ts";

const key = { apiKey: "ak_1", authToken: "at_secret" };
const baseUrl = "http://127.0.0.1:9";

test("invalid options are refused with an error that says what to do and contains no secret", () => {
  const mistakes: [unknown, RegExp][] = [
    [{ ...key }, /baseUrl must be an address such as "https:\/\/atrium\.example\.com", not undefined/],
    [{ ...key, baseUrl: "atrium.example.com" }, /must be an address/],
    [{ ...key, baseUrl: "localhost:5050" }, /must begin with https:\/\/ or http:\/\//],
    [{ ...key, baseUrl: "https://a.example.com/v2/" }, /must not end with \/v2: the client adds it/],
    [{ ...key, baseUrl: "https://a.example.com/?x=1" }, /no query/],
    [{ baseUrl, apiKey: "at_secret", authToken: "ak_1" }, /swapped/],
    [{ baseUrl, apiKey: "ak_1", authToken: undefined }, /authToken is missing.*environment variable/],
    [{ baseUrl, apiKey: "", authToken: "at_secret" }, /apiKey is missing/],
    [{ baseUrl, workspaceId: "ws_1" }, /workspaceAuthToken is missing/],
    [{ baseUrl, apiKey: "ak_1", authToken: "at_secret\n" }, /authToken has spaces, line breaks.*trim\(\)/],
    [{ ...key, baseUrl, userToken: "token" }, /not both/],
  ];
  for (const [options, message] of mistakes) {
    const thrown = errorThrownBy(() => createClient(options as ClientOptions));
    ensure(thrown instanceof AtriumError);
    expect(thrown.code).toBe("INVALID_ARGUMENT");
    expect(thrown.message).toMatch(message);
    expect(thrown.message).not.toMatch(/at_secret/);
  }
});

test("a call whose credentials are missing says which options to set, and sends nothing", async () => {
  const atrium = createClient({
    baseUrl,
    fetch: () => fail("something was sent"),
  });
  await expect(atrium.users.get({ organizationId: "acme" })).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
    message: "/v2/users/get needs credentials: give createClient apiKey and authToken (or userToken).",
  });
  await expect(atrium.workspace.get()).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
    message: expect.stringMatching(/workspaceId and workspaceAuthToken/),
  });
});

test("what can't be sent is refused at once with an error of the client that says so", async () => {
  const atrium = createClient({ ...key, baseUrl, fetch: () => fail("something was sent") });
  const place = { organizationId: "acme" };
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const users = [{ userId: "ada" }];
  const calls: [Promise<unknown>, RegExp][] = [
    [atrium.users.add({ ...place, users: [{ userId: "ada", visits: 1n }] }), /users\/add can't be sent: .*BigInt/],
    [atrium.users.add({ ...place, users: [{ userId: "ada", circular }] }), /users\/add can't be sent: .*circular/],
    [atrium.users.add({ ...place, users }, { idempotencyKey: "ключ" }), /users\/add can't be sent: ./],
    [atrium.users.get(place, { headers: { "x y": "1" } }), /users\/get can't be sent: .*"x y"/],
  ];
  for (const [call, message] of calls)
    await expect(call).rejects.toMatchObject({
      name: "AtriumError",
      code: "INVALID_ARGUMENT",
      message: expect.stringMatching(message),
    });
});

test("the error names an unreachable server and the reason", async () => {
  const atrium = createClient({ ...key, baseUrl: "http://127.0.0.1:1", retries: 0 });
  await expect(atrium.users.get({ organizationId: "acme" })).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:1\/v2\/users\/get can't be reached \(.+\)\. Is the server running/,
    ),
  });
});

test("a reply that does not come from Atrium is reported as such", async () => {
  const login = "<html><style>b{}</style><title>Sign in</title><h1>Please   sign in</h1>";
  const answers: [Scripted, string, RegExp][] = [
    [
      { body: login },
      "UNKNOWN",
      /did not answer as Atrium does \(status 200, text\/html: "Sign in Please sign in"\)\. Is baseUrl right/,
    ],
    [{ status: 404, body: "<h1>Not Found</h1>" }, "UNKNOWN", /status 404, text\/html: "Not Found"/],
    [{ json: ["unexpected"] }, "UNKNOWN", /status 200, application\/json/],
    [{ json: null }, "UNKNOWN", /did not answer as Atrium does/],
    [{ status: 413, body: "too large" }, "INVALID_ARGUMENT", /refuses a request of this size/],
    [{ status: 429, body: "slow down" }, "RESOURCE_EXHAUSTED", /in front of Atrium limits requests/],
    [{ status: 504, body: "" }, "UNAVAILABLE", /gateway in front of Atrium/],
    [
      error(400, "INVALID_ARGUMENT"),
      "INVALID_ARGUMENT",
      /^It is INVALID_ARGUMENT\. \(See http\S+\/docs\/v2\/users\/get\. Request req_scripted\.\)$/,
    ],
  ];
  for (const [answer, code, message] of answers) {
    const { baseUrl } = await scriptedServer(answer);
    const atrium = createClient({ ...key, baseUrl, retries: 0 });
    await expect(atrium.users.get({ organizationId: "acme" })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  }
});

test("a redirect is not followed, because its target would receive the credentials, and the error names the target", async () => {
  const elsewhere = await scriptedServer({});
  const target = `${elsewhere.baseUrl}/v2/users/get`;
  for (const status of [301, 307]) {
    const { baseUrl } = await scriptedServer({ status, headers: { location: target }, body: "" });
    const atrium = createClient({ ...key, baseUrl });
    const message = `${baseUrl}/v2/users/get redirects to ${target}. Set baseUrl to the final address; the client does not send credentials elsewhere.`;
    await expect(atrium.users.get({ organizationId: "acme" })).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
      message,
    });
  }
  expect(elsewhere.requests).toStrictEqual([]);
});

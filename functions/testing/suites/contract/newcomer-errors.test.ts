import { describe, expect, test } from "@jest/globals";
import { callEndpoints } from "#src/endpoints";
import { errorTexts } from "#src/errors";
import { exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { type CallOptions, credentialHeaders, type World } from "#testing/harness/world";

/** A mistake, and the advice that the reply gives about it. */
interface Mistake {
  mistake: string;
  path?: string;
  data?: unknown;
  options?: CallOptions | ((w: World) => CallOptions | Promise<CallOptions>);
  /** Calls to make first. */
  before?: (w: World) => Promise<unknown>;
  /** Expected in the message or in `details.hint`. */
  says: string | RegExp;
}

const path = "/v2/users/add";
const data = { organizationId: "acme", users: [{ userId: "ada", name: "Ada" }] };
const none = { "x-service-api-key": undefined, "x-service-auth-token": undefined };
const noWorkspace = { "x-service-workspace-id": undefined, "x-service-workspace-auth-token": undefined };
const bare = { ...none, ...noWorkspace };
const raw = (text: string): CallOptions => ({ raw: text });

const mistakes: Mistake[] = [
  {
    mistake: "no credentials",
    options: { headers: bare },
    says: "Send the API key's id (ak_…) as x-service-api-key and one of its auth tokens (at_…) as x-service-auth-token.",
  },
  {
    mistake: "a header with another name",
    options: ({ tenant }) => ({ headers: { ...bare, "x-api-key": tenant.apiKeyId } }),
    says: "The header x-api-key is not read here: send the API key's id (ak_…) as x-service-api-key",
  },
  {
    mistake: "basic authorization",
    options: { headers: { ...bare, authorization: "Basic YTpi" } },
    says: "The header authorization is not read here: send",
  },
  {
    mistake: "id and token swapped",
    options: ({ tenant: { apiKeyId, authToken } }) => ({
      headers: { ...bare, "x-service-api-key": authToken, "x-service-auth-token": apiKeyId },
    }),
    says: "The two are swapped: send the API key's id (ak_…) as x-service-api-key",
  },
  {
    mistake: "a token of another key",
    options: { headers: { "x-service-auth-token": "at_old" } },
    says: "POST /v2/workspace/authtokens/get, with the workspace's credentials, lists the tokens of a key.",
  },
  {
    mistake: "a user token in the header of the auth token",
    options: { headers: { "x-service-auth-token": "eyJhbGciOi.e30.x" } },
    says: "A user token goes into `Authorization: Bearer <user token>`, alone.",
  },
  {
    mistake: "workspace credentials where an API key is needed",
    options: { headers: none },
    says: "This endpoint takes an API key, not the workspace's credentials",
  },
  {
    mistake: "an API key where workspace credentials are needed",
    path: "/v2/workspace/get",
    data: {},
    options: { headers: noWorkspace },
    says: "This endpoint takes the workspace's credentials, not an API key: send the workspace's id (ws_…)",
  },
  { mistake: "GET", options: { method: "GET" }, says: "Send the call with POST and the content type application/json" },
  {
    mistake: "no content type",
    options: { headers: { "content-type": undefined } },
    says: "Send the header `content-type: application/json` with the body.",
  },
  {
    mistake: "a body without data",
    options: raw(JSON.stringify(data)),
    says: 'Put the fields inside `data`: { "data": { "organizationId": … } }.',
  },
  { mistake: "an empty body", options: raw(""), says: 'The body is empty. Send { "data": { … } }' },
  {
    mistake: "fields beside data",
    options: raw(JSON.stringify({ data: {}, organizationId: "acme" })),
    says: 'Move "organizationId" into `data`, or remove it.',
  },
  {
    mistake: "a comma at the end",
    options: raw('{"data":{"organizationId":"acme",}}'),
    says: "Remove the comma before the closing bracket",
  },
  {
    mistake: "single quotes",
    options: raw("{'data':{'organizationId':'acme'}}"),
    says: "JSON takes double quotes: write \"text\", not 'text'.",
  },
  { mistake: "no organizationId", data: { users: data.users }, says: /^data\.organizationId is required\.$/ },
  {
    mistake: "a required field with a wrong letter",
    data: { organisationId: "acme", users: data.users },
    says: "There is `organisationId`, which is not read: write `organizationId`.",
  },
  {
    mistake: "a required field of an item in other case",
    data: { organizationId: "acme", users: [{ userID: "ada" }] },
    says: "There is `userID`, which is not read: write `userId`.",
  },
  {
    mistake: "a text where a list belongs",
    path: "/v2/users/delete",
    data: { organizationId: "acme", userIds: "ada" },
    says: "Put it in brackets, even if there is only one: [ … ].",
  },
  {
    mistake: "a number where a text belongs",
    data: { organizationId: 7, users: data.users },
    says: "Put it in double quotes.",
  },
  {
    mistake: "a quoted number",
    path: "/v2/users/get",
    data: { organizationId: "acme", pageSize: "10" },
    says: "Leave out the quotes around it.",
  },
  {
    mistake: "a value that is not one of the known ones",
    data: { organizationId: "acme", users: [{ userId: "ada", accessRole: "Editor" }] },
    says: /must be one of `viewer`, `editor`\.\nDid you mean `editor`\?$/,
  },
  {
    mistake: "a setting with a letter missing",
    path: "/v2/workspace/apikeyconfig/update",
    data: { requireJwtTokn: true },
    says: /must not have the field `requireJwtTokn`\.\nDid you mean `requireJwtToken`\?$/,
  },
  {
    mistake: "a setting inside another one with a letter missing, after one that resembles none",
    path: "/v2/workspace/apikeyconfig/update",
    data: { quota: { colour: 1, documnts: 3 } },
    says: /must not have the fields `colour`, `documnts`\.\nDid you mean `documents` instead of `documnts`\?$/,
  },
  {
    mistake: "a setting that resembles none",
    path: "/v2/workspace/apikeyconfig/update",
    data: { colour: 1 },
    says: /must not have the field `colour`\.$/,
  },
  {
    mistake: "a group of triggers in the plural",
    path: "/v2/workspace/activityconfig/update",
    data: { activityServiceConfig: { triggers: { comments: {} } } },
    says: /must not have the field `comments`\.\nDid you mean `comment`\?$/,
  },
  {
    mistake: "a trigger with a letter missing",
    path: "/v2/workspace/emailconfig/update",
    data: { emailServiceConfig: { triggers: { "coment.add": true } } },
    says: /is not an event type\.\nDid you mean `comment\.add`\?$/,
  },
  {
    mistake: "a trigger that is set elsewhere and resembles one that is set here",
    path: "/v2/workspace/emailconfig/update",
    data: { emailServiceConfig: { triggers: { "document.add": true } } },
    says: /is an event type that can't be switched here\.$/,
  },
  {
    mistake: "an event type with a letter missing",
    path: "/v2/workspace/advancedwebhook/endpoints/create",
    data: { url: "https://example.com/hook", filterTypes: ["comment.add", "coment.update"] },
    says: /eventtypes\/get lists them\.\nDid you mean `comment\.update`\?$/,
  },
  {
    mistake: "`data` with a wrong letter",
    options: raw(JSON.stringify({ Dat: data })),
    says: /of the form { "data": { … } }\.\nDid you mean `data` instead of `Dat`\?$/,
  },
  {
    mistake: "a field that resembles `data` and holds no object",
    options: raw(JSON.stringify({ date: 5 })),
    says: 'Put the fields inside `data`: { "data": { "date": … } }.',
  },
  {
    mistake: "an organization that does not exist",
    path: "/v2/users/get",
    data: { organizationId: "acm" },
    says: "POST /v2/organizations/add creates it, /v2/organizations/get lists all of them.",
  },
  {
    mistake: "a document that does not exist",
    path: "/v2/presence/get",
    data: { organizationId: "acme", documentId: "hompage" },
    says: "POST /v2/organizations/documents/add creates it, /v2/organizations/documents/get lists the documents of the organization.",
  },
  {
    mistake: "a feature that is off",
    path: "/v2/activities/get",
    data: { organizationId: "acme" },
    before: (w) =>
      w.ok("/v2/workspace/features/update", { apiKey: w.tenant.apiKeyId, features: { activityService: false } }),
    says: 'Turn them on with POST /v2/workspace/features/update and { "features": { "activityService": true } }.',
  },
  {
    mistake: "too many items",
    data: { organizationId: "acme", users: Array.from({ length: 501 }, (_, i) => ({ userId: `u${i}` })) },
    says: "Send the items in several calls, at most 500 in each.",
  },
  {
    mistake: "a user token that has expired",
    path: "/v2/presence/get",
    data: { organizationId: "acme", documentId: "homepage" },
    options: async (w) => {
      const token = await w.token("ada");
      w.advance(49 * 3_600_000);
      return { token };
    },
    says: "Get a new user token from your server, which requests one with POST /v2/auth/generate_token.",
  },
  {
    mistake: "something that is not a user token",
    path: "/v2/presence/get",
    data: { organizationId: "acme", documentId: "homepage" },
    options: { token: "secret" },
    says: "Get a new user token from your server",
  },
  {
    mistake: "a user token where an API key is needed",
    options: async (w) => ({ token: await w.token("ada") }),
    says: "On your server, send the API key and one of its auth tokens instead of the user token.",
  },
  {
    mistake: "a user token beside an API key",
    path: "/v2/presence/get",
    options: async (w) => ({ headers: { authorization: `Bearer ${await w.token("ada")}` } }),
    says: "Send either a user token or an API key with its auth token, not both.",
  },
  {
    mistake: "a page token of another query",
    path: "/v2/users/get",
    data: { organizationId: "acme", pageToken: "abc" },
    says: "Leave it out to start at the first page.",
  },
  { mistake: "a version that does not exist", path: "/v3/users/add", says: "Did you mean /v2/users/add?" },
  { mistake: "a path without its version", path: "/users/add", says: "Did you mean /v2/users/add?" },
  { mistake: "a path with a wrong letter", path: "/v2/user/ad", says: "Did you mean /v2/users/add?" },
  { mistake: "a path in other case", path: "/v2/Users/Add", says: "Did you mean /v2/users/add?" },
  { mistake: "a slash at the end", path: "/v2/users/add/", says: "Did you mean /v2/users/add?" },
  { mistake: "any other path", path: "/hello", says: /^[^?]*GET \/openapi\.json lists every path/ },
  {
    mistake: "an idempotency key with another body",
    options: { headers: { "idempotency-key": "k" } },
    before: (w) =>
      w.ok(path, { organizationId: "acme", users: [{ userId: "lin" }] }, { headers: { "idempotency-key": "k" } }),
    says: "Use a new key for a new request.",
  },
];

describe("the error says what to do next after", () => {
  for (const { mistake, says, before, ...call } of mistakes)
    test(mistake, async () => {
      const w = await exampleWorld();
      await before?.(w);
      const options = typeof call.options === "function" ? await call.options(w) : call.options;
      const error = await w.fails(call.path ?? path, call.data ?? data, options);
      const text = [error.message, ...(error.details?.hint === undefined ? [] : [error.details.hint])].join("\n");
      if (typeof says === "string") expectWithContext(text, text).toContain(says);
      else expect(text).toMatch(says);
    });

  test("too many calls", async () => {
    const w = await exampleWorld({ rateLimits: { apiKey: 1 } });
    await w.ok(path, data);
    const { message, details, headers } = await w.fails(path, data);
    expect(message).toBe("Rate limit exceeded. Try again after 1 minute.");
    expect(details.hint).toMatch(/^Wait for the number of seconds in the Retry-After header/);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  });
});

test("an unknown key and a wrong token get the same error, so a hint reveals nothing to strangers", async () => {
  const w = await exampleWorld();
  const stranger = { ...credentialHeaders(w.tenant), "x-service-api-key": "ak_unknown" };
  const unknown = await w.request(path, data, { headers: stranger });
  const wrong = await w.request(path, data, { headers: { "x-service-auth-token": "at_wrong" } });
  expect(unknown.body).toStrictEqual(wrong.body);
});

test("every path that a hint names belongs to an endpoint", async () => {
  const { missing, userToken, featureOff } = errorTexts;
  const { organization, document, folder, user } = missing;
  const texts = [organization, document, folder, user, userToken.expired, featureOff.advancedWebhooks];
  for (const { message, hint } of texts) expectWithContext(hint, message).toMatch(/\/v2\//);
  const paths: string[] = callEndpoints.map((endpoint) => endpoint.path);
  for (const one of JSON.stringify(errorTexts).match(/\/v2\/[\w/]+/g) ?? [])
    expectWithContext(paths, one).toContain(one);
});

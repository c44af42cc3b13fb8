import { expect } from "@jest/globals";
import type { CallEndpoint } from "#http/endpoint";
import type { ErrorCode } from "#platform/error";
import { errorTexts } from "#src/errors";
import { allFeatures, exampleOf, setFeatures } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { ensure } from "#testing/harness/jest/ensure";
import { credentialHeaders, type Tenant } from "#testing/harness/world";
import type { Check } from "./check.ts";
import { nothingIsWritten, openDoor, refusals } from "./door.ts";

type Headers = Record<string, string | string[] | undefined>;
type Case = [headers: Headers, code: ErrorCode, message: string];

const key = "x-service-api-key";
const token = "x-service-auth-token";
const workspace = "x-service-workspace-id";
const workspaceToken = "x-service-workspace-auth-token";

/** Impossible ids, which must be answered like unknown ones. */
const implausible = ["../workspaces", "ak_1/organizations/acme", "__proto__", "a".repeat(10_000), "é", "ak_1, ak_2"];

function apiKeyCases(own: Tenant, other: Tenant): Case[] {
  const noKey = "API key not found in headers.";
  const noToken = "Auth token not found in headers.";
  const invalid = "Invalid API key or auth token.";
  const wrong = [
    { [key]: "ak_unknown" },
    ...implausible.map((id) => ({ [key]: id })),
    { [key]: own.workspaceId },
    { [token]: "at_wrong" },
    { [token]: own.authToken.slice(0, -1) },
    { [token]: `${own.authToken} ` },
    { [token]: own.authToken.toLowerCase() },
    { [token]: own.workspaceToken },
    { [token]: other.authToken },
    { [key]: other.apiKeyId },
  ];
  return [
    ...[undefined, "", [own.apiKeyId, own.apiKeyId]].map((id): Case => [{ [key]: id }, "INVALID_ARGUMENT", noKey]),
    ...[undefined, "", [own.authToken]].map((text): Case => [{ [token]: text }, "INVALID_ARGUMENT", noToken]),
    ...wrong.map((headers): Case => [headers, "UNAUTHENTICATED", invalid]),
  ];
}

function workspaceCases(own: Tenant, other: Tenant): Case[] {
  const noId = "Workspace ID not found in headers.";
  const noToken = "Auth Token not found in headers.";
  const wrong = [
    { [workspaceToken]: "wt_wrong" },
    { [workspaceToken]: own.workspaceToken.slice(0, -1) },
    { [workspaceToken]: own.authToken },
    // The header of an API key's token would replace a missing one.
    { [workspaceToken]: undefined, [token]: own.authToken },
    { [workspaceToken]: undefined, [token]: other.workspaceToken },
    { [workspaceToken]: other.workspaceToken },
    { [workspace]: other.workspaceId },
  ];
  return [
    ...[undefined, "", [own.workspaceId]].map((id): Case => [{ [workspace]: id }, "INVALID_ARGUMENT", noId]),
    ...[undefined, ""].map((text): Case => [{ [workspaceToken]: text, [token]: text }, "INVALID_ARGUMENT", noToken]),
    [{ [workspace]: undefined, [workspaceToken]: undefined }, "INVALID_ARGUMENT", noId],
    ...["ws_unknown", own.apiKeyId, ...implausible].map(
      (id): Case => [{ [workspace]: id }, "NOT_FOUND", "Workspace not found."],
    ),
    ...wrong.map((headers): Case => [headers, "UNAUTHENTICATED", "Invalid auth token for workspace."]),
  ];
}

/** Credentials and features, which are checked before the body (docs/behaviour.md#credentials). */
export const credentialChecks: Check[] = [
  {
    guarantee:
      "an API key or auth token that is missing, empty, unknown, wrong or another tenant's is refused without reading the body",
    applies: ({ auth }) => auth === "apiKey",
    run: async (endpoint) => refusesEach(endpoint, apiKeyCases),
  },
  {
    guarantee: "without any credentials it is refused without reading the body",
    applies: ({ auth, credentialsInBody }) => auth === "apiKey" && !credentialsInBody,
    run: async (endpoint) =>
      refusesEach(endpoint, () => [
        [{ [key]: undefined, [token]: undefined }, "INVALID_ARGUMENT", "API key not found in headers."],
      ]),
  },
  {
    guarantee: "credentials in its body are accepted if no header has any; missing or wrong ones are not",
    applies: ({ credentialsInBody }) => credentialsInBody === true,
    run: opensByItsBody,
  },
  {
    guarantee:
      "workspace credentials that are missing, empty, unknown, wrong or another tenant's are refused without reading the body",
    applies: ({ auth }) => auth === "workspace",
    run: async (endpoint) => refusesEach(endpoint, workspaceCases),
  },
  {
    guarantee: "credentials of the other level are refused",
    applies: ({ auth }) => auth !== "public",
    run: (endpoint) =>
      refusals(endpoint, ({ w, refuses }) => {
        const names = endpoint.auth === "apiKey" ? [key, token] : [workspace, workspaceToken];
        const headers = Object.fromEntries(names.map((name) => [name, undefined]));
        const request = endpoint.credentialsInBody
          ? { headers, data: withoutCredentials(endpoint, w.tenant) }
          : { headers };
        return refuses(request, "INVALID_ARGUMENT", /not found in headers\.$/);
      }),
  },
  {
    guarantee: "it works without credentials, whatever the headers contain",
    applies: ({ auth }) => auth === "public",
    async run(endpoint) {
      const { w, refuses, send } = await openDoor(endpoint);
      const names = Object.keys(credentialHeaders(w.tenant));
      for (const value of [undefined, "nonsense"]) {
        const headers = Object.fromEntries(names.map((name) => [name, value]));
        const { bodyRead } = await refuses({ headers, raw: "" }, "INVALID_ARGUMENT", /not valid JSON/);
        expect(bodyRead).toBe(true);
        expect((await send({ headers })).status).toBe(200);
      }
    },
  },
  {
    guarantee: "while its feature is off it is refused with advice, without reading the body",
    applies: ({ requires }) => requires !== undefined,
    async run(endpoint) {
      const feature = endpoint.requires;
      ensure(feature);
      const { w, refuses } = await openDoor(endpoint);
      await setFeatures(w, w.tenant, { ...allFeatures, [feature]: false });
      await nothingIsWritten(w, async () => {
        for (const rest of unreadable) {
          const { bodyRead } = await refuses(rest, "FAILED_PRECONDITION", errorTexts.featureOff[feature].message);
          expectWithContext(bodyRead, "the body was read before the feature was checked").toBe(false);
        }
        await refuses({ headers: { [token]: "at_wrong" } }, "UNAUTHENTICATED", "Invalid API key or auth token.");
      });
    },
  },
];

/** A valid request and ones with a further mistake, which an earlier refusal must not reveal. */
const unreadable = [{}, { raw: "{" }, { headers: { "content-type": "text/plain" } }];

function refusesEach(endpoint: CallEndpoint, casesOf: (own: Tenant, other: Tenant) => Case[]): Promise<void> {
  return refusals(endpoint, async ({ w, other, refuses }) => {
    for (const [headers, code, message] of casesOf(w.tenant, other))
      for (const rest of unreadable) {
        const request = { ...rest, headers: { ...rest.headers, ...headers } };
        const { bodyRead } = await refuses(request, code, message);
        expectWithContext(bodyRead, "the body was read before the credentials were checked").toBe(false);
      }
  });
}

/** The example of an endpoint that takes credentials in its body, without them. */
function withoutCredentials(endpoint: CallEndpoint, tenant: Tenant): object {
  const { apiKey: _, authToken: __, ...rest } = exampleOf(endpoint, tenant) as { [field: string]: unknown };
  return rest;
}

async function opensByItsBody(endpoint: CallEndpoint): Promise<void> {
  const { w, send, refuses } = await openDoor(endpoint);
  const { apiKeyId: apiKey, authToken } = w.tenant;
  const other = await w.newTenant();
  const rest = withoutCredentials(endpoint, w.tenant);
  const headers = { [key]: undefined, [token]: undefined };
  await nothingIsWritten(w, async () => {
    for (const data of [
      { apiKey, authToken: other.authToken },
      { apiKey: other.apiKeyId, authToken },
      { apiKey: "ak_unknown", authToken },
      { apiKey, authToken: authToken.slice(0, -1) },
    ])
      await refuses({ headers, data: { ...rest, ...data } }, "UNAUTHENTICATED", "Invalid API key or auth token.");
    await refuses({ headers, data: { ...rest, apiKey } }, "INVALID_ARGUMENT", "Auth token not found.");
    await refuses({ headers, data: { ...rest, authToken } }, "INVALID_ARGUMENT", "API key not found.");
    for (const request of [{ data: rest }, { raw: "{" }, { raw: "" }, { data: { apiKey: 1, authToken: {} } }])
      await refuses({ ...request, headers }, "INVALID_ARGUMENT", "API key not found in headers.");
    const plain = { ...headers, "content-type": "text/plain" };
    await refuses({ headers: plain, data: { ...rest, apiKey, authToken } }, "INVALID_ARGUMENT", /in headers\.$/);
  });
  const { status, body } = await send({ headers, data: { ...rest, apiKey, authToken } });
  expectWithContext(status, JSON.stringify(body)).toBe(200);
}

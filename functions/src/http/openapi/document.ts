import type { CallEndpoint } from "../endpoint.ts";
import type { Endpoint } from "../endpoint-kinds.ts";
import { isCall, ofKind } from "../endpoint-kinds.ts";
import { errorComponents, errorSchema } from "./errors.ts";
import type { JsonObject } from "./json.ts";
import { withNullInRequests } from "./null-in-requests.ts";
import { operation, type RecordedCall, successSchemas } from "./operation.ts";
import { pageOperation } from "./page.ts";
import { headers, parameters } from "./parameters.ts";
import { makeSchemas, type NamedSchema } from "./schemas.ts";
import { security, securitySchemes } from "./security.ts";
import { streamOperation } from "./stream.ts";
import { tagSections } from "./tags.ts";
import { usedSchemas } from "./used-schemas.ts";
import { eventShapes, webhooks } from "./webhooks.ts";

/** What the document is made from, besides the declarations. */
export interface Sources {
  /** Version of the interface, such as `0.1.0`. */
  version: string;
  /** Segment of the header names. */
  brand: string;
  /** Shapes that have names. */
  named: readonly NamedSchema[];
  /** Descriptions of fields that the endpoints themselves declare, by path. */
  inputFields: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** A recorded call of each endpoint, by path. */
  calls: ReadonlyMap<string, RecordedCall>;
  /** Id of the API key in the examples. */
  apiKeyId: string;
  /** WebSockets of the one-machine host, by path; OpenAPI can't describe them. */
  sockets: JsonObject;
}

/** The OpenAPI 3.1 document of the endpoints and of all events. */
export function openapiDocument(all: readonly Endpoint[], sources: Sources): JsonObject {
  const endpoints = all.filter(isCall);
  const streams = ofKind(all, "stream");
  const pages = ofKind(all, "page").filter(({ json }) => json);
  const schemas = makeSchemas(endpoints, sources.named, eventShapes, sources.inputFields);
  const paths = Object.fromEntries(
    endpoints.map((endpoint) => {
      const call = sources.calls.get(endpoint.path);
      if (!call) throw new Error(`There is no recorded call of ${endpoint.path}.`);
      return [
        endpoint.path,
        {
          post: operation(endpoint, schemas, call, {
            pageToken: pageTokenOf(endpoint, endpoints),
            brand: sources.brand,
          }),
        },
      ];
    }),
  );
  const further = [
    ...streams.map((stream) => [
      stream.path,
      streamOperation(stream, sources.inputFields.get(stream.path) ?? new Map()),
    ]),
    ...pages.map((page) => [page.path, pageOperation(page)]),
  ].map(([path, get]) => [path, { get }]);
  const documented = {
    paths: { ...paths, ...Object.fromEntries(further) },
    webhooks: webhooks(schemas, sources.apiKeyId),
  };
  const { body, components } = withNullInRequests(documented, {
    ...schemas.components,
    ...successSchemas,
    Error: errorSchema,
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "Atrium",
      version: sources.version,
      description: introduction,
      contact: { name: "Atrium" },
      license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "The server that this document comes from." }],
    security: security({ auth: "apiKey" }),
    ...tagSections([...endpoints, ...streams, ...pages].map(({ path }) => path)),
    ...body,
    "x-websockets": sources.sockets,
    components: {
      securitySchemes: securitySchemes(sources.brand),
      parameters,
      headers,
      responses: errorComponents(),
      schemas: usedSchemas(body, components),
    },
  };
}

/** A v1 endpoint accepts no page token, but returns the one with which v2 continues. */
function pageTokenOf(endpoint: CallEndpoint, endpoints: readonly CallEndpoint[]): string | undefined {
  const latest = endpoints.find(({ path }) => path === endpoint.path.replace(/^\/v1\//, "/v2/")) ?? endpoint;
  const fields = (latest.input as { shape?: object }).shape ?? {};
  return "pageToken" in fields ? (endpoint.pageTokenName ?? "pageToken") : undefined;
}

const introduction = `A collaboration backend: users, organizations, folders, documents, permissions, comments, presence, live state, editor content, notifications, activity logs, recordings and webhooks.

Every endpoint is called with POST and a JSON body \`{ "data": { … } }\`. A call that succeeds returns \`{ "result": { "status": "success", "message", "data" } }\`, one that is refused \`{ "error": { "status", "message", "details" } }\`. If a call is about several items, \`result.data\` contains an outcome for each, by its id, with \`success: false\` if it failed.

A write with an \`Idempotency-Key\` takes effect once, however often it is sent within 24 hours. Lists come in pages. Replies may gain further fields. In requests, \`null\` for an optional field counts as leaving it out; for a field that an update can change, \`null\` removes it. Unknown fields are ignored and named in a header of the reply, but endpoints that delete refuse them.

Extensions describe checks that JSON Schema can't express: \`x-max-bytes\` (bytes of a text in UTF-8), \`x-max-depth\` (levels of JSON), \`x-unique-by\` (fields that no two items of a list share), \`x-repeated-items\` (an id that is named twice counts once), \`x-content\` (what a text must be) and \`x-further-forms\` (the pattern describes the usual form of a text; the service also accepts other readable forms). Texts are valid Unicode.

A read-only session may call the operations without an \`Idempotency-Key\`, unless \`x-read-only-sessions\` says otherwise.`;

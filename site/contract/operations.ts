import type { Caller, CallTemplate } from "../snippets/call.ts";
import { callersOf } from "./callers.ts";
import {
  type Content,
  dereference,
  flatten,
  type OpenApi,
  type OpenApiOperation,
  type Parameter,
  propertyNames,
} from "./openapi.ts";
import { pagePath } from "./page-path.ts";
import { withoutKeys, withVariables } from "./placeholders.ts";

/** An endpoint or event, as a page of the reference shows it. */
export interface Operation {
  /** Path of its page. */
  page: string;
  /** First sentence of the description. */
  summary: string;
  description: string;
  /** The area that it belongs to. */
  tag: string;
  /** Name of the event; omitted for an endpoint. */
  event?: string;
  /** The call that the page sends; for an event, the call that sends it to an endpoint as a test. */
  call: CallTemplate;
  callers: Caller[];
  parameters: Parameter[];
  /** The content of a request, or of an event. */
  input?: Content;
  /** Names of the fields that a request may have, at any depth. */
  fields: string[];
  /** The content of a reply. */
  output?: Content & { type: string };
  /** Error replies by HTTP status. */
  errors: { status: string; description: string }[];
}

/** The areas of the contract with their operations, in the order in which the pages show them. */
export interface Area {
  name: string;
  description: string;
  group: string;
  operations: Operation[];
}

/** The areas of a contract, in the order of its groups. */
export function areasOf(document: OpenApi): Area[] {
  const operations = [
    ...Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => endpointOf(document, path, method, operation)),
    ),
    ...Object.entries(document.webhooks).flatMap(([name, methods]) =>
      Object.values(methods).map((operation) => eventOf(document, name, operation)),
    ),
  ];
  return document["x-tagGroups"].flatMap(({ name: group, tags }) =>
    tags.map((name) => ({
      name,
      group,
      description: document.tags.find((tag) => tag.name === name)?.description ?? "",
      operations: operations.filter(({ tag }) => tag === name),
    })),
  );
}

function endpointOf(document: OpenApi, path: string, method: string, operation: OpenApiOperation): Operation {
  const parameters = (operation.parameters ?? []).map((parameter) => dereference(document, parameter));
  const input = operation.requestBody?.content["application/json"];
  const ok = operation.responses[200] && dereference(document, operation.responses[200]);
  const [type, output] = Object.entries(ok?.content ?? {})[0] ?? [];
  const query = parameters.filter((parameter) => parameter.in === "query");
  return {
    ...textOf(operation),
    page: pagePath(path),
    call: {
      method: method.toUpperCase() as CallTemplate["method"],
      path,
      ...(query.length > 0 && { query: Object.fromEntries(query.map(({ name }) => [name, exampleOf(name)])) }),
      ...(input && { body: withVariables(input.example) }),
      ...(type === "text/event-stream" && { isStream: true }),
    },
    callers: callersOf(document, operation.security),
    parameters,
    fields: [...propertyNames(document, input?.schema ?? {})],
    ...(input && { input: { ...input, schema: dataOf(document, input, "data") } }),
    ...(type &&
      output && { output: { type, example: withoutKeys(output.example), schema: dataOf(document, output, "result") } }),
    errors: Object.entries(operation.responses)
      .filter(([status]) => status !== "200")
      .map(([status, reply]) => ({ status, description: dereference(document, reply).description })),
  };
}

function eventOf(document: OpenApi, name: string, operation: OpenApiOperation): Operation {
  const path = "/v2/workspace/advancedwebhook/endpoints/test";
  const test = document.paths[path]?.post;
  const body = operation.requestBody?.content["application/json"];
  const example = test?.requestBody?.content["application/json"]?.example as { data: object };
  return {
    ...textOf(operation),
    event: name,
    page: `/docs/events/${name.replaceAll(".", "-")}`,
    call: { method: "POST", path, body: { data: { ...example.data, eventType: name } } },
    callers: callersOf(document, test?.security ?? []),
    parameters: (operation.parameters ?? []).map((parameter) => dereference(document, parameter)),
    fields: [],
    input: { schema: body?.schema, example: withoutKeys(body?.example) },
    errors: [],
  };
}

function textOf({ summary, description, tags: [tag = ""] }: OpenApiOperation) {
  return { summary, description, tag };
}

/** The schema inside the envelope of a request or reply; the whole schema if there is no envelope. */
function dataOf(document: OpenApi, { schema = {} }: Content, envelope: "data" | "result") {
  return flatten(document, schema).properties?.[envelope] ?? schema;
}

/** Example values of query parameters, which the contract does not provide. */
function exampleOf(name: string): string {
  return { organizationId: "acme", documentId: "homepage" }[name] ?? "";
}

import type { OpenApi, OpenApiOperation, Schema } from "../site/contract/openapi.ts";
import type { Contract, Operation } from "./src/forms/schema.ts";

const schemas = "#/components/schemas/";

/** The part of `openapi.json` that forms need: the inputs of all v2 endpoints, and the schemas they refer to. */
export function contractOf(document: OpenApi): Contract {
  const operations: Record<string, Operation> = {};
  for (const [path, { post }] of Object.entries(document.paths))
    if (post && path.startsWith("/v2/")) operations[path] = operationOf(post);
  return { operations, schemas: referencedSchemas(document, operations) };
}

function operationOf({
  tags,
  summary,
  description,
  security,
  parameters = [],
  requestBody,
  "x-read-only-sessions": readOnlySessions,
}: OpenApiOperation): Operation {
  const body = requestBody?.content["application/json"];
  const isWrite = parameters.some(({ $ref }) => $ref?.endsWith("/IdempotencyKey"));
  const schemes = security.flatMap((alternative) => Object.keys(alternative));
  return {
    ...{ tag: tags[0] ?? "", summary, description },
    caller: ["workspaceId", "apiKey", "userToken"].find((scheme) => schemes.includes(scheme)) as Operation["caller"],
    isWrite,
    isForReadOnlySessions: readOnlySessions ?? !isWrite,
    input: dataOf(body?.schema),
    example: (body?.example as { data?: unknown } | undefined)?.data ?? {},
  };
}

/** The schema of `data` in a body. Some endpoints also accept the body without this envelope. */
function dataOf(body: Schema | undefined): Schema {
  const forms = [body, ...(body?.anyOf ?? [])];
  return forms.flatMap((form) => form?.properties?.data ?? [])[0] ?? {};
}

/** The schemas that a value refers to, directly or through others. */
function referencedSchemas(document: OpenApi, value: unknown): Record<string, Schema> {
  const schemaByName = new Map<string, Schema>();
  const look = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    for (const [key, inner] of Object.entries(part)) {
      if (key !== "$ref" || typeof inner !== "string") look(inner);
      else add(inner.slice(schemas.length));
    }
  };
  const add = (name: string): void => {
    const schema = document.components.schemas[name];
    if (!schema || schemaByName.has(name)) return;
    schemaByName.set(name, schema);
    look(schema);
  };
  look(value);
  return Object.fromEntries(schemaByName);
}

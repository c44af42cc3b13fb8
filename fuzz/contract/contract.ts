import { readFileSync } from "node:fs";
import type { JsonSchema } from "@atrium/functions/testing/suites/conformance/schema";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { addExtensions } from "./extensions.ts";

/** A call that the contract describes. */
export interface Operation {
  path: string;
  /** Names of the security schemes, each line one way to call it. */
  security: string[][];
  /** Of the body. */
  schema: JsonSchema;
  /** Of `data` in the body. */
  dataSchema: JsonSchema;
  /** `data` of a call that succeeds in the example world. */
  example: unknown;
  takesIdempotencyKey: boolean;
  /** It takes away what other calls need. */
  isDestructive: boolean;
  /** HTTP statuses that it may answer. */
  statuses: number[];
}

/** Says what is wrong with a value; undefined: it fits. */
type Fault = string | undefined;

/** The document that the service is held to. Everything about its endpoints is read from it. */
export class Contract {
  readonly operations: Operation[];
  // biome-ignore lint/suspicious/noExplicitAny: the document is looked at in every corner.
  readonly #document: any;
  readonly #ajv = new Ajv2020({ strict: false, formats: { base64: true } });
  readonly #validators = new Map<string, ValidateFunction>();
  /** The document with only those patterns that the service holds to. */
  readonly #lenient: Contract | undefined;

  // biome-ignore lint/suspicious/noExplicitAny: as above.
  constructor(document: any, isLenient = false) {
    this.#document = document;
    formats.default(this.#ajv);
    addExtensions(this.#ajv);
    this.#ajv.addSchema(document, "openapi");
    // The stream is asked for with GET and never ends.
    const calls = Object.keys(document.paths).filter((path) => "post" in document.paths[path]);
    this.operations = calls.map((path) => this.#operation(path));
    if (!isLenient) this.#lenient = new Contract(withoutUsualForms(document), true);
  }

  /** Follows references. */
  resolve(schema: JsonSchema): JsonSchema {
    if (!schema.$ref) return schema;
    const { $ref, ...beside } = schema;
    return { ...this.resolve(this.#at($ref) as JsonSchema), ...beside };
  }

  /** The name in a header that a security scheme is sent in. */
  headerOf(scheme: string): string {
    return this.#document.components.securitySchemes[scheme].name;
  }

  /** Holds a body to the schema of the request. */
  requestFault({ path }: Operation, body: unknown): Fault {
    return this.#fault(["paths", path, "post", "requestBody", "content", "application/json", "schema"], body);
  }

  /** Whether the service must refuse a body. Where a pattern asks for the usual form of a text, the service takes other forms too. */
  mustRefuse(operation: Operation, body: unknown): boolean {
    return (this.#lenient ?? this).requestFault(operation, body) !== undefined;
  }

  /** Holds the body of an answer to the schema of its status, which the operation must document. */
  answerFault({ path, statuses }: Operation, status: number, body: unknown): Fault {
    if (!statuses.includes(status)) return `status ${status} is not documented`;
    const { $ref } = this.#document.paths[path].post.responses[status];
    const place = $ref ? pointerParts($ref) : ["paths", path, "post", "responses", String(status)];
    return this.#fault([...place, "content", "application/json", "schema"], body);
  }

  /** Holds a refusal that belongs to no operation to the error envelope. */
  errorFault(body: unknown): Fault {
    return this.#fault(["components", "schemas", "Error"], body);
  }

  #operation(path: string): Operation {
    const { security, requestBody, responses, parameters = [] } = this.#document.paths[path].post;
    const { schema, example } = requestBody.content["application/json"];
    const wrapped = (schema.anyOf?.[0] ?? schema) as JsonSchema;
    return {
      path,
      security: security.map((way: object) => Object.keys(way)),
      schema,
      dataSchema: wrapped.properties?.data ?? {},
      example: example.data,
      takesIdempotencyKey: parameters.some(({ $ref = "" }: JsonSchema) => $ref.endsWith("/IdempotencyKey")),
      isDestructive: /delete|remove|reset|revoke|disable|migrate|rotate|features/.test(path),
      statuses: Object.keys(responses).map(Number),
    };
  }

  #at(pointer: string): unknown {
    return pointerParts(pointer).reduce((value, part) => value[part], this.#document);
  }

  #fault(place: string[], value: unknown): Fault {
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
    let validate = this.#validators.get(pointer);
    if (!validate) {
      validate = this.#ajv.compile({ $ref: `openapi#/${pointer}` });
      this.#validators.set(pointer, validate);
    }
    if (validate(value)) return undefined;
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`.trim()).join("; ");
  }
}

/** The schema without the patterns beside which the service takes further forms. */
function withoutUsualForms(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (value?.["x-further-forms"] === true) delete value.pattern;
    return value;
  });
}

function pointerParts(pointer: string): string[] {
  return pointer
    .slice("#/".length)
    .split("/")
    .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * Reads `openapi.json`. Addresses of other servers in its examples become one on this machine at which nobody listens, so
 * that no webhook leaves it.
 */
export function readContract(file = new URL("../../openapi.json", import.meta.url)): Contract {
  return new Contract(
    JSON.parse(readFileSync(file, "utf8").replaceAll(/https?:\/\/(?!www\.)[\w.-]+(?=[/"])/g, NOWHERE)),
  );
}

/** An address at which nobody listens. */
export const NOWHERE = "http://127.0.0.1:9";

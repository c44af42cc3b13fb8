import { readFileSync } from "node:fs";
import type { JsonSchema } from "@atrium/functions/testing/suites/conformance/schema";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { addExtensions } from "./extensions.ts";

/** A call that the contract describes. */
export interface Operation {
  path: string;
  /** Names of the security schemes, each list one way to call it. */
  security: string[][];
  /** Schema of the body. */
  schema: JsonSchema;
  /** Schema of `data` in the body. */
  dataSchema: JsonSchema;
  /** `data` of a call that succeeds in the example world. */
  example: unknown;
  takesIdempotencyKey: boolean;
  /** Whether it removes what other calls need. */
  isDestructive: boolean;
  /** HTTP statuses that it may return. */
  statuses: number[];
}

/** What is wrong with a value; undefined if it fits. */
type Fault = string | undefined;

/** The document that the service must comply with. Everything about its endpoints is read from it. */
export class Contract {
  readonly operations: Operation[];
  // biome-ignore lint/suspicious/noExplicitAny: every part of the document is read.
  readonly #document: any;
  readonly #ajv = new Ajv2020({ strict: false, formats: { base64: true } });
  readonly #validators = new Map<string, ValidateFunction>();
  /** The document with only the patterns that the service enforces. */
  readonly #lenient: Contract | undefined;

  // biome-ignore lint/suspicious/noExplicitAny: as above.
  constructor(document: any, isLenient = false) {
    this.#document = document;
    formats.default(this.#ajv);
    addExtensions(this.#ajv);
    this.#ajv.addSchema(document, "openapi");
    // Streams, which are requested with GET and never end, are left out.
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

  /** The name of the header in which a security scheme is sent. */
  headerOf(scheme: string): string {
    return this.#document.components.securitySchemes[scheme].name;
  }

  /** Checks a body against the schema of the request. */
  requestFault({ path }: Operation, body: unknown): Fault {
    return this.#fault(["paths", path, "post", "requestBody", "content", "application/json", "schema"], body);
  }

  /**
   * Whether the service must refuse a body. Patterns for the usual form of a text don't count: it accepts other forms
   * too.
   */
  mustRefuse(operation: Operation, body: unknown): boolean {
    return (this.#lenient ?? this).requestFault(operation, body) !== undefined;
  }

  /** Checks the body of a reply against the schema of its status, which the operation must document. */
  answerFault({ path, statuses }: Operation, status: number, body: unknown): Fault {
    if (!statuses.includes(status)) return `status ${status} is not documented`;
    const { $ref } = this.#document.paths[path].post.responses[status];
    const place = $ref ? pointerParts($ref) : ["paths", path, "post", "responses", String(status)];
    return this.#fault([...place, "content", "application/json", "schema"], body);
  }

  /** Checks a refusal that belongs to no operation against the error envelope. */
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

/** The schema without the patterns marked `x-further-forms`, beyond which the service accepts other forms. */
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
 * Reads `openapi.json`. Addresses of other servers in its examples are replaced by one on this machine at which nothing
 * listens, so that no webhook leaves the machine.
 */
export function readContract(file = new URL("../../openapi.json", import.meta.url)): Contract {
  return new Contract(
    JSON.parse(readFileSync(file, "utf8").replaceAll(/https?:\/\/(?!www\.)[\w.-]+(?=[/"])/g, NOWHERE)),
  );
}

/** An address at which nothing listens. */
export const NOWHERE = "http://127.0.0.1:9";

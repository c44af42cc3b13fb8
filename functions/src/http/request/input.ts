import type * as z from "zod";
import type { CallEndpoint } from "#http/endpoint";
import { type InputShape, inputShape } from "./input-shape.ts";
import { findUnread, type UnreadFields } from "./unread-fields.ts";
import { parseInput } from "./validation.ts";

/** The `data` of a request on its way to the handler: compared with the shape of its schema, but not yet parsed. */
export class Input {
  /** Without each `null` that means "not given". */
  readonly data: unknown;
  readonly #endpoint: CallEndpoint;
  readonly #unread: UnreadFields;
  #isRefused = false;

  /** @param brand of the headers, with which some names may be prefixed. */
  constructor(endpoint: CallEndpoint, shape: InputShape, data: unknown, brand: string) {
    this.#endpoint = endpoint;
    renameBranded(endpoint.branded ?? [], data, brand);
    this.#unread = findUnread(shape, data);
    this.data = data;
  }

  /** Names of fields that the endpoint does not read, for a reply header; undefined if there are none or `parse` has failed. */
  get ignoredFields(): string | undefined {
    return this.#isRefused ? undefined : this.#unread.header;
  }

  /**
   * @returns the input of the handler.
   * @throws ApiError INVALID_ARGUMENT for what the schema refuses, for a mistyped name, and for any unknown name if an ignored
   * filter would delete or reveal too much.
   */
  parse(): z.output<CallEndpoint["input"]> {
    this.#isRefused = true;
    this.#unread.checkLengths();
    const parsed = parseInput(this.#endpoint.input, this.data, "data", (path) => this.#unread.meantAt(path));
    if (!this.#unread.isEmpty) this.#unread.check(refusesUnknownFields(this.#endpoint.path));
    this.#isRefused = false;
    return parsed;
  }
}

/** The shapes of the inputs of endpoints, each derived at its first request. */
export class InputShapes {
  readonly #shapes = new Map<string, InputShape>();

  /** The shape of an endpoint's input. */
  of({ path, input }: Pick<CallEndpoint, "path" | "input">): InputShape {
    const cachedShape = this.#shapes.get(path);
    if (cachedShape) return cachedShape;
    const shape = inputShape(input);
    this.#shapes.set(path, shape);
    return shape;
  }
}

/** The header of a reply that names the fields of the request that were ignored. */
export const ignoredFieldsHeader = ({ headerBrand }: { headerBrand: string }) => `x-${headerBrand}-ignored-fields`;

/** Whether the endpoint deletes, or returns everything that is stored about a person. */
export const refusesUnknownFields = (path: string) => /\/(delete|data\/get)$/.test(path);

/** Renames fields that were sent with the brand as a prefix to their own names. @param data is modified. */
function renameBranded(names: readonly string[], data: unknown, brand: string): void {
  if (names.length === 0 || typeof data !== "object" || data === null || Array.isArray(data)) return;
  const fields = data as Record<string, unknown>;
  const prefix = brand.replace(/-+(.?)/g, (_dash, letter: string) => letter.toUpperCase());
  for (const name of names) {
    const branded = `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    if (!Object.hasOwn(fields, branded) || Object.hasOwn(fields, name)) continue;
    fields[name] = fields[branded];
    delete fields[branded];
  }
}

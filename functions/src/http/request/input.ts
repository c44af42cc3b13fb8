import type * as z from "zod";
import type { CallEndpoint } from "#http/endpoint";
import { type InputShape, inputShape } from "./input-shape.ts";
import { findUnread, type UnreadFields } from "./unread-fields.ts";
import { parseInput } from "./validation.ts";

/** The `data` of a request on its way to the handler: looked through beside its schema, not yet parsed. */
export class Input {
  /** With each `null` that means "not given" taken away. */
  readonly data: unknown;
  readonly #endpoint: CallEndpoint;
  readonly #unread: UnreadFields;
  #isRefused = false;

  /** @param brand that of the headers, which may stand before some names. */
  constructor(endpoint: CallEndpoint, shape: InputShape, data: unknown, brand: string) {
    this.#endpoint = endpoint;
    renameBranded(endpoint.branded ?? [], data, brand);
    this.#unread = findUnread(shape, data);
    this.data = data;
  }

  /** The names of fields that the endpoint does not read, for a header of the reply; undefined when there are none, or `parse` refuses. */
  get ignoredFields(): string | undefined {
    return this.#isRefused ? undefined : this.#unread.header;
  }

  /**
   * @returns what the handler takes.
   * @throws ApiError INVALID_ARGUMENT for what the schema refuses, a mistyped name, and any unknown one where a filter that
   * is ignored would delete or give out too much.
   */
  parse(): z.output<CallEndpoint["input"]> {
    this.#isRefused = true;
    this.#unread.checkLengths();
    const parsed = parseInput(this.#endpoint.input, this.data, "data", (path) => this.#unread.meantAt(path));
    if (!this.#unread.isEmpty) this.#unread.check(selectsWhatIsLost(this.#endpoint.path));
    this.#isRefused = false;
    return parsed;
  }
}

/** The shapes of the inputs of endpoints, each worked out at its first request. */
export class InputShapes {
  readonly #shapes = new Map<string, InputShape>();

  /** The shape of an endpoint's input. */
  of({ path, input }: Pick<CallEndpoint, "path" | "input">): InputShape {
    const known = this.#shapes.get(path);
    if (known) return known;
    const shape = inputShape(input);
    this.#shapes.set(path, shape);
    return shape;
  }
}

/** The header of a reply that names the fields of the request that were ignored. */
export const ignoredFieldsHeader = ({ headerBrand }: { headerBrand: string }) => `x-${headerBrand}-ignored-fields`;

/** Whether the endpoint deletes, or gives out all that is stored of a person. */
export const selectsWhatIsLost = (path: string) => /\/(delete|data\/get)$/.test(path);

/** Gives fields that were sent under a name with the brand before it their own names. @param data is changed. */
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

import { nearest } from "#http/hints/nearest";
import { invalidField } from "#platform/error";
import type { FieldShape, InputShape } from "./input-shape.ts";
import { pathText, shortened } from "./validation.ts";

/** Maximum number of ignored fields that a reply names. */
const MAX_LISTED = 20;
/** Maximum number of names in one request that are compared with known ones, which is expensive. The sender sets their number. */
const MAX_COMPARED = 100;
/** Maximum number of unknown names that one shape remembers: a customer's own fields recur in each request. */
const MAX_REMEMBERED = 200;
/** Maximum length of these names, in characters. */
const MAX_REMEMBERED_LENGTH = 100;
/** A list with more than this many times the allowed items is refused unread. Below that it is read, as repeated ids count once. */
const MOST_REPEATS = 10;

/** Fields that decide who may do what, or where something belongs. Customers' own fields must not have nearly the same name. */
const decisive: ReadonlySet<string> = new Set(
  "accessType accessRole folderId parentFolderId organizationId documentId userId expiresAt isAdmin".split(" "),
);

/** A field of a request that its endpoint does not read. */
export interface UnreadField {
  /** Its path, starting below `data`. */
  path: PropertyKey[];
  /** The field that was most likely meant. */
  meant?: string;
}

/** What was found in a request besides what its endpoint reads. */
export class UnreadFields {
  readonly #names = new Set<string>();
  #first: UnreadField | undefined;
  /** The fields that were most likely meant, by the paths of the fields that were sent; at most `MAX_COMPARED`. */
  readonly #suggestions = new Map<string, string>();
  #overlong: { path: PropertyKey[]; maxItems: number } | undefined;

  /** Records a field. */
  add(field: UnreadField): void {
    if (this.#names.size < MAX_LISTED) this.#names.add(String(field.path.at(-1)));
    this.#first ??= field;
    if (field.meant !== undefined) this.#suggestions.set(pathText(field.path), field.meant);
  }

  /** The field that the unknown one at a path most likely stands for; undefined when it resembles none. */
  meantAt(path: readonly PropertyKey[]): string | undefined {
    return this.#suggestions.get(pathText(path));
  }

  /** Records a list that is far longer than its schema allows. */
  addOverlong(path: PropertyKey[], maxItems: number): void {
    this.#overlong ??= { path, maxItems };
  }

  /** @throws ApiError INVALID_ARGUMENT for a list that is so long that reading its items would be expensive. */
  checkLengths(): void {
    if (!this.#overlong) return;
    const { maxItems } = this.#overlong;
    const path = pathText(this.#overlong.path);
    const message = `must have at most ${maxItems} items.`;
    throw invalidField(path, message, {
      hint: `Send the items in several calls, at most ${maxItems} in each.`,
    });
  }

  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  /** At most 20 distinct names, as the value of a header: characters that are not allowed there are percent-encoded. */
  get header(): string | undefined {
    if (this.#names.size === 0) return undefined;
    return [...this.#names].map((name) => encodeURIComponent(shortened(name).toWellFormed())).join(", ");
  }

  /**
   * @param isRefused whether every field that is not read is refused: ignoring a filter would delete or reveal too much.
   * @throws ApiError INVALID_ARGUMENT for a mistyped name, and for any name if `isRefused`.
   */
  check(isRefused: boolean): void {
    const [mistyped] = this.#suggestions;
    const path = mistyped?.[0] ?? (isRefused && this.#first ? pathText(this.#first.path) : undefined);
    if (path === undefined) return;
    const suggestion = mistyped?.[1];
    const message =
      suggestion === undefined && isRefused
        ? "is not a field of this endpoint, which accepts no others."
        : "is not a field of this endpoint.";
    throw invalidField(path, message, {
      hint:
        suggestion === undefined
          ? "Remove it: an ignored filter would select too much."
          : `Did you mean \`${suggestion}\`?`,
    });
  }
}

/**
 * Removes each `null` that means "not given", renames fields with alternative names, and finds fields that the schema
 * does not know. Takes time linear in `data`.
 * @param data of a request, parsed from JSON; it is modified.
 */
export function findUnread(shape: InputShape, data: unknown): UnreadFields {
  const visitor = new Visitor();
  visitor.visit(shape, data);
  return visitor.unread;
}

class Visitor {
  readonly unread = new UnreadFields();
  readonly #path: PropertyKey[] = [];
  #compared = 0;

  visit(shape: InputShape, value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      if (shape.maxItems !== undefined && value.length > MOST_REPEATS * shape.maxItems)
        this.unread.addOverlong([...this.#path], shape.maxItems);
      else if (isNested(shape.items)) for (let i = 0; i < value.length; i++) this.#below(i, shape.items, value[i]);
    } else if (shape.fields) this.#visitFields(shape, shape.fields, value as Record<string, unknown>);
    else if (isNested(shape.entries))
      for (const [name, entry] of Object.entries(value)) this.#below(name, shape.entries, entry);
  }

  #below(key: PropertyKey, shape: InputShape, value: unknown): void {
    this.#path.push(key);
    this.visit(shape, value);
    this.#path.pop();
  }

  #visitFields(shape: InputShape, fields: Fields, object: Record<string, unknown>): void {
    for (const name of Object.keys(object)) {
      const field = fields.get(name);
      if (!field) this.#visitUnknown(name, shape, fields, object);
      else if (field.standsFor !== undefined) this.#rename(name, field.standsFor, field.shape, object);
      else if (object[name] === null && field.isNullAbsent) delete object[name];
      else if (field.isIgnored) this.unread.add({ path: [...this.#path, name] });
      else if (isNested(field.shape)) this.#below(name, field.shape, object[name]);
    }
  }

  /** Renames a field that was sent under an alternative name; if both names were sent, the alternative one is not read. */
  #rename(name: string, own: string, shape: InputShape, object: Record<string, unknown>): void {
    if (Object.hasOwn(object, own)) this.unread.add({ path: [...this.#path, name] });
    else {
      object[own] = object[name];
      delete object[name];
      if (isNested(shape)) this.#below(own, shape, object[own]);
    }
  }

  #visitUnknown(name: string, shape: InputShape, fields: Fields, object: Record<string, unknown>): void {
    const suggestion = this.#compared++ < MAX_COMPARED ? likelyField(name, shape, fields, object) : undefined;
    if (suggestion !== undefined) this.unread.add({ path: [...this.#path, name], meant: suggestion });
    else if (!shape.isOpen) this.unread.add({ path: [...this.#path, name] });
  }
}

type Fields = ReadonlyMap<string, FieldShape>;

/** The field that a name most likely stands for; undefined if the object contains that field, too, since nobody writes both. */
function likelyField(
  name: string,
  shape: InputShape,
  fields: Fields,
  object: Record<string, unknown>,
): string | undefined {
  const suggestion = rememberNearest(name, shape, fields);
  if (
    suggestion === undefined ||
    object[suggestion] !== undefined ||
    isLonger(name, suggestion) ||
    isLonger(suggestion, name)
  )
    return undefined;
  return suggestion;
}

/** The known field whose name is most like another. Comparing takes as long as parsing a small request. */
function rememberNearest(name: string, { isOpen, meant }: InputShape, fields: Fields): string | undefined {
  if (isOpen && decisive.has(name)) return undefined;
  if (meant?.has(name)) return meant.get(name);
  const nearestName = nearest(name, isOpen ? decisive : fields.keys());
  if (meant && meant.size < MAX_REMEMBERED && name.length <= MAX_REMEMBERED_LENGTH) meant.set(name, nearestName);
  return nearestName;
}

/** Whether a name is the other followed by a word. It may be a field of a later version, but it is not a typo. */
const isLonger = (name: string, other: string) => name.startsWith(other) && name.length - other.length > 2;

function isNested(shape: InputShape | undefined): shape is InputShape {
  return shape !== undefined && (shape.fields ?? shape.entries ?? shape.items) !== undefined;
}

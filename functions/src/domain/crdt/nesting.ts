import * as Y from "yjs";
import { invalidField } from "#platform/error";

/**
 * Maximum number of levels of shared types and JSON in them, as for free-form JSON: code may traverse them recursively.
 */
export const MAX_LEVELS = 100;

/** Replaces content that nests deeper, which earlier versions accepted. */
export const TOO_DEEP = `[nested deeper than ${MAX_LEVELS} levels]`;

/** An item of an update, or the placeholder of a collected or missing one. */
export type Struct = ReturnType<typeof Y.decodeUpdate>["structs"][number];
type Id = Struct["id"];
/** A shared type of any kind. */
export type Shared = Y.ContentType["type"];

/** The depth of items that Yjs discards because their parent is gone. */
const GONE = Number.NEGATIVE_INFINITY;

/**
 * Refuses an update whose new items nest too deep in the document, before the document takes it. Items below others
 * that have not arrived are counted from there, so the document may reach twice the limit.
 * @throws ApiError INVALID_ARGUMENT
 */
export function requireShallow(doc: Y.Doc, structs: readonly Struct[]): void {
  const isNew = ({ id, length }: Struct) => id.clock + length > Y.getState(doc.store, id.client);
  const nested = structs.filter((struct) => canNest(struct) && isNew(struct));
  if (nested.length === 0) return;
  const depths = new Depths(doc, structs);
  if (nested.some((struct) => depths.isTooDeep(struct)) || depths.pending.some((struct) => depths.isTooDeep(struct)))
    throw invalidField("data.update", `must not nest shared types and values deeper than ${MAX_LEVELS} levels.`);
}

/** Whether JSON has more levels of arrays and objects than given. Checks level by level, without recursion. */
export function isDeeper(json: unknown, levels: number): boolean {
  let level = [json].filter(hasParts);
  for (let remainingLevels = levels; level.length > 0; remainingLevels--) {
    if (remainingLevels <= 0) return true;
    level = level.flatMap((value) => (Array.isArray(value) ? value : Object.values(value)).filter(hasParts));
  }
  return false;
}

/** Whether a shared type has more levels of types and JSON below its own than given. */
export function isTypeDeeper(type: Shared, levels: number): boolean {
  let level = [type];
  for (let remainingLevels = levels; level.length > 0; remainingLevels--) {
    if (remainingLevels < 0) return true;
    const parts = level.flatMap((one) => [...partsOf(one)]);
    // The list around the values of an item counts as a level.
    if (parts.some((part) => isDeeper(jsonOf(part), remainingLevels + 1))) return true;
    level = parts.flatMap((part) => typeOf(part) ?? []);
  }
  return false;
}

/** The items that a shared type contains now. */
export function* partsOf(type: Shared): Generator<Y.Item> {
  for (let item = type._start; item; item = item.right) if (!item.deleted) yield item;
  for (const item of type._map.values()) if (!item.deleted) yield item;
}

/** The shared type that an item holds. */
export function typeOf(struct: Struct): Shared | undefined {
  return struct instanceof Y.Item && struct.content instanceof Y.ContentType ? struct.content.type : undefined;
}

function hasParts(json: unknown): json is object {
  return typeof json === "object" && json !== null && !(json instanceof Uint8Array);
}

/** The JSON that an item holds. */
function jsonOf(struct: Struct): unknown {
  if (!(struct instanceof Y.Item)) return undefined;
  const { content } = struct;
  if (content instanceof Y.ContentAny || content instanceof Y.ContentJSON) return content.arr;
  if (content instanceof Y.ContentFormat) return [content.value];
  if (content instanceof Y.ContentEmbed) return [content.embed];
  return content instanceof Y.ContentDoc ? [content.opts] : undefined;
}

function canNest(struct: Struct): boolean {
  if (typeOf(struct)) return true;
  const value = jsonOf(struct);
  return Array.isArray(value) && value.some(hasParts);
}

/** Whether an item names another item as its parent, not a root type. */
function isChild(struct: Struct): boolean {
  return struct instanceof Y.Item && struct.parent instanceof Y.ID;
}

/** The maximum depth of a type. In XML only elements count, neither the fragment around them nor the texts in them. */
function maxDepthOf(type: Shared): number {
  if (type instanceof Y.Text) return MAX_LEVELS + 2;
  return type instanceof Y.XmlElement ? MAX_LEVELS + 1 : MAX_LEVELS;
}

/** Computes how deep the items of an update will be in a document, whose root types have the depth 1. */
class Depths {
  readonly #doc: Y.Doc;
  readonly #own: ReadonlyMap<number, readonly Struct[]>;
  #pending: ReadonlyMap<number, readonly Struct[]> | undefined;
  /** Depths of the types that contain items of the update, and of types of the document. */
  readonly #around = new Map<Struct, number>();
  readonly #ofTypes = new Map<Shared, number>();

  constructor(doc: Y.Doc, structs: readonly Struct[]) {
    this.#doc = doc;
    this.#own = byClient(structs);
  }

  /** The document's items that wait for missing ones; empty unless items of the update refer to missing ones, too. */
  get pending(): readonly Struct[] {
    return [...(this.#pending?.values() ?? [])].flat();
  }

  isTooDeep(struct: Struct): boolean {
    if (!canNest(struct)) return false;
    const around = this.#depthAround(struct);
    const type = typeOf(struct);
    // The list around the values of an item counts as a level.
    return type ? around + 1 > maxDepthOf(type) : isDeeper(jsonOf(struct), MAX_LEVELS - around + 1);
  }

  /** The depth of the type that contains an item. Follows the items on which it depends without recursion. */
  #depthAround(struct: Struct): number {
    const path: Struct[] = [];
    let depth = this.#around.get(struct);
    for (let at = struct; depth === undefined; ) {
      const next = this.#depthSource(at);
      path.push(at);
      if (typeof next === "number") depth = isChild(at) ? next - 1 : next;
      else {
        depth = this.#around.get(next);
        // Ends cycles of items that depend on each other, which Yjs never integrates.
        this.#around.set(at, 1);
        at = next;
      }
    }
    while (path.length > 0) {
      const at = path.pop() as Struct;
      if (isChild(at)) depth++;
      this.#around.set(at, depth);
    }
    return depth;
  }

  /**
   * What determines the depth around an item: the number itself, or the item of the update that is its parent or
   * neighbour.
   */
  #depthSource(struct: Struct): number | Struct {
    if (!(struct instanceof Y.Item)) return GONE;
    const isInside = isChild(struct);
    const id = isInside ? (struct.parent as Id) : (struct.origin ?? struct.rightOrigin);
    // The parent is a root type, given by its name.
    if (!id) return 1;
    if (id.clock < Y.getState(this.#doc.store, id.client)) {
      const docStruct = Y.getItem(this.#doc.store, id) as Struct;
      const type = isInside ? typeOf(docStruct) : docStruct instanceof Y.Item && (docStruct.parent as Shared | null);
      return type ? this.#depthOf(type) : GONE;
    }
    const updateStruct = find(this.#own, id) ?? find(this.#waiting, id);
    if (!updateStruct) return isInside ? 2 : 1;
    return isInside && !typeOf(updateStruct) ? GONE : updateStruct;
  }

  /** The depth of a type of the document. */
  #depthOf(type: Shared): number {
    const cachedDepth = this.#ofTypes.get(type);
    if (cachedDepth !== undefined) return cachedDepth;
    let depth = 1;
    for (let item = type._item; item && depth <= MAX_LEVELS + 2; item = (item.parent as Shared)._item) depth++;
    this.#ofTypes.set(type, depth);
    return depth;
  }

  get #waiting(): ReadonlyMap<number, readonly Struct[]> {
    const { pendingStructs } = this.#doc.store;
    this.#pending ??= byClient(pendingStructs ? Y.decodeUpdateV2(pendingStructs.update).structs : []);
    return this.#pending;
  }
}

/**
 * @throws ApiError INVALID_ARGUMENT if items of a client overlap or are out of order: which one Yjs uses would vary.
 */
function byClient(structs: readonly Struct[]): ReadonlyMap<number, readonly Struct[]> {
  const clients = Map.groupBy(structs, ({ id }) => id.client);
  for (const own of clients.values())
    if (own.some(({ id }, i) => i > 0 && id.clock < endOf(own[i - 1] as Struct)))
      throw invalidField("data.update", "must hold the items of each client once and in their order.");
  return clients;
}

function find(clients: ReadonlyMap<number, readonly Struct[]>, { client, clock }: Id): Struct | undefined {
  const structs = clients.get(client) ?? [];
  let [low, high] = [0, structs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (endOf(structs[middle] as Struct) > clock) high = middle;
    else low = middle + 1;
  }
  const struct = structs[low];
  return struct && struct.id.clock <= clock && !(struct instanceof Y.Skip) ? struct : undefined;
}

function endOf({ id, length }: Struct): number {
  return id.clock + length;
}

import * as Y from "yjs";
import { isDeeper } from "./nesting.ts";

/** Replaces everything in a text that is not text. */
export const OTHER = "\ufffc";

/** All items in the store of a document, deleted ones included, in any type and at any depth. */
export function* itemsOf(doc: Y.Doc): Generator<Y.Item> {
  for (const structs of doc.store.clients.values()) for (const one of structs) if (one instanceof Y.Item) yield one;
}

/**
 * A shared type of any kind, including one that Yjs knows by name only because no code has requested it with its kind.
 */
export type AnyType = Pick<Y.AbstractType<unknown>, "_start" | "_map" | "_item">;

/** The type that contains an item. */
export function typeAround({ parent }: Y.Item): AnyType | undefined {
  return parent instanceof Y.AbstractType ? parent : undefined;
}

/** A piece of a text: an item, and where its text begins in the whole text. */
export interface TextPiece {
  item: Y.Item;
  at: number;
  length: number;
}

/** The text of a type, whatever its formats. @param other replaces each embed and each element of another kind. */
export function textOf(type: AnyType, other: string): { text: string; pieces: TextPiece[] } {
  const parts: string[] = [];
  const pieces: TextPiece[] = [];
  let at = 0;
  for (let item = type._start; item; item = item.right) {
    if (item.deleted || !item.countable) continue;
    const isText = item.content instanceof Y.ContentString;
    const part = isText ? (item.content as Y.ContentString).str : other;
    if (isText) pieces.push({ item, at, length: part.length });
    parts.push(part);
    at += part.length;
  }
  return { text: parts.join(""), pieces };
}

/** The current value of a map entry or an attribute, a shared text as a string; undefined if there is none. */
export function entryOf(type: AnyType, key: string): unknown {
  const item = type._map.get(key);
  if (!item || item.deleted) return undefined;
  const [value] = item.content.getContent();
  return value instanceof Y.Text ? textOf(value, "").text : value;
}

/** The types of a document that contain text. */
export function textsOf(doc: Y.Doc): Set<AnyType> {
  const types = new Set<AnyType>();
  for (const item of itemsOf(doc)) {
    const type = item.deleted || !(item.content instanceof Y.ContentString) ? undefined : typeAround(item);
    if (type) types.add(type);
  }
  return types;
}

/** The JSON values of an item: a map value, list elements, an embed, or the value of a format. */
export function valuesOf({ content }: Y.Item): readonly unknown[] {
  if (content instanceof Y.ContentAny || content instanceof Y.ContentJSON) return content.arr;
  if (content instanceof Y.ContentEmbed) return [content.embed];
  if (content instanceof Y.ContentFormat) return [content.value];
  return content instanceof Y.ContentDoc ? [content.opts.meta] : [];
}

/** The key of an item: that of its format, of its map entry or attribute, or of the list that contains it. */
export function keyOf(item: Y.Item): string | undefined {
  if (item.content instanceof Y.ContentFormat) return item.content.key;
  return item.parentSub ?? typeAround(item)?._item?.parentSub ?? undefined;
}

/** Maximum depth of JSON that is traversed recursively, in levels: request bodies may nest as deep. */
const MAX_DEPTH = 500;

/** Whether JSON nests too deep to be traversed recursively; bytes count as one value. */
export function isTooDeep(json: unknown): boolean {
  return isDeeper(json, MAX_DEPTH);
}

/** All strings in JSON of any depth, keys included. */
export function textsIn(json: unknown): string[] {
  const texts: string[] = [];
  const stack = [json];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value === "string") texts.push(value);
    if (!isNesting(value)) continue;
    for (const [key, child] of Object.entries(value)) stack.push(Array.isArray(value) ? undefined : key, child);
  }
  return texts;
}

function isNesting(value: unknown): value is object {
  return typeof value === "object" && value !== null && !ArrayBuffer.isView(value);
}

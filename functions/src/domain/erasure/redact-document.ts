import * as Y from "yjs";
import {
  type AnyType,
  entryOf,
  isTooDeep,
  itemsOf,
  keyOf,
  OTHER,
  type TextPiece,
  textOf,
  textsIn,
  textsOf,
  typeAround,
  valuesOf,
} from "#domain/crdt/document-parts";
import { applyEdits, type ItemContent, type ItemEdit } from "#domain/crdt/item-edits";
import { USER_ID_FIELD, USER_IDS_FIELD } from "#platform/text/named-people";
import { mayMention } from "./may-mention.ts";
import { type DataSubjects, DELETED_USER, redactField, redactJson, type Span, spansNaming } from "./redact-user.ts";

/**
 * Removes the data subjects from all types of a Yjs document, as `redactJson` does from JSON. A map or element whose
 * `userId` is theirs becomes `DELETED_USER`, and so does a `mention` node or embed with their `id`. Entries, attributes
 * and formats whose key is their id or address are removed.
 * @param contentKey name of the editor's content, which is kept even if it is the name of a data subject.
 * @returns whether anything had to be removed.
 */
export function redactDocument(doc: Y.Doc, contentKey: string, subjects: DataSubjects): boolean {
  const redaction = new Redaction(doc, contentKey, subjects);
  // Text is read with and without a placeholder for embedded items: neither reading may name them.
  return [redaction.items(), redaction.texts(OTHER), redaction.texts("")].includes(true);
}

class Redaction {
  readonly #doc: Y.Doc;
  readonly #subjects: DataSubjects;
  /** Root types of the document whose name is that of a data subject. */
  readonly #namedTypes: ReadonlySet<unknown>;
  readonly #theirs = new Map<AnyType, boolean>();
  #parts = new Map<Y.Item, ItemEdit[]>();

  constructor(doc: Y.Doc, contentKey: string, subjects: DataSubjects) {
    this.#doc = doc;
    this.#subjects = subjects;
    const namedRoots = [...doc.share].filter(([name]) => name !== contentKey && this.#isName(name));
    this.#namedTypes = new Set(namedRoots.map(([, type]) => type));
  }

  /** Removes data subjects from everything except running text. @returns whether anything had to be removed. */
  items(): boolean {
    const erased: Y.Item[] = [];
    for (const item of itemsOf(this.#doc)) {
      const isErased = this.#namedTypes.has(item.parent) || (item.parentSub !== null && this.#isName(item.parentSub));
      if (isErased) erased.push(item);
      else if (!item.deleted) this.#lookAt(item);
    }
    return this.#apply(erased);
  }

  /**
   * Removes data subjects from running text.
   * @param other as in `textOf`.
   * @returns whether anything had to be removed.
   */
  texts(other: string): boolean {
    for (const type of textsOf(this.#doc)) this.#lookAtText(type, other);
    return this.#apply([]);
  }

  #apply(erased: readonly Y.Item[]): boolean {
    const parts = this.#parts;
    if (erased.length + parts.size === 0) return false;
    this.#parts = new Map();
    applyEdits(this.#doc, { parts, erased });
    return true;
  }

  /** Whether a key names a data subject. An id of digits alone does not count, because such a key can be any number. */
  #isName(key: string): boolean {
    return (this.#subjects.userIds.has(key) && !/^\d+$/.test(key)) || spansNaming(key, this.#subjects).length > 0;
  }

  #lookAt(item: Y.Item): void {
    const { content } = item;
    if (content instanceof Y.ContentFormat) this.#lookAtFormat(item, content);
    else if (content instanceof Y.ContentString) this.#lookAtString(item, content);
    else if (item.parentSub === null || !this.#replaceEntry(item, item.parentSub)) this.#lookAtValues(item);
  }

  #lookAtValues(item: Y.Item): void {
    const { content } = item;
    const values = valuesOf(item);
    for (let at = 0; at < values.length; ) {
      const start = at;
      const next: unknown[] = [];
      for (; at < values.length; at++) {
        const redacted = this.#value(item, values[at]);
        if (redacted === values[at]) break;
        if (redacted !== nothing) next.push(redacted);
      }
      if (at > start) this.#replace(item, { start, end: at, ...contentOf(content, next) });
      else at++;
    }
  }

  /** Handles text that is the value of an entry. Stock clients don't create such text, and it is not running text. */
  #lookAtString(item: Y.Item, { str }: Y.ContentString): void {
    const isNamed = item.parentSub !== null && mayMention(str, this.#subjects);
    if (isNamed) this.#replace(item, { start: 0, end: item.length });
  }

  #lookAtFormat(item: Y.Item, { key, value }: Y.ContentFormat): void {
    const redacted = this.#field(key, value);
    if (this.#isName(key)) this.#replace(item, { start: 0, end: 1 });
    else if (redacted !== value)
      this.#replace(item, { start: 0, end: 1, content: new Y.ContentFormat(key, redacted as object) });
  }

  /**
   * Replaces or removes an entry of a map or element that represents a data subject.
   * @returns false for other entries.
   */
  #replaceEntry(item: Y.Item, key: string): boolean {
    const type = typeAround(item);
    if (!type || !this.#isTheirs(type)) return false;
    const by = replacementOf(type, key);
    const [value] = item.content.getContent();
    if (by !== undefined && by !== value) this.#replace(item, { start: 0, end: 1, content: new Y.ContentAny([by]) });
    // A root type, or a text with attributes, is more than the description of a person.
    const isWhole = type._item !== null && !(type instanceof Y.Text);
    if (by === undefined && (isWhole || key === "email")) this.#replace(item, { start: 0, end: 1 });
    return by !== undefined || isWhole || key === "email";
  }

  /** Whether the entries of a map, or the attributes of an element, represent a data subject. */
  #isTheirs(type: AnyType): boolean {
    const cachedResult = this.#theirs.get(type);
    if (cachedResult !== undefined) return cachedResult;
    const isTheirs = this.#isId(entryOf(type, "userId")) || (isMention(type) && this.#isId(entryOf(type, "id")));
    this.#theirs.set(type, isTheirs);
    return isTheirs;
  }

  #isId(value: unknown): boolean {
    return typeof value === "string" && this.#subjects.userIds.has(value);
  }

  /** Redacts a value. @returns the same value if it names no data subject, or `nothing` to remove it. */
  #value(item: Y.Item, value: unknown): unknown {
    const key = keyOf(item) ?? "";
    if (item.parentSub === null) {
      if (USER_IDS_FIELD.test(key) && this.#isId(value)) return nothing;
      return item.content instanceof Y.ContentEmbed ? this.#embed(value) : this.#json(value);
    }
    // As in JSON, another user with the same address keeps it.
    const isOfOther = key === "email" && typeof entryOf(item.parent as AnyType, "userId") === "string";
    return isOfOther ? value : this.#field(key, value);
  }

  #embed(embed: unknown): unknown {
    if (typeof embed !== "object" || embed === null || isTooDeep(embed)) return this.#json(embed);
    const entries = Object.entries(embed).map(([key, value]) => [key, this.#field(key, value), value] as const);
    const isNew = entries.some(([, redacted, value]) => redacted !== value);
    return this.#json(isNew && !Array.isArray(embed) ? Object.fromEntries(entries) : embed);
  }

  #field(key: string, value: unknown): unknown {
    if (key === "mention" && this.#isId((value as { id?: unknown } | null)?.id)) return MENTION;
    return isTooDeep(value) ? this.#json(value) : redactField(key, value, this.#subjects);
  }

  #json(value: unknown): unknown {
    if (!isTooDeep(value)) return redactJson(value, this.#subjects);
    return textsIn(value).some((text) => mayMention(text, this.#subjects)) ? null : value;
  }

  #lookAtText(type: AnyType, other: string): void {
    const { text, pieces } = textOf(type, other);
    const key = type._item?.parentSub ?? "";
    const isId = USER_ID_FIELD.test(key) && this.#isId(text);
    if (isId) this.#replaceText(pieces, [{ start: 0, end: text.length }], DELETED_USER.userId);
    else this.#replaceText(pieces, spansNaming(text, this.#subjects), DELETED_USER.name);
  }

  #replaceText(pieces: readonly TextPiece[], spans: readonly Span[], by: string): void {
    let first = 0;
    const lengthOf = (index: number) => pieces[index]?.length ?? 0;
    for (const { start, end } of spans) {
      let isFirst = true;
      while (first < pieces.length && (pieces[first]?.at ?? 0) + lengthOf(first) <= start) first++;
      for (let i = first; i < pieces.length; i++) {
        const { item, at, length } = pieces[i] as TextPiece;
        if (at >= end) break;
        const part = { start: Math.max(0, start - at), end: Math.min(length, end - at) };
        this.#replace(item, { ...part, ...(isFirst && { content: new Y.ContentString(by) }) });
        isFirst = false;
      }
    }
  }

  #replace(item: Y.Item, edit: ItemEdit): void {
    const edits = this.#parts.get(item);
    if (edits) edits.push(edit);
    else this.#parts.set(item, [edit]);
  }
}

/** Marks an element of a list that is removed. */
const nothing = Symbol("nothing");

/** Replaces a mention of Quill. */
const MENTION = { id: DELETED_USER.userId, value: DELETED_USER.name } as const;

/** The value that replaces an entry of a data subject; undefined if the entry has no replacement. */
function replacementOf(type: AnyType, key: string): string | undefined {
  if (key === "userId") return DELETED_USER.userId;
  if (key === "name") return DELETED_USER.name;
  if (!isMention(type)) return undefined;
  if (key === "id") return DELETED_USER.userId;
  return key === "label" ? DELETED_USER.name : undefined;
}

/** Whether a type is a mention as ProseMirror stores it. */
function isMention(type: AnyType): boolean {
  return type instanceof Y.XmlElement && type.nodeName === "mention";
}

/** The content of an item for the remaining values; empty if there are none. */
function contentOf(content: ItemContent, values: readonly unknown[]): { content?: ItemContent } {
  if (values.length === 0) return {};
  if (content instanceof Y.ContentEmbed) return { content: new Y.ContentEmbed(values[0] as object) };
  if (!(content instanceof Y.ContentDoc)) return { content: new Y.ContentAny([...values]) };
  const { guid, gc, autoLoad, shouldLoad } = content.doc;
  return { content: new Y.ContentDoc(new Y.Doc({ guid, gc, autoLoad, shouldLoad, meta: values[0] })) };
}

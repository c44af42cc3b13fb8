import { parseIndexed } from "#store/index-file";
import type { DocData, Value } from "#store/port";
import { ascendingTwin, indexFields } from "#store/query-plan";
import { UNDER } from "#store/rules";
import type { IndexFile, Tree } from "#store/tree";
import type { Collections } from "./collections.ts";
import type { Database } from "./database.ts";
import { encodeScalar, invert } from "./keys.ts";

/** One indexed field; `inverted` bytes sort descending. */
export interface IndexedField {
  field: string;
  contains: boolean;
  inverted: boolean;
}

/** An index in the file. Entries of group indexes are stored per scope document and end with the path. */
export interface Index {
  num: number;
  collection: string;
  group: boolean;
  fields: IndexedField[];
}

/** One row of the `entries` table, without the document it points to. */
export interface Entry {
  index: number;
  scope: number;
  key: Buffer;
}

/** The location of a document. */
export interface IndexedDocument {
  /** Path of its collection, its number, and the last name of the path. */
  path: string;
  num: number;
  collection: string;
  /** Encoded, as in its path. */
  id: string;
}

/** What all entries of a document in group indexes have in common. */
interface GroupPlace {
  scope: number;
  /** The end of their keys. */
  suffix: Buffer;
}

/** Name of an index; indexes of one name have the same entries. */
export function indexName(collection: string, group: boolean, fields: { field: string; kind: string }[]): string {
  return `${group ? "group " : ""}${collection}: ${fields.map((f) => `${f.field} ${f.kind}`).join(", ")}`;
}

/**
 * The indexes of the tree and of the index file. In the stored bytes the last key ascends: an index whose last key
 * descends is scanned backwards, so that ids descend with it. Where the file declares both directions, one index serves
 * both; otherwise the keys before the last one are stored inverted.
 */
export class Indexes {
  readonly #byCollection = new Map<string, Index[]>();
  readonly #byName = new Map<string, Index>();
  /** Names of the indexed fields, by collection. */
  readonly #fields = new Map<string, Set<string>>();
  readonly #scopes = new Map<string, string>();
  /** Indexes that are new in the file, which lack entries for existing documents. */
  readonly added: Index[] = [];

  constructor(db: Database, tree: Tree, composites: IndexFile["indexes"]) {
    for (const [collection, rule] of Object.entries(tree.collections)) {
      if (rule.groupUnder) this.#scopes.set(collection, rule.groupUnder);
      for (const { field, kind } of (rule.indexed ?? []).map(parseIndexed)) {
        // The bounds of a group are the scope of its entries; a single field is read in both directions.
        if (field === UNDER) this.#add(db, collection, true, []);
        else this.#add(db, collection, false, [{ field, kind: kind === "desc" ? "asc" : kind }]);
      }
    }
    for (const composite of composites) {
      const twin = ascendingTwin(composite, composites);
      const group = composite.queryScope === "COLLECTION_GROUP";
      const name = indexName(composite.collectionGroup, group, indexFields(composite));
      this.#byName.set(name, this.#add(db, composite.collectionGroup, group, indexFields(twin ?? composite)));
    }
  }

  #add(db: Database, collection: string, group: boolean, fields: { field: string; kind: string }[]): Index {
    const name = indexName(collection, group, fields);
    const knownIndex = this.#byName.get(name);
    if (knownIndex) return knownIndex;
    const backwards = fields.at(-1)?.kind === "desc";
    const existing = db.statement("SELECT num FROM indexes WHERE definition = ?").get(name);
    const row = existing ?? db.statement("INSERT INTO indexes (definition) VALUES (?) RETURNING num").get(name);
    const index: Index = {
      num: (row as { num: number }).num,
      collection,
      group,
      fields: fields.map(({ field, kind }) => ({
        field,
        contains: kind === "contains",
        inverted: (kind === "desc") !== backwards,
      })),
    };
    this.#byName.set(name, index);
    this.#byCollection.set(collection, [...(this.#byCollection.get(collection) ?? []), index]);
    const names = this.#fields.get(collection) ?? new Set();
    this.#fields.set(collection, names);
    for (const { field } of fields) names.add(field);
    if (!existing) this.added.push(index);
    return index;
  }

  /** The index of a name. @throws Error, a programming error, when it is not declared. */
  get(name: string): Index {
    const index = this.#byName.get(name);
    if (!index) throw new Error(`no index ${name}`);
    return index;
  }

  /** The numbers of all indexes. */
  numbers(): number[] {
    return [...this.#byCollection.values()].flat().map(({ num }) => num);
  }

  /** Whether the collection has indexes, so that a write must read the document it replaces. */
  has(collection: string): boolean {
    return this.#byCollection.has(collection);
  }

  /** Scope of a document's group entries: the scope document's path and the collection's name. */
  groupScope(collectionPath: string, collection: string): string {
    const marker = `${this.#scopes.get(collection)}/`;
    const start = collectionPath.startsWith(marker) ? 0 : collectionPath.indexOf(`/${marker}`) + 1;
    const end = collectionPath.indexOf("/", start + marker.length);
    return groupScopePath(end < 0 ? collectionPath : collectionPath.slice(0, end), collection);
  }

  /** The fields of a document by which its collection is indexed, with copies of its lists. */
  indexedFields(collection: string, data: DocData): DocData {
    const fields: DocData = {};
    for (const name of this.#fields.get(collection) ?? []) {
      const value = data[name];
      if (value !== undefined) fields[name] = Array.isArray(value) ? [...value] : value;
    }
    return fields;
  }

  /** The entries of a document. @param only indexes to consider; default: all. */
  entries(collections: Collections, document: IndexedDocument, data: DocData, only?: Index[]): Entry[] {
    const indexes = only ?? this.#byCollection.get(document.collection) ?? [];
    const group = this.#groupPlace(collections, document);
    return indexes.flatMap((index) => entriesOf(index, document, data, group));
  }

  /** The entries that a document loses and gains when its content changes; undefined content means that it does not exist. */
  changes(
    collections: Collections,
    document: IndexedDocument,
    before: DocData | undefined,
    after: DocData | undefined,
  ): { removed: Entry[]; added: Entry[] } {
    const removed: Entry[] = [];
    const added: Entry[] = [];
    const group = this.#groupPlace(collections, document);
    for (const index of this.#byCollection.get(document.collection) ?? []) {
      if (before && after && index.fields.every(({ field }) => isSame(before[field], after[field]))) continue;
      const [gone, come] = before && after ? withoutCommon(index, before, after) : [before, after];
      if (gone) removed.push(...entriesOf(index, document, gone, group));
      if (come) added.push(...entriesOf(index, document, come, group));
    }
    return { removed, added };
  }

  /** Looks the place up lazily, because most changes touch no group index. */
  #groupPlace(collections: Collections, { path, collection, id }: IndexedDocument): () => GroupPlace {
    let place: GroupPlace | undefined;
    return () => {
      place ??= {
        scope: collections.number(this.groupScope(path, collection)),
        suffix: Buffer.from(`${path}/${id}`),
      };
      return place;
    };
  }
}

function entriesOf(index: Index, { num }: IndexedDocument, data: DocData, group: () => GroupPlace): Entry[] {
  if (!index.group) return documentKeys(index, data).map((key) => ({ index: index.num, scope: num, key }));
  const keys = documentKeys(index, data, () => group().suffix);
  return keys.map((key) => ({ index: index.num, scope: group().scope, key }));
}

/** Both contents without the elements that their lists share, if only the indexed list differs. */
function withoutCommon({ fields }: Index, before: DocData, after: DocData): [DocData, DocData] {
  const list = fields.find(({ contains }) => contains)?.field;
  const [was, is] = list === undefined ? [] : [before[list], after[list]];
  const isInList = fields.every(({ field }) => field === list || isSame(before[field], after[field]));
  if (list === undefined || !isInList || !Array.isArray(was) || !Array.isArray(is)) return [before, after];
  const [inWas, inIs] = [new Set(was), new Set(is)];
  return [
    { ...before, [list]: was.filter((value) => !inIs.has(value)) },
    { ...after, [list]: is.filter((value) => !inWas.has(value)) },
  ];
}

/** Equality of scalars and of lists of them, with dates compared by their time. */
function isSame(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, i) => isSame(value, b[i]));
  return a instanceof Date && b instanceof Date && a.getTime() === b.getTime();
}

/** Name of a group scope. Its empty segment distinguishes it from every collection path. */
export function groupScopePath(under: string, collection: string): string {
  return `${under}//${collection}`;
}

/** The bytes of one field's value in the index. */
export function fieldKey(field: IndexedField, value: Value | undefined): Buffer | undefined {
  const bytes = encodeScalar(value);
  return bytes && field.inverted ? invert(bytes) : bytes;
}

/**
 * One key per document, one per distinct element if the index has a `contains` field, none if a field is missing.
 * @param suffix returns the end of each key; called only if there is a key.
 */
export function documentKeys(index: Index, data: DocData, suffix?: () => Buffer): Buffer[] {
  if (!index.fields.some(({ contains }) => contains)) return scalarKeys(index, data, suffix);
  let keys: Buffer[][] = [[]];
  for (const field of index.fields) {
    const value = data[field.field];
    if (field.contains !== Array.isArray(value)) return [];
    const values = field.contains ? (value as Value[]) : [value];
    const encoded = values.map((v) => fieldKey(field, v)).filter((v) => v !== undefined);
    const distinct = [...new Map(encoded.map((bytes) => [bytes.toString("latin1"), bytes])).values()];
    keys = keys.flatMap((key) => distinct.map((bytes) => [...key, bytes]));
  }
  return keys.map((key) => Buffer.concat(suffix ? [...key, suffix()] : key));
}

/** The key of a document in an index without a list. On a hot path: most writes call it several times. */
function scalarKeys({ fields }: Index, data: DocData, suffix?: () => Buffer): Buffer[] {
  const encoded: Buffer[] = [];
  for (const field of fields) {
    const value = data[field.field];
    const bytes = Array.isArray(value) ? undefined : fieldKey(field, value);
    if (!bytes) return [];
    encoded.push(bytes);
  }
  if (suffix) encoded.push(suffix());
  return [encoded.length === 1 && encoded[0] ? encoded[0] : Buffer.concat(encoded)];
}

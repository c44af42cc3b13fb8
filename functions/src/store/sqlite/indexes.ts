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

/** Name of an index; indexes of one name have the same entries. */
export function indexName(collection: string, group: boolean, fields: { field: string; kind: string }[]): string {
  return `${group ? "group " : ""}${collection}: ${fields.map((f) => `${f.field} ${f.kind}`).join(", ")}`;
}

/**
 * The indexes of the tree and of the index file. In the stored bytes the last key ascends: an index whose last key descends
 * is scanned backwards, so that ids descend with it. Where the file declares both directions, one index serves both;
 * otherwise the keys before the last one are stored inverted.
 */
export class Indexes {
  readonly #byCollection = new Map<string, Index[]>();
  readonly #byName = new Map<string, Index>();
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
    const known = this.#byName.get(name);
    if (known) return known;
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

  /** The indexes with a field that differs. In all others both documents have the same entries. */
  differing(collection: string, before: DocData, after: DocData): Index[] {
    const indexes = this.#byCollection.get(collection) ?? [];
    return indexes.filter(({ fields }) => fields.some(({ field }) => !isSame(before[field], after[field])));
  }

  /** Scope of a document's group entries: the scope document's path and the collection's name. */
  groupScope(collectionPath: string, collection: string): string {
    const marker = `${this.#scopes.get(collection)}/`;
    const start = collectionPath.startsWith(marker) ? 0 : collectionPath.indexOf(`/${marker}`) + 1;
    const end = collectionPath.indexOf("/", start + marker.length);
    return groupScopePath(end < 0 ? collectionPath : collectionPath.slice(0, end), collection);
  }

  /** The entries of a document. @param only in these indexes; default: in all. */
  entries(
    collections: Collections,
    collectionPath: string,
    collection: string,
    id: string,
    data: DocData,
    only?: Index[],
  ): Entry[] {
    const result: Entry[] = [];
    for (const index of only ?? this.#byCollection.get(collection) ?? []) {
      const keys = documentKeys(index, data);
      if (keys.length === 0) continue;
      const scope = collections.number(index.group ? this.groupScope(collectionPath, collection) : collectionPath);
      for (const key of keys)
        result.push({
          index: index.num,
          scope,
          key: index.group ? Buffer.concat([key, Buffer.from(`${collectionPath}/${id}`)]) : key,
        });
    }
    return result;
  }
}

/** Equality of scalars, with dates compared by their time. */
function isSame(a: Value | undefined, b: Value | undefined): boolean {
  return a === b || (a instanceof Date && b instanceof Date && a.getTime() === b.getTime());
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

/** One key per document, one per distinct element where the index has a `contains` field, none where a field is missing. */
export function documentKeys(index: Index, data: DocData): Buffer[] {
  if (!index.fields.some(({ contains }) => contains)) return scalarKeys(index, data);
  let keys: Buffer[] = [Buffer.alloc(0)];
  for (const field of index.fields) {
    const value = data[field.field];
    if (field.contains !== Array.isArray(value)) return [];
    const values = field.contains ? (value as Value[]) : [value];
    const encoded = values.map((v) => fieldKey(field, v)).filter((v) => v !== undefined);
    const distinct = [...new Map(encoded.map((bytes) => [bytes.toString("latin1"), bytes])).values()];
    keys = keys.flatMap((key) => distinct.map((bytes) => Buffer.concat([key, bytes])));
  }
  return keys;
}

/** The key of a document where no field is a list. Most writes come here, several times each. */
function scalarKeys({ fields }: Index, data: DocData): Buffer[] {
  const encoded: Buffer[] = [];
  for (const field of fields) {
    const value = data[field.field];
    const bytes = Array.isArray(value) ? undefined : fieldKey(field, value);
    if (!bytes) return [];
    encoded.push(bytes);
  }
  return [encoded.length === 1 && encoded[0] ? encoded[0] : Buffer.concat(encoded)];
}

import { parseIndexed } from "@atrium/functions/store/index-file";
import type { DocData, Value } from "@atrium/functions/store/port";
import { indexFields } from "@atrium/functions/store/query-plan";
import { scopeOf, UNDER } from "@atrium/functions/store/rules";
import { documentKeys, type Index, type IndexedField } from "@atrium/functions/store/sqlite/indexes";
import { encodeScalar, invert } from "@atrium/functions/store/sqlite/keys";
import type { IndexFile, Tree } from "@atrium/functions/store/tree";

/** An index as Firestore keeps it: in one direction, with separate entries per collection or per scope of a group. */
export interface ModelIndex extends Index {
  name: string;
}

/** An entry: the range that it is in, and its key there. */
export interface Entry {
  range: string;
  key: string;
}

/** The indexes that Firestore keeps according to `firestore.indexes.json`, and a document's entries in them. */
export class ModelIndexes {
  readonly #tree: Tree;
  readonly #byCollection = new Map<string, ModelIndex[]>();

  constructor(tree: Tree, composites: IndexFile["indexes"]) {
    this.#tree = tree;
    for (const [collection, { indexed = [], groupUnder }] of Object.entries(tree.collections)) {
      this.#add(collection, false, []);
      if (groupUnder) this.#add(collection, true, []);
      for (const { field, kind } of indexed.map(parseIndexed))
        if (field !== UNDER) this.#add(collection, false, [{ field, kind }]);
    }
    for (const { collectionGroup, queryScope, ...rest } of composites)
      this.#add(
        collectionGroup,
        queryScope === "COLLECTION_GROUP",
        indexFields({ collectionGroup, queryScope, ...rest }),
      );
  }

  #add(collection: string, group: boolean, fields: { field: string; kind: string }[]): void {
    const name = `${group ? "group " : ""}${collection}(${fields.map(({ field, kind }) => `${field} ${kind}`).join(", ")})`;
    const storedFields = fields.map(({ field, kind }) => ({
      field,
      contains: kind === "contains",
      inverted: kind === "desc",
    }));
    const others = this.#byCollection.get(collection) ?? [];
    this.#byCollection.set(collection, [...others, { num: 0, name, collection, group, fields: storedFields }]);
  }

  /** The index that serves the fields of a query plan. @throws Error if there is none. */
  find(collection: string, group: boolean, fields: { field: string; kind: string }[]): ModelIndex {
    const isMatch = (index: ModelIndex) =>
      index.group === group &&
      index.fields.length === fields.length &&
      index.fields.every(
        ({ field, contains, inverted }, i) =>
          field === fields[i]?.field && (contains ? "contains" : inverted ? "desc" : "asc") === fields[i]?.kind,
      );
    const index = this.#byCollection.get(collection)?.find(isMatch);
    if (!index) throw new Error(`no index of ${collection} for ${JSON.stringify(fields)}`);
    return index;
  }

  /** All entries of a document, starting with the one by id. */
  entries(path: string, data: DocData): Entry[] {
    const segments = path.split("/");
    const collection = segments.at(-2) as string;
    const parent = path.slice(0, path.lastIndexOf("/"));
    return (this.#byCollection.get(collection) ?? []).flatMap((index) => {
      const scope = index.group ? scopeOf(this.#tree, path) : parent;
      return documentKeys(index, data).map((key) => ({
        range: rangeOf(index, scope ?? ""),
        key: key.toString("latin1") + idKey(path, isDescending(index)),
      }));
    });
  }
}

/** Name of the range that holds the entries of one index below one place. */
export function rangeOf({ name }: ModelIndex, scope: string): string {
  return `${name}|${scope}`;
}

/** Whether documents with equal values are in descending order of id. */
export function isDescending({ fields }: ModelIndex): boolean {
  return fields.at(-1)?.inverted ?? false;
}

/** The last part of a key, which orders by path. */
export function idKey(path: string, descending: boolean): string {
  const bytes = encodeScalar(path) as Buffer;
  return (descending ? invert(bytes) : bytes).toString("latin1");
}

/** The part of a key for one value; undefined for a value that is not indexed. */
export function valueKey({ inverted }: IndexedField, value: Value | undefined): string | undefined {
  const bytes = encodeScalar(value);
  return bytes && (inverted ? invert(bytes) : bytes).toString("latin1");
}

import { NAMED, UNDER } from "./rules.ts";
import type { IndexFile, Tree } from "./tree.ts";

/** A field of an index, and how it is indexed. */
export interface IndexField {
  field: string;
  kind: "asc" | "desc" | "contains";
}

/** Reads an entry of `indexed`: `field`, `field desc` or `field contains`. */
export function parseIndexed(entry: string): IndexField {
  const [field = "", kind = "asc"] = entry.split(" ");
  return { field, kind: kind as IndexField["kind"] };
}

/**
 * Content of `firestore.indexes.json`. By default Firestore indexes every field in both directions; these overrides index
 * only the fields that the tree declares, in the declared way.
 * @param indexes composite indexes.
 */
export function firestoreIndexes(tree: Tree, indexes: IndexFile["indexes"]): IndexFile {
  return { indexes, fieldOverrides: Object.keys(tree.collections).flatMap((name) => overridesOf(tree, name)) };
}

function overridesOf(tree: Tree, collectionGroup: string): IndexFile["fieldOverrides"] {
  const { groupUnder, indexed = [], ttl, named } = tree.collections[collectionGroup] ?? {};
  const fields = Map.groupBy(indexed.map(parseIndexed), ({ field }) => field);
  const overrides = [...fields].map(([fieldPath, modes]) => ({ fieldPath, indexes: modes.map(modeOf) }));
  if (ttl !== undefined && !fields.has(ttl)) overrides.push({ fieldPath: ttl, indexes: [] });
  if (named)
    overrides.push({ fieldPath: NAMED, indexes: [{ arrayConfig: "CONTAINS", queryScope: "COLLECTION_GROUP" }] });
  return [
    // `ttl` is left out, not `false`: Firestore refuses the key for the wildcard field.
    { collectionGroup, fieldPath: "*", indexes: [] },
    ...overrides.map(({ fieldPath, indexes }) => ({
      collectionGroup,
      fieldPath,
      ...(fieldPath === ttl && !fields.has(ttl) && { ttl: true }),
      indexes,
    })),
  ];

  function modeOf({ field, kind }: IndexField): IndexFile["fieldOverrides"][number]["indexes"][number] {
    const queryScope = groupUnder !== undefined && field === UNDER ? "COLLECTION_GROUP" : "COLLECTION";
    if (kind === "contains") return { arrayConfig: "CONTAINS", queryScope };
    return { order: kind === "desc" ? "DESCENDING" : "ASCENDING", queryScope };
  }
}

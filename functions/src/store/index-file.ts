import { UNDER } from "./rules.ts";
import type { IndexFile, Tree } from "./tree.ts";

/** A field of an index and how it stands in it. */
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
 * What `firestore.indexes.json` must hold. Firestore indexes every field of every document unless told otherwise, in
 * both directions; here no field is, but those that the tree declares, in the way that it declares.
 * @param indexes the composite ones.
 */
export function firestoreIndexes(tree: Tree, indexes: IndexFile["indexes"]): IndexFile {
  return { indexes, fieldOverrides: Object.keys(tree.collections).flatMap((name) => overridesOf(tree, name)) };
}

function overridesOf(tree: Tree, collectionGroup: string): IndexFile["fieldOverrides"] {
  const { groupUnder, indexed = [], ttl } = tree.collections[collectionGroup] ?? {};
  const fields = Map.groupBy(indexed.map(parseIndexed), ({ field }) => field);
  const overrides = [...fields].map(([fieldPath, modes]) => ({ fieldPath, indexes: modes.map(modeOf) }));
  if (ttl !== undefined && !fields.has(ttl)) overrides.push({ fieldPath: ttl, indexes: [] });
  return [
    // Without `ttl`, also not `false`: Firestore refuses it for all fields at once.
    { collectionGroup, fieldPath: "*", indexes: [] },
    ...overrides.map(({ fieldPath, indexes }) => ({
      collectionGroup,
      fieldPath,
      ...(fieldPath === ttl && { ttl: true }),
      indexes,
    })),
  ];

  function modeOf({ field, kind }: IndexField): IndexFile["fieldOverrides"][number]["indexes"][number] {
    const queryScope = groupUnder !== undefined && field === UNDER ? "COLLECTION_GROUP" : "COLLECTION";
    if (kind === "contains") return { arrayConfig: "CONTAINS", queryScope };
    return { order: kind === "desc" ? "DESCENDING" : "ASCENDING", queryScope };
  }
}

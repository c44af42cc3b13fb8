import { UNDER } from "./rules.ts";
import type { IndexFile, Tree } from "./tree.ts";

/** The tree and the composite indexes of a store, extended by the indexes that the tree declares as local. */
export function withLocalIndexes<Declared extends { tree: Tree; indexes: IndexFile["indexes"] }>(
  declared: Declared,
): Declared {
  const { tree, indexes } = declared;
  const collections = Object.fromEntries(
    Object.entries(tree.collections).map(([name, { local = [], ...rule }]) => {
      const single = local.flatMap((fields) => (fields.length === 1 ? fields : []));
      return [name, { ...rule, indexed: [...(rule.indexed ?? []), ...single] }];
    }),
  );
  return { ...declared, tree: { ...tree, collections }, indexes: [...indexes, ...localComposites(tree)] };
}

function localComposites({ collections }: Tree): IndexFile["indexes"] {
  return Object.entries(collections).flatMap(([collectionGroup, { local = [] }]) =>
    local
      .filter((fields) => fields.length > 1)
      .map((fields) => ({
        collectionGroup,
        queryScope: fields[0] === UNDER ? ("COLLECTION_GROUP" as const) : ("COLLECTION" as const),
        fields: fields.map((fieldPath) => ({ fieldPath, order: "ASCENDING" as const })),
      })),
  );
}

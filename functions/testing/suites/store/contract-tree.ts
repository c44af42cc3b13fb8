import type { IndexFile, Tree } from "#store/tree";

/** The collections that the contract suite works in. Every test has its own document of `worlds`. */
export const contractTree: Tree = {
  roots: ["worlds"],
  collections: {
    worlds: { children: ["items", "logs"] },
    items: { children: ["notes", "logs"], indexed: ["n", "n desc", "text", "text desc", "tags", "tags contains"] },
    notes: { indexed: ["n", "n desc"] },
    logs: { groupUnder: "worlds", indexed: ["_under", "n", "n desc"] },
  },
};

type Index = IndexFile["indexes"][number];

function index(collectionGroup: string, queryScope: Index["queryScope"], ...fields: string[]): Index {
  return {
    collectionGroup,
    queryScope,
    fields: fields.map((field) => {
      const [fieldPath = "", kind] = field.split(" ");
      if (kind === "contains") return { fieldPath, arrayConfig: "CONTAINS" };
      return { fieldPath, order: kind === "desc" ? "DESCENDING" : "ASCENDING" };
    }),
  };
}

/** The composite indexes of these collections. */
export const contractIndexes: Index[] = [
  index("items", "COLLECTION", "kind", "n"),
  index("items", "COLLECTION", "kind", "n desc"),
  index("items", "COLLECTION", "tags contains", "n"),
  index("items", "COLLECTION", "kind", "n desc", "text"),
  index("items", "COLLECTION", "kind", "text"),
  index("items", "COLLECTION", "n", "text desc"),
  index("logs", "COLLECTION_GROUP", "_under", "n"),
  index("logs", "COLLECTION_GROUP", "_under", "kind", "n desc"),
];

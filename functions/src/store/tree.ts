/** What one collection name means wherever it stands in the tree. */
export interface CollectionRule {
  /** Names of the collections that may stand below a document of this one. */
  children?: readonly string[];
  /** Fields that queries filter or order by on their own. Others carry no single-field index. */
  indexed?: readonly string[];
  /** Collection whose documents bound a group query over all collections of this name. */
  groupUnder?: string;
}

/** Collections by name, and the names that stand at the top. */
export interface Tree {
  roots: readonly string[];
  collections: Readonly<Record<string, CollectionRule>>;
}

/**
 * The collection tree, declared once.
 *
 * Users and grants hang below the resource that they are for: an organization, a folder or a document.
 * Folders and documents are siblings under their organization, joined by `folderId`, `parentFolderId` and `ancestors`,
 * so a move rewrites fields of the folder subtree and never a subcollection.
 */
export const tree: Tree = {
  roots: ["workspaces", "apiKeys", "tasks"],
  collections: {
    workspaces: { children: ["idempotency"], indexed: ["ownerEmail"] },
    apiKeys: { children: ["organizations", "idempotency"], indexed: ["workspaceId"] },
    idempotency: {},
    organizations: { children: ["users", "grants", "userGroups", "folders", "documents"] },
    /** Members and contact list of the resource above. */
    users: {},
    /** Explicit permissions on the resource above, one per user. */
    grants: {},
    userGroups: { children: ["members"] },
    members: { groupUnder: "organizations" },
    folders: { children: ["users", "grants"], indexed: ["parentFolderId"] },
    documents: { children: ["users", "grants", "activities"], indexed: ["folderId"] },
    activities: { groupUnder: "organizations", indexed: ["timestamp"] },
    /** Long work that has been promised and is not yet done. */
    tasks: {},
  },
};

/** Single-field and composite index declarations in the form of `firestore.indexes.json`. */
export interface IndexFile {
  indexes: {
    collectionGroup: string;
    queryScope: "COLLECTION" | "COLLECTION_GROUP";
    fields: { fieldPath: string; order?: "ASCENDING" | "DESCENDING"; arrayConfig?: "CONTAINS" }[];
  }[];
  fieldOverrides: unknown[];
}

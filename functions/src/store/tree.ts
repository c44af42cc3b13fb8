import type { NamedRule } from "#platform/text/named-document";

/** Properties of all collections of one name. */
export interface CollectionRule {
  /** Names of the collections that may exist below a document of this one. */
  children?: readonly string[];
  /**
   * Fields that queries filter or order by alone: `field`, `field desc` for descending order, `field contains`
   * for elements of a list, `_under` for group queries without another filter. No other field is indexed alone.
   */
  indexed?: readonly string[];
  /**
   * Field with the date after which the document may be deleted. Firestore does that by itself, unless the field is in
   * `indexed`: then the sweep deletes the document.
   */
  ttl?: string;
  /**
   * Indexes of ascending fields that only the one-machine host needs: for the sweep of what Firestore deletes by its
   * TTL, and for the queue that Cloud Tasks replaces. Firestore has none of them: values that rise with time limit the
   * writes to an index.
   */
  local?: readonly (readonly string[])[];
  /** Collection whose documents bound a group query over all collections of this name. */
  groupUnder?: string;
  /**
   * Whether writes below a document of this collection lock only that document, and none above it. The deletion of a
   * document above first marks this one as `deleting`, then deletes what is below.
   */
  locks?: true;
  /**
   * Sibling collections whose documents belong to a document of this one and are deleted and moved with it: they name
   * it in `by` and are indexed by that field, then by `order` if there is one.
   */
  dependents?: readonly { collection: string; by: string; order?: string }[];
  /** How its documents name people. A store that `findsNamed` indexes that. */
  named?: NamedRule;
}

/** Collections by name, and the names at the top level. */
export interface Tree {
  roots: readonly string[];
  collections: Readonly<Record<string, CollectionRule>>;
}

/**
 * The collection tree, declared once.
 *
 * Users and grants are below the resource that they apply to: an organization, a folder or a document. Folders and
 * documents are siblings under their organization, joined by `folderId`, `parentFolderId` and `ancestors`, so a move
 * rewrites fields of the folder subtree and never a subcollection. Activities and notifications are siblings of
 * documents, too, because calls name them by organization and id alone.
 */
export const tree: Tree = {
  roots: ["workspaces", "apiKeys", "tasks", "host"],
  collections: {
    workspaces: { children: ["idempotency", "auditLog", "sessions"], indexed: ["ownerEmail"] },
    apiKeys: {
      children: [
        ...["organizations", "idempotency", "configs", "dataDeletions", "tokenRevocations"],
        ...["webhookEndpoints", "messages", "deliveries", "usage", "userUsage"],
        ...["mails", "mailboxes", "inspectors", "inspectedRequests", "traffic"],
      ],
    },
    idempotency: { ttl: "expireAt", local: [["expireAt"]] },
    /** Administrative changes, kept for a year; the order of ids is newest first. */
    auditLog: { indexed: ["apiKeyId", "actor", "action"], ttl: "deleteAt" },
    /** Sessions of browsers, until they end. */
    sessions: { ttl: "deleteAt", local: [["deleteAt"]] },
    /** Service configurations of the API key, one document each. */
    configs: {},
    /** Deletions of people's data, with their progress. */
    dataDeletions: { indexed: ["tasksLeft"], ttl: "deleteAt", local: [["deleteAt"]] },
    /** Revocations of user tokens, one document per user; kept as long as a revoked token could be valid. */
    tokenRevocations: { indexed: ["deleteAt"], ttl: "deleteAt" },
    webhookEndpoints: {},
    /** How much of its storage quota the API key uses, in parts, and how that was last measured. */
    usage: {},
    /** What each user has used of the quota of users. */
    userUsage: {},
    /** Events sent to webhooks, once for all endpoints. */
    messages: { named: {} },
    /** One message for one endpoint, with its attempts; the order of ids is newest first. */
    deliveries: { indexed: ["endpointId"], ttl: "deleteAt", named: { fields: ["messageId"], nested: true } },
    organizations: {
      children: [
        ...["users", "grants", "userGroups", "folders", "documents"],
        ...["activities", "notifications", "inbox", "notificationPreferences", "migrations"],
        ...["notices", "noticeBatches", "mailRecipients"],
      ],
      named: {},
      dependents: [{ collection: "mails", by: "organizationId" }],
    },
    /** Members and contact list of the resource above. */
    users: { named: { id: true } },
    /** Explicit permissions on the resource above, one per user. */
    grants: { groupUnder: "apiKeys", named: { id: true } },
    userGroups: { children: ["members"], named: {} },
    members: { groupUnder: "organizations", named: { id: true } },
    folders: { children: ["users", "grants"], indexed: ["parentFolderId"], named: {} },
    documents: {
      children: [
        ...["users", "grants", "presence", "liveState", "crdt"],
        ...["recordings", "commentAnnotations", "notificationPreferences"],
      ],
      indexed: ["folderId", "deleting"],
      locks: true,
      named: {},
      dependents: [
        { collection: "activities", by: "documentId", order: "timestamp" },
        { collection: "inbox", by: "documentId", order: "timestamp" },
        { collection: "notices", by: "documentId", order: "timestamp" },
        { collection: "notifications", by: "documentId", order: "timestamp" },
      ],
    },
    /** Activity records, below the organization because calls name them by id without their document. */
    activities: { indexed: ["timestamp", "timestamp desc"], named: { fields: ["userId"] } },
    /** Migrations of documents to other ids, with their progress. */
    migrations: { groupUnder: "apiKeys", ttl: "deleteAt", local: [["_under", "deleteAt"]], named: {} },
    /** Content of a notification, once for all recipients. */
    notifications: {
      indexed: ["timestamp", "timestamp desc"],
      dependents: [
        { collection: "inbox", by: "notificationId" },
        { collection: "notices", by: "notificationId" },
      ],
      named: { fields: ["actorId"] },
    },
    /** Received notifications: one document per recipient and notification. */
    inbox: { indexed: ["notificationId"], named: { fields: ["userId"] } },
    /** The state of an event for one person: held until a time, batched, delivered or dropped. */
    notices: {
      groupUnder: "apiKeys",
      indexed: ["notificationId", "heldUntil", "timestamp desc"],
      ttl: "deleteAt",
      named: { fields: ["userId"] },
    },
    /** Mails that are stored instead of being sent, and how many there ever were. */
    mails: { indexed: ["organizationId"], ttl: "deleteAt", local: [["deleteAt"]] },
    mailboxes: {},
    /** Receivers of webhooks on the server itself, and what they have received. */
    inspectors: {},
    /** How much the API key is used, by hour and process. */
    traffic: { ttl: "deleteAt", local: [["deleteAt"]] },
    inspectedRequests: { ttl: "deleteAt", local: [["deleteAt"]] },
    /** Notices of one user that are sent together. */
    noticeBatches: { indexed: ["closesAt"], named: { fields: ["userId"] } },
    /** How many mails a person got lately, and whether the address refuses them. */
    mailRecipients: {
      groupUnder: "apiKeys",
      ttl: "deleteAt",
      local: [["_under", "deleteAt"]],
      named: { fields: ["userId"] },
    },
    /** One per user: below an organization the default, below a document the override for it. */
    notificationPreferences: { named: { id: true } },
    /** One per recently present user. */
    presence: { groupUnder: "apiKeys", ttl: "deleteAt", local: [["_under", "deleteAt"]], named: { id: true } },
    liveState: { named: { keys: true } },
    /** One per editor; large content is stored in `chunks`, later changes in `updates`. */
    crdt: { children: ["chunks", "updates", "awareness"], named: { fields: ["named", "lastUpdatedBy"] } },
    chunks: {},
    /** Updates are not decoded until they are folded into the content, seconds later, so they may name anybody. */
    updates: { named: { anybody: true } },
    /** What an editor's clients over HTTP report about themselves, kept for seconds. */
    awareness: { groupUnder: "apiKeys", ttl: "deleteAt", local: [["_under", "deleteAt"]], named: {} },
    recordings: { groupUnder: "organizations", indexed: ["_under"], named: { fields: ["fromUserId"] } },
    /** Comment threads, each with its comments. */
    commentAnnotations: {
      groupUnder: "organizations",
      indexed: ["countedStatus", "countedSingly"],
      named: { fields: ["people"], most: 3000 },
    },
    /** Tasks that are not yet done. */
    tasks: { indexed: ["sweepAt", "failedAt"], local: [["job", "nextAt"]] },
    /**
     * Data of no tenant: the time that has elapsed, and what the one-machine host stores (its address, the check of its
     * key, codes of links to its pages).
     */
    host: {},
  },
};

type QueryScope = "COLLECTION" | "COLLECTION_GROUP";

/** How a field is indexed: by order or by its elements. */
interface IndexMode {
  order?: "ASCENDING" | "DESCENDING";
  arrayConfig?: "CONTAINS";
}

/** Composite indexes and overrides for single fields, in the format of `firestore.indexes.json`. */
export interface IndexFile {
  indexes: {
    collectionGroup: string;
    queryScope: QueryScope;
    fields: ({ fieldPath: string } & IndexMode)[];
  }[];
  fieldOverrides: {
    collectionGroup: string;
    fieldPath: string;
    /** Firestore deletes documents after the date in this field. At most one field of a collection. */
    ttl?: boolean;
    /** All single-field indexes of the field; the field `*` stands for all unnamed fields. */
    indexes: ({ queryScope: QueryScope } & IndexMode)[];
  }[];
}

// Written by `npm run gen` from the declarations of the endpoints.
import type { ListMethod, Method, PagedMethod, StreamMethod } from "../reply.ts";

/** The user's role on one resource, or why there is none. `expiresAt` is in seconds since 1970. */
export type AccessEntry =
  | {
      /** A `viewer` reads; an `editor` reads and writes. */
      accessRole: AccessRole;
      /** Who may open it without a grant. */
      accessType?: AccessType | undefined;
      /** When it expires. */
      expiresAt?: number | undefined;
    }
  | {
      error: string;
      errorCode: "permission_denied" | "does_not_exist";
      /** Who may open it without a grant. */
      accessType?: AccessType | undefined;
    };

/** An organization, folder or document on the way to a resource, with the user's roles on it. */
export type AccessPlace = {
  /** The kind of resource that a permission is for. */
  type: ResourceType;
  id: string;
  /** Folders can't be disabled. */
  disabled?: boolean | undefined;
  /** The place's own access type; a place without one inherits. */
  accessType?: AccessType | undefined;
  roles: {
    by: "grant" | "membership";
    /** A `viewer` reads; an `editor` reads and writes. */
    accessRole: AccessRole;
    /** When it expires. */
    expiresAt?: number | undefined;
    ended: boolean;
  }[];
};

/** A `viewer` reads, an `editor` reads and writes. */
export type AccessRole = "viewer" | "editor";

/** Who may open a document or folder without a grant. */
export type AccessType = "public" | "organizationPrivate" | "restricted";

export type ActivitiesAddData = {
  /** Whether it succeeded. */
  success: true;
  /** What happened, as text. */
  message: string;
};

export type ActivitiesAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** The records of one call. */
  activities: ActivityInput[];
};

export type ActivitiesDeleteInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the target of the action. */
  targetEntityId?: string | undefined;
  /** Ids of activity records. */
  activityIds?: string[] | undefined;
};

export type ActivitiesGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the target of the action. */
  targetEntityId?: string | undefined;
  /** Only records about these. */
  featureTypes?: FeatureType[] | undefined;
  /** Only records of these actions. */
  actionTypes?: string[] | undefined;
  /** Your id for the user. */
  userId?: string | undefined;
  /** Ids of activity records. */
  activityIds?: string[] | undefined;
  /** By time: oldest first (`asc`) or newest first (`desc`). */
  order?: "asc" | "desc" | undefined;
  /** Maximum number of items in one page; a number above 1,000 counts as 1,000. */
  pageSize?: number | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type ActivitiesUpdateInput = {
  /** Id of the organization. */
  organizationId: string;
  activities: ActivityChange[];
};

/** An activity record as returned: the caller's fields and the service's. */
export type Activity = {
  id: string;
  /** Name of the action, such as `comment.add`. */
  actionType: string;
  /** Missing only in imported records. */
  featureType?: string | undefined;
  /** Id of the target of the action. */
  targetEntityId?: string | undefined;
  /** When the record was first added, in ms since 1970. */
  timestamp: number;
  metadata: {
    /** Id of the API key. */
    apiKey: string;
    /** Id of the document. */
    documentId: string;
    /** Id of the organization. */
    organizationId: string;
  };
  [key: string]: unknown;
};

/** Changes to a record: fields replace the stored ones. `null` removes a field, but is a value in a customer's JSON. */
export type ActivityChange = {
  /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
  id: string;
  changes?:
    | Record<
        string,
        {
          /** Who wrote it. */
          from?: unknown | undefined;
          /** Any JSON value of the customer, stored and returned unchanged. */
          to?: unknown | undefined;
        }
      >
    | undefined
    | null;
  /** Any JSON value of the customer, stored and returned unchanged. */
  entityData?: unknown | undefined;
  /** Any JSON value of the customer, stored and returned unchanged. */
  entityTargetData?: unknown | undefined;
  displayMessageTemplate?: string | undefined | null;
  /** A JSON object of the customer, stored and returned unchanged. */
  displayMessageTemplateData?: Record<string, unknown> | undefined | null;
  actionIcon?: string | undefined | null;
};

/** The configuration with `isEnabled`. */
export type ActivityConfig = {
  /** Time since which activities are logged, in ms since 1970. */
  enabledTime?: number | undefined;
  /** Records can't be changed or deleted. */
  immutable?: boolean | undefined;
  /** Event types, and whether each is on. */
  triggers?:
    | {
        comment?: Record<string, boolean> | undefined;
      }
    | undefined;
  /** Whether it is on. */
  isEnabled: boolean;
};

/** A change of the configuration. */
export type ActivityConfigChange = {
  enabledTime?: number | null | undefined;
  immutable?: boolean | null | undefined;
  /** Event types, and whether each is on. */
  triggers?:
    | {
        comment?: Record<string, boolean | null> | null | undefined;
      }
    | null
    | undefined;
  /** Whether it is on. */
  isEnabled?: boolean | null | undefined;
};

/** An activity record to add. Other fields are the customer's own and are returned. */
export type ActivityInput = {
  /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
  id?: string | undefined;
  /** What the record is about. */
  featureType: FeatureType;
  /** Name of the action, such as `comment.add`. */
  actionType: string;
  /** Who did it. */
  actionUser: EmbeddedUser;
  /** Id of the target of the action. */
  targetEntityId?: string | undefined;
  /** Id of the part of the target. */
  targetSubEntityId?: string | undefined;
  changes?:
    | Record<
        string,
        {
          /** Who wrote it. */
          from?: unknown | undefined;
          /** Any JSON value of the customer, stored and returned unchanged. */
          to?: unknown | undefined;
        }
      >
    | undefined;
  /** Any JSON value of the customer, stored and returned unchanged. */
  entityData?: unknown | undefined;
  /** Any JSON value of the customer, stored and returned unchanged. */
  entityTargetData?: unknown | undefined;
  /** A text with variables in double curly brackets; the client fills them in. */
  displayMessageTemplate?: string | undefined;
  /** A JSON object of the customer, stored and returned unchanged. */
  displayMessageTemplateData?: Record<string, unknown> | undefined;
  /** A URL or the name of an icon. */
  actionIcon?: string | undefined;
  /** Whether your activity resolver has the text. */
  isActivityResolverUsed?: boolean | undefined;
  /** Ignored: the server sets it. */
  timestamp?: unknown | undefined;
  /** Ignored: the server sets it. */
  metadata?: unknown | undefined;
  [key: string]: unknown;
};

/** How advanced webhooks are sent. */
export type AdvancedWebhookConfig = {
  /** Whether it is on. */
  isEnabled: boolean;
  /** Whether bodies are encrypted with the public key. */
  encryptData: boolean;
  /** Whether bodies are encoded as base64. */
  encodeData: boolean;
  /** RSA key as SPKI or PKCS #1 in base64, without PEM lines. */
  publicKey: string;
  /** Whether names, e-mail addresses and free text are left out. */
  enableDataProtection: boolean;
};

/** A change of the configuration. */
export type AdvancedWebhookConfigChange = {
  /** Whether it is on. */
  isEnabled?: boolean | null | undefined;
  /** Whether bodies are encrypted with the public key. */
  encryptData?: boolean | null | undefined;
  /** Whether bodies are encoded as base64. */
  encodeData?: boolean | null | undefined;
  /** RSA key as SPKI or PKCS #1 in base64, without PEM lines. */
  publicKey?: string | null | undefined;
  /** Whether names, e-mail addresses and free text are left out. */
  enableDataProtection?: boolean | null | undefined;
};

/** The program that writes on behalf of a person. Other fields are the customer's own and are returned. */
export type Agent = {
  /** Id of the program that wrote. */
  agentId?: string | undefined;
  /** Id of a run of the program that wrote. */
  executionId?: string | undefined;
  /** Kind of the program that wrote. */
  agentType?: string | undefined;
  /** Origin of the program that wrote. */
  agentSource?: string | undefined;
  /** A page about the agent. */
  url?: string | undefined;
  [key: string]: unknown;
};

/** An API key in a list. */
export type ApiKeySummary = {
  id: string;
  /** Name of the API key. */
  apiKeyName: string;
  /** The purpose of an API key. */
  type: ApiKeyType;
};

/** The purpose of an API key. */
export type ApiKeyType = "testing" | "production";

/** A file attached to a comment. The service stores only this description, not the file. */
export type Attachment = {
  attachmentId: number;
  /** Name shown to people. */
  name?: string | undefined;
  bucketPath?: string | undefined;
  /** Bytes. */
  size?: number | undefined;
  type?: string | undefined;
  /** Location of the file. */
  url?: string | undefined;
  thumbnail?: string | undefined;
  /** Media type, such as `image/png`. */
  mimeType?: string | undefined;
  /** A JSON object of the customer, stored and returned unchanged. */
  metadata?: Record<string, unknown> | undefined;
};

/** Every administrative change that the audit log names. */
export type AuditAction =
  | "workspace.create"
  | "apiKey.create"
  | "apiKey.update"
  | "apiKeyConfig.update"
  | "feature.update"
  | "domain.add"
  | "domain.delete"
  | "authToken.reset"
  | "userToken.revoke"
  | "signingKey.rotate"
  | "signingKey.reset"
  | "session.open"
  | "session.create"
  | "session.revoke"
  | "config.update"
  | "webhookEndpoint.create"
  | "webhookEndpoint.update"
  | "webhookEndpoint.delete"
  | "webhookSecret.rotate"
  | "webhookInspector.create"
  | "webhookInspector.delete"
  | "permission.add"
  | "permission.remove"
  | "user.role.set"
  | "document.accessType.update"
  | "folder.accessType.update"
  | "organization.disableState.update"
  | "document.disableState.update"
  | "organization.delete"
  | "folder.delete"
  | "document.delete"
  | "usergroup.delete"
  | "user.delete"
  | "userData.delete"
  | "workspace.import"
  | "apiKey.import"
  | "config.import"
  | "webhookEndpoint.import"
  | "data.import"
  | "data.restore"
  | "demo.reset";

export type AuthAccessCheckData = {
  /** Your id for the user. */
  userId: string;
  resource: {
    type: string;
    id: string;
    /** Id of the organization. */
    organizationId?: string | undefined;
  };
  action: string;
  /** Whether the user may do it. */
  allowed: boolean;
  /** A `viewer` reads; an `editor` reads and writes. */
  accessRole?: AccessRole | undefined;
  /** Who may open it without a grant. */
  accessType?: AccessType | undefined;
  /** When it expires. */
  expiresAt?: number | undefined;
  /** Which rule decides, in words. */
  explanation: string;
  /** The rule that decided about access. Its `id` is stable. */
  rule: ExplainedRule;
  /** The places from the organization to the resource, with the user's roles on each. */
  chain?: AccessPlace[] | undefined;
  errorCode?: "permission_denied" | "does_not_exist" | undefined;
}[];

export type AuthAccessCheckInput = {
  /** What to decide. */
  questions: {
    /** Your id for the user. */
    userId: string;
    /** Identifies an organization, folder or document. */
    resource: ResourceReference;
    action?: "read" | "write" | undefined;
  }[];
};

export type AuthGenerateSignatureData = {
  /** The signature. */
  signature: string;
};

export type AuthGenerateSignatureInput = {
  permissions: SignedPermission[];
};

export type AuthGenerateTokenData = {
  /** Secret: keep it on your server. */
  token: string;
};

export type AuthGenerateTokenInput = {
  /** Your id for the user. */
  userId: string;
  /** Who the user is. */
  userProperties: {
    isAdmin?: boolean | undefined;
    /** Name shown to people. */
    name: string;
    /** E-mail address. */
    email: string;
    /** Not accepted here: an organization is one of `permissions.resources`. */
    organizationId?: unknown | undefined;
  };
  permissions: {
    /** Organizations, folders and documents. */
    resources: PermissionResource[];
  };
};

export type AuthPermissionsAddInput = {
  user: {
    /** Your id for the user. */
    userId: string;
  };
  permissions: {
    /** Organizations, folders and documents. */
    resources: PermissionResource[];
  };
};

export type AuthPermissionsGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of users. */
  userIds: string[];
  /** Ids of folders. */
  folderIds?: string[] | undefined;
  /** Ids of documents. */
  documentIds?: string[] | undefined;
  /** Whether to answer for folders and documents that do not exist as well. */
  skipResourceExistenceValidation?: boolean | undefined;
};

export type AuthPermissionsRemoveInput = {
  /** Your id for the user. */
  userId: string;
  permissions: {
    /** Organizations, folders and documents. */
    resources: ResourceReference[];
  };
};

/** An auth token of an API key, as returned. */
export type AuthToken = {
  /** Secret: keep it on your server. */
  token: string;
  /** Name shown to people. */
  name: string;
  /** Domains from which browsers may call. */
  domains: string[];
};

export type AuthTokenGetData = {
  /** Secret: keep it on your server. */
  token: string;
};

export type AuthTokenGetInput = {
  /** Id of the API key. */
  apiKey?: string | undefined;
  /** Secret: keep it on your server. */
  authToken?: string | undefined;
  /** Your id for the user. */
  userId: string;
  /** Who the user is. */
  userProperties?:
    | {
        /** Id of the organization. */
        organizationId: string;
        isAdmin?: boolean | undefined;
        /** Name shown to people. */
        name?: string | undefined;
        /** E-mail address. */
        email?: string | undefined;
      }
    | undefined;
};

export type AuthTokensRevokeInput = {
  /** Ids of users. */
  userIds?: string[] | undefined;
  /** The `jti` claims of individual tokens. */
  tokenIds?: string[] | undefined;
};

/** The choice of a call, for at least one channel. */
export type ChosenConfig = {
  /** The notifications that a user wants: `MINE` are those that directly involve the user. */
  inbox?: Preference | null | undefined;
  /** E-mail address. */
  email?: Preference | null | undefined;
  /** The notifications that a user wants: `MINE` are those that directly involve the user. */
  slack?: Preference | null | undefined;
};

/** A comment as returned. `createdAt` is in ms, `lastUpdated` ISO 8601. */
export type Comment = {
  /** Number of the comment, unique in its thread. */
  commentId: number;
  /** The plain text. */
  commentText?: string | undefined;
  /** The text as HTML. */
  commentHtml?: string | undefined;
  /** A JSON object of the customer, stored and returned unchanged. */
  context?: Record<string, unknown> | undefined;
  /** Whether your comment resolver has the text. */
  isCommentResolverUsed?: boolean | undefined;
  /** Whether the text is included; otherwise your comment resolver has it. */
  isCommentTextAvailable?: boolean | undefined;
  /** People who are mentioned. */
  taggedUserContacts?: TaggedUserContact[] | undefined;
  /** Attached files. */
  attachments?: Attachment[] | undefined;
  /** Reactions with emojis. */
  reactionAnnotations?: ReactionAnnotation[] | undefined;
  /** The program that wrote it instead of a person. */
  agent?: Agent | undefined;
  /** Who wrote it. */
  from: EmbeddedUser;
  /** When it was created. */
  createdAt: number;
  /** When it was last changed. */
  lastUpdated: string;
  /** Number of reactions. */
  reactionCount: number;
};

/** A thread as returned. Times are in ms. */
export type CommentAnnotation = {
  /** Id of the comment thread. */
  annotationId: string;
  /** Id of the document. */
  documentId: string;
  /** Position in the document. */
  location?: ThreadLocation | undefined;
  /** The element of the page that it is about. */
  targetElement?: TargetElement | undefined;
  /** Your own fields about the page. */
  pageInfo?: Record<string, unknown> | undefined;
  /** Whether it is about the page as a whole. */
  isPageAnnotation?: boolean | undefined;
  /** Position on the page, in px from the left. */
  positionX?: number | undefined;
  /** Position on the page, in px from the top. */
  positionY?: number | undefined;
  /** Width of the window, in px. */
  screenWidth?: number | undefined;
  /** Height of the window, in px. */
  screenHeight?: number | undefined;
  /** How far the page was scrolled, in px. */
  screenScrollTop?: number | undefined;
  /** Height of the whole page, in px. */
  screenScrollHeight?: number | undefined;
  /** Assignee. */
  assignedTo?: EmbeddedUser | undefined;
  /** Free JSON, stored and returned. `context.access` hides the thread from nobody; `visibility` does. */
  context?: Record<string, unknown> | undefined;
  /** The service overwrites `apiKey`, `organizationId` and `documentId` here when it returns the thread. */
  metadata?: Record<string, unknown> | undefined;
  /** Urgency. */
  priority?: ThreadPriority | undefined;
  /** A change that the author proposes. Other fields are the customer's own. */
  suggestion?: Suggestion | undefined;
  /** Who wrote it. */
  from: EmbeddedUser;
  /** Current state. */
  status: ThreadStatus;
  /** Who changed the status last. */
  statusUpdatedByUserId?: string | undefined;
  /** Who resolved the thread. */
  resolvedByUserId?: string | undefined;
  /** Who resolved the thread. */
  resolvedByUser?: EmbeddedUser | undefined;
  type: "comment" | "suggestion";
  commentType: "manual" | "chart" | "suggestion";
  sourceType: "rest-api" | "agent";
  /** Who may see it. */
  visibility: ThreadVisibility;
  /** The same as `visibility`, with a list of organizations. */
  visibilityConfig: {
    type: string;
    /** Id of the organization. */
    organizationId?: string | undefined;
    /** Ids of organizations. */
    organizationIds?: string[] | undefined;
    /** Ids of users. */
    userIds: string[];
  };
  /** Who has read it. */
  viewedByUserIds: string[];
  /** Your own list on the thread, such as labels. */
  customList?:
    | {
        /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
        id: string;
        /** Name that people see. */
        label?: string | undefined;
        [key: string]: unknown;
      }[]
    | undefined;
  /** What a moderator has decided about it. */
  moderation?: Moderation | undefined;
  /** Users who subscribe to the thread; omitted if there are none. */
  subscribedUserIds?: string[] | undefined;
  /** When it was created. */
  createdAt: number;
  /** When it was last changed. */
  lastUpdated: number;
  /** The comments, oldest first. */
  comments: Comment[];
};

/** A change of threads: omitted fields are kept, `null` removes a field. */
export type CommentAnnotationChange = {
  /** Position in the document. */
  location?: ThreadLocation | null | undefined;
  /** The element of the page that it is about. */
  targetElement?: TargetElement | null | undefined;
  /** Who wrote it. */
  from?: EmbeddedUser | undefined;
  /** Current state. */
  status?: ThreadStatus | undefined;
  /** Who changed the status last. */
  statusUpdatedByUserId?: string | null | undefined;
  /** Who resolved the thread. */
  resolvedByUserId?: string | null | undefined;
  /** Assignee. */
  assignedTo?: EmbeddedUser | null | undefined;
  /** A JSON object of the customer, stored and returned unchanged. */
  context?: Record<string, unknown> | null | undefined;
  /** A JSON object of the customer, stored and returned unchanged. */
  metadata?: Record<string, unknown> | null | undefined;
  /** Urgency. */
  priority?: ThreadPriority | null | undefined;
  /** A change that the author proposes. Other fields are the customer's own. */
  suggestion?: Suggestion | null | undefined;
  /** Who has read it. */
  viewedByUserIds?: string[] | undefined;
  /** Your own list on the thread, such as labels. */
  customList?:
    | {
        /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
        id: string;
        /** Name that people see. */
        label?: string | undefined;
        [key: string]: unknown;
      }[]
    | null
    | undefined;
  /** What a moderator has decided about it. */
  moderation?: Moderation | null | undefined;
  /** Users who subscribe to it. */
  subscribeUserIds?: string[] | undefined;
  /** Users whose subscriptions end. */
  unsubscribeUserIds?: string[] | undefined;
  /** Whether to notify the people concerned. */
  triggerNotification?: boolean | undefined;
};

/** A thread to add. Times are in ms and default to now; `from` defaults to the author of the first comment. */
export type CommentAnnotationInput = {
  /** Id of the comment thread. */
  annotationId?: string | undefined;
  /** Position in the document. */
  location?: ThreadLocation | undefined;
  /** The element of the page that it is about. */
  targetElement?: TargetElement | undefined;
  /** Your own fields about the page. */
  pageInfo?: Record<string, unknown> | undefined;
  /** Whether it is about the page as a whole. */
  isPageAnnotation?: boolean | undefined;
  /** Position on the page, in px from the left. */
  positionX?: number | undefined;
  /** Position on the page, in px from the top. */
  positionY?: number | undefined;
  /** Width of the window, in px. */
  screenWidth?: number | undefined;
  /** Height of the window, in px. */
  screenHeight?: number | undefined;
  /** How far the page was scrolled, in px. */
  screenScrollTop?: number | undefined;
  /** Height of the whole page, in px. */
  screenScrollHeight?: number | undefined;
  /** Assignee. */
  assignedTo?: EmbeddedUser | undefined;
  /** Free JSON, stored and returned. `context.access` hides the thread from nobody; `visibility` does. */
  context?: Record<string, unknown> | undefined;
  /** The service overwrites `apiKey`, `organizationId` and `documentId` here when it returns the thread. */
  metadata?: Record<string, unknown> | undefined;
  /** Urgency. */
  priority?: ThreadPriority | undefined;
  /** A change that the author proposes. Other fields are the customer's own. */
  suggestion?: Suggestion | undefined;
  /** The comments of one thread. The field may also be sent as `comments`, its name in replies. */
  commentData: CommentInput[];
  /** Who wrote it. */
  from?: EmbeddedUser | undefined;
  /** Current state. */
  status?: NewThreadStatus | undefined;
  type?: "comment" | "suggestion" | undefined;
  /** `suggestion` is the older form of `type: "suggestion"`. */
  commentType?: "manual" | "chart" | "suggestion" | undefined;
  /** Your own list on the thread, such as labels. */
  customList?:
    | {
        /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
        id: string;
        /** Name that people see. */
        label?: string | undefined;
        [key: string]: unknown;
      }[]
    | undefined;
  /** Who may see it. */
  visibility?: ThreadVisibility | undefined;
  /** When it was created. */
  createdAt?: number | undefined;
  /** When it was last changed. */
  lastUpdated?: number | undefined;
};

/** A change of a comment: omitted fields are kept, `null` removes a field. The author can be replaced but not removed. */
export type CommentChange = {
  /** The plain text. */
  commentText?: string | null | undefined;
  /** The text as HTML. */
  commentHtml?: string | null | undefined;
  /** A JSON object of the customer, stored and returned unchanged. */
  context?: Record<string, unknown> | null | undefined;
  /** Whether your comment resolver has the text. */
  isCommentResolverUsed?: boolean | null | undefined;
  /** Whether the text is included; otherwise your comment resolver has it. */
  isCommentTextAvailable?: boolean | null | undefined;
  /** People who are mentioned. */
  taggedUserContacts?: TaggedUserContact[] | null | undefined;
  /** Attached files. */
  attachments?: Attachment[] | null | undefined;
  /** Reactions with emojis. */
  reactionAnnotations?: ReactionAnnotation[] | null | undefined;
  /** The program that wrote it instead of a person. */
  agent?: Agent | null | undefined;
  /** Whether to notify the people concerned. */
  triggerNotification?: boolean | undefined;
  /** Whether to log it as an activity. Default: false. */
  triggerActivities?: boolean | undefined;
  /** Who wrote it. */
  from?: EmbeddedUser | undefined;
};

/** A comment to add. The service chooses a missing `commentId`; times default to now. */
export type CommentInput = {
  /** Number of the comment, unique in its thread. */
  commentId?: number | undefined;
  /** The plain text. */
  commentText?: string | undefined;
  /** The text as HTML. */
  commentHtml?: string | undefined;
  /** A JSON object of the customer, stored and returned unchanged. */
  context?: Record<string, unknown> | undefined;
  /** Whether your comment resolver has the text. */
  isCommentResolverUsed?: boolean | undefined;
  /** Whether the text is included; otherwise your comment resolver has it. */
  isCommentTextAvailable?: boolean | undefined;
  /** People who are mentioned. */
  taggedUserContacts?: TaggedUserContact[] | undefined;
  /** Attached files. */
  attachments?: Attachment[] | undefined;
  /** Reactions with emojis. */
  reactionAnnotations?: ReactionAnnotation[] | undefined;
  /** The program that wrote it instead of a person. */
  agent?: Agent | undefined;
  /** Whether to notify the people concerned. */
  triggerNotification?: boolean | undefined;
  /** Whether to log it as an activity. Default: false. */
  triggerActivities?: boolean | undefined;
  /** Who wrote it. */
  from: EmbeddedUser;
  /** When it was created. */
  createdAt?: number | undefined;
  /** When it was last changed. */
  lastUpdated?: number | string | undefined;
};

export type CommentannotationsAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Create the organization if it does not exist. */
  createOrganization?: boolean | undefined;
  /** Create the document if it does not exist. */
  createDocument?: boolean | undefined;
  /** Refuse each thread with an author who may not write to the document. */
  verifyUserPermissions?: boolean | undefined;
  /** The threads of one call. */
  commentAnnotations: CommentAnnotationInput[];
};

export type CommentannotationsCommentsAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the comment thread. */
  annotationId: string;
  /** Create the organization if it does not exist. */
  createOrganization?: boolean | undefined;
  /** Create the document if it does not exist. */
  createDocument?: boolean | undefined;
  /** Refuse the call unless every author may write to the document. */
  verifyUserPermissions?: boolean | undefined;
  /** The comments of one thread. The field may also be sent as `comments`, its name in replies. */
  commentData: CommentInput[];
};

export type CommentannotationsCommentsDeleteData = Record<
  string,
  {
    /** Whether it succeeded. */
    success: boolean;
    id: number;
    /** What happened, as text. */
    message: string;
    /** Why it failed, such as `not-found`. */
    code?: "not-found" | "permission-denied" | undefined;
  }
>;

export type CommentannotationsCommentsDeleteInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the comment thread. */
  annotationId: string;
  /** Numbers of comments. */
  commentIds?: number[] | undefined;
  /** Only comments that these users wrote; repeated ids count once. */
  userIds?: string[] | undefined;
  /** Whether to notify the people concerned. */
  triggerNotification?: boolean | undefined;
};

export type CommentannotationsCommentsGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the comment thread. */
  annotationId: string;
  /** Ids of users. */
  userIds?: string[] | undefined;
  /** Numbers of comments. */
  commentIds?: number[] | undefined;
  /** Maximum number of items in one page; a number above 1,000 counts as 1,000. */
  pageSize?: number | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type CommentannotationsCommentsReactionsAddData = {
  /** How many reactions the comment has. */
  reactionCount: number;
};

export type CommentannotationsCommentsReactionsAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the comment thread. */
  annotationId: string;
  /** Number of the comment, unique in its thread. */
  commentId: number;
  /** An emoji that someone put on a comment. Times are in ms and default to now. */
  reaction: ReactionAnnotation;
  /** Whether to notify the people concerned. */
  triggerNotification?: boolean | undefined;
};

export type CommentannotationsCommentsReactionsDeleteData = {
  /** How many reactions the comment has. */
  reactionCount: number;
};

export type CommentannotationsCommentsReactionsDeleteInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the comment thread. */
  annotationId: string;
  /** Number of the comment, unique in its thread. */
  commentId: number;
  icon: string;
  /** Your id for the user. */
  userId: string;
  /** Whether to notify the people concerned. */
  triggerNotification?: boolean | undefined;
};

export type CommentannotationsCommentsUpdateData = Record<
  string,
  {
    /** Whether it succeeded. */
    success: boolean;
    id: number;
    /** What happened, as text. */
    message: string;
    /** Why it failed, such as `not-found`. */
    code?: "not-found" | "permission-denied" | undefined;
  }
>;

export type CommentannotationsCommentsUpdateInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the comment thread. */
  annotationId: string;
  /** Numbers of comments. */
  commentIds?: number[] | undefined;
  /** Only comments that these users wrote; repeated ids count once. */
  userIds?: string[] | undefined;
  /** What to change. */
  updatedData: CommentChange;
};

export type CommentannotationsCountGetData = Record<
  string,
  {
    /** How many there are in all. */
    total: number;
    /** How many of them contain something unread. */
    unread: number;
  }
>;

export type CommentannotationsCountGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds: string[];
  /** Your id for the user. */
  userId: string;
  /** Several ids of one kind for a look-up: at most 30; repeated ids count once. */
  statusIds?: string[] | undefined;
};

export type CommentannotationsDeleteInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of comment threads. */
  annotationIds?: string[] | undefined;
  /** Ids of locations. */
  locationIds?: LocationId[] | undefined;
  /** Authors of the threads. */
  userIds?: string[] | undefined;
  /** Id of the program that wrote. */
  agentId?: string | undefined;
  /** Suggestions of agents. */
  agentSuggestions?: boolean | undefined;
  agentUrls?: string[] | undefined;
  /** Whether to notify the people concerned. */
  triggerNotification?: boolean | undefined;
};

export type CommentannotationsGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Ids of documents. */
  documentIds?: string[] | undefined;
  /** Id of a folder, or `root` for the documents at the top level of the organization. */
  folderId?: string | undefined;
  /** Group the result by document id. */
  groupByDocumentId?: boolean | undefined;
  /** Ids of locations. */
  locationIds?: LocationId[] | undefined;
  /** Ids of comment threads. */
  annotationIds?: string[] | undefined;
  /** Authors of the threads. */
  userIds?: string[] | undefined;
  /** Several ids of one kind for a look-up: at most 30; repeated ids count once. */
  mentionedUserIds?: string[] | undefined;
  /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
  resolvedBy?: string | undefined;
  /** Several ids of one kind for a look-up: at most 30; repeated ids count once. */
  statusIds?: string[] | undefined;
  /** A time in ms since 1970. */
  updatedAfter?: number | undefined;
  /** A time in ms since 1970. */
  updatedBefore?: number | undefined;
  /** A time in ms since 1970. */
  createdAfter?: number | undefined;
  /** A time in ms since 1970. */
  createdBefore?: number | undefined;
  /** Id of the program that wrote. */
  agentId?: string | undefined;
  /** Id of a run of the program that wrote. */
  executionId?: string | undefined;
  /** Kind of the program that wrote. */
  agentType?: string | undefined;
  /** Origin of the program that wrote. */
  agentSource?: string | undefined;
  /** Suggestions of agents. */
  agentSuggestions?: boolean | undefined;
  /** Threads of agents that are not suggestions. */
  agentComments?: boolean | undefined;
  /** Another name for `statusIds`, with one status or several. */
  statusId?: string | string[] | undefined;
  /** Order by the time of the last change; threads that are read by id are returned in the order of their ids. */
  order?: "asc" | "desc" | undefined;
  /** Maximum number of items in one page; a number above 1,000 counts as 1,000. */
  pageSize?: number | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type CommentannotationsUpdateInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of comment threads. */
  annotationIds?: string[] | undefined;
  /** Ids of locations. */
  locationIds?: LocationId[] | undefined;
  /** Authors of the threads. */
  userIds?: string[] | undefined;
  /** What to change. */
  updatedData?: CommentAnnotationChange | CommentAnnotationChange[] | undefined;
  /** Users to replace wherever threads mention them. */
  updateUsers?:
    | {
        oldUser: {
          /** Your id for the user. */
          userId: string;
        };
        /** A user inside another resource: an author, an actor or a mentioned user. Custom fields are kept and returned. */
        newUser: EmbeddedUser;
      }[]
    | undefined;
};

/** The number of items of each kind in a place, or of a person. Kinds that do not apply are omitted. */
export type ContentCounts = {
  users?:
    | {
        count: number;
        more: boolean;
      }
    | undefined;
  /** For a person: the groups that the person is in. */
  userGroups?:
    | {
        count: number;
        more: boolean;
      }
    | undefined;
  folders?:
    | {
        count: number;
        more: boolean;
      }
    | undefined;
  documents?:
    | {
        count: number;
        more: boolean;
      }
    | undefined;
  /** For a person: the threads that name the person. */
  commentAnnotations?:
    | {
        count: number;
        more: boolean;
      }
    | undefined;
  editors?:
    | {
        count: number;
        more: boolean;
      }
    | undefined;
  recordings?:
    | {
        count: number;
        more: boolean;
      }
    | undefined;
  activities?:
    | {
        count: number;
        more: boolean;
      }
    | undefined;
  /** For a person: the notifications that the person received. */
  notifications?:
    | {
        count: number;
        more: boolean;
      }
    | undefined;
};

export type CrdtAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the editor whose content it is. */
  editorId: string;
  /** Any JSON value of the customer, stored and returned unchanged. */
  data: unknown;
  /** The shared Yjs types that content can have. `xmltext` is the text type of editors whose root is XML. */
  type: CrdtType;
  /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
  contentKey?: string | undefined;
};

export type CrdtAwarenessData = {
  intervalMs: number;
};

export type CrdtAwarenessInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the editor whose content it is. */
  editorId: string;
  /** An awareness update of y-protocols (`encodeAwarenessUpdate`). */
  awareness: string;
};

/** Content of one editor as returned. */
export type CrdtData = {
  /** The content as the caller sent it. */
  data: unknown;
  /** The editor's id. */
  id: string;
  /** The shared Yjs types that content can have. `xmltext` is the text type of editors whose root is XML. */
  type: CrdtType;
  /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
  contentKey: string;
  /** When it was last changed. */
  lastUpdate: string;
  /** User id of the last writer; null after a write with an API key that names no user. */
  lastUpdatedBy: string | null;
  sessionId: null;
  /** The whole state as a Yjs update in base64; only on request. */
  update?: string | undefined;
};

export type CrdtDeleteInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of resources to write: 1 to 500. */
  editorIds?: string[] | undefined;
};

export type CrdtGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the editor whose content it is. */
  editorId?: string | undefined;
  /** Whether to return the whole state as a Yjs update too. */
  includeUpdate?: boolean | undefined;
  /** Maximum number of items in one page; a number above 1,000 counts as 1,000. */
  pageSize?: number | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type CrdtSyncData = {
  update: string;
  stateVector: string;
};

export type CrdtSyncInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the editor whose content it is. */
  editorId: string;
  /** State vector of the client (`Y.encodeStateVector`). If omitted, the reply holds the whole document. */
  stateVector?: string | undefined;
  /** Changes of the client (`Y.encodeStateAsUpdate`). If omitted, the call only reads, which viewers may do. */
  update?: string | undefined;
  /** Type of an editor that does not exist yet; defaults to `text`. */
  type?: CrdtType | undefined;
  /** Content key of an editor that does not exist yet; defaults to `content`. */
  contentKey?: string | undefined;
};

/** The shared Yjs types that content can have. `xmltext` is the text type of editors whose root is XML. */
export type CrdtType = "text" | "map" | "array" | "xml" | "xmltext";

export type CrdtUpdateInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the editor whose content it is. */
  editorId: string;
  /** Any JSON value of the customer, stored and returned unchanged. */
  data: unknown;
  /** The shared Yjs types that content can have. `xmltext` is the text type of editors whose root is XML. */
  type: CrdtType;
  /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
  contentKey?: string | undefined;
};

/** A started deletion of people's data. */
export type DataDeletion = {
  /** Id of the deletion, from the reply of the call that started it. */
  jobId: string;
  /** Number of organizations to process. */
  tasksCount: number;
};

/** Progress of a deletion. */
export type DataDeletionStatus = {
  /** Whether everything is deleted. */
  isDeleteCompleted: boolean;
  tasksLeft: number;
  /** Milliseconds since 1970; null until a task is completed. */
  lastTaskCompletedTime: number | null;
};

/** A document as returned: the service's fields, then the customer's own. `createdAt` and `lastUpdated` are in ms. */
export type Document = {
  id: string;
  /** Name of the document. */
  documentName: string;
  /** Whether nobody can open it. */
  disabled: boolean;
  /** The document's own access type, else that of its folder, else the default of the API key. */
  accessType: AccessType;
  /** Omitted for a document at the top of the organization. */
  folderId?: string | undefined;
  /** When it was created. */
  createdAt: number;
  /** When it was last changed. */
  lastUpdated: number;
  [key: string]: unknown;
};

/** A document to change: omitted fields are kept, `null` removes a field. Without an access type it inherits one. */
export type DocumentChange = {
  /** Id of the document. */
  documentId: string;
  /** Name of the document. */
  documentName?: string | undefined | null;
  /** Who may open it without a grant. */
  accessType?: AccessType | undefined | null;
  /** Ignored: `documentId` is the id. */
  id?: unknown | undefined;
  /** Ignored in a document: send it next to `documents`, or move the document. */
  folderId?: unknown | undefined;
  /** Ignored: a separate endpoint disables documents. */
  disabled?: unknown | undefined;
  /** Ignored: the server sets it. */
  createdAt?: unknown | undefined;
  /** Ignored: the server sets it. */
  lastUpdated?: unknown | undefined;
  [key: string]: unknown;
};

/** A document to add or to change, an open resource. */
export type DocumentFields = {
  /** Id of the document. */
  documentId: string;
  /** Name of the document. */
  documentName?: string | undefined;
  /** Who may open it without a grant. */
  accessType?: AccessType | undefined;
  /** Ignored: `documentId` is the id. */
  id?: unknown | undefined;
  /** Ignored in a document: send it next to `documents`, or move the document. */
  folderId?: unknown | undefined;
  /** Ignored: a separate endpoint disables documents. */
  disabled?: unknown | undefined;
  /** Ignored: the server sets it. */
  createdAt?: unknown | undefined;
  /** Ignored: the server sets it. */
  lastUpdated?: unknown | undefined;
  [key: string]: unknown;
};

/** A condition on a field of a document, either the service's or the customer's own. */
export type DocumentFilter =
  | {
      key: string;
      operator: "==" | "!=" | "array-contains";
      value: string | number | boolean | null;
    }
  | {
      key: string;
      operator: "<" | "<=" | ">" | ">=";
      value: string | number;
    }
  | {
      key: string;
      operator: "in";
      value: (string | number | boolean | null)[];
    };

export type DocumentsStreamEvents = {
  ready: StreamReady;
  presence:
    | PresenceEntry
    | {
        /** Your id for the user. */
        userId: string;
        removed: true;
      };
  livestate:
    | LiveState
    | {
        /** Id of the live state entry. */
        liveStateDataId: string;
        removed: true;
      };
  comment:
    | CommentAnnotation
    | {
        /** Id of the comment thread. */
        annotationId: string;
        removed: true;
      };
  notification:
    | Notification
    | {
        id: string;
        removed: true;
      };
  "crdt.update": StreamUpdate;
  "crdt.awareness": StreamAwareness;
  bye: StreamBye;
};

export type DocumentsStreamInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids separated by commas, each percent-encoded. */
  editors?: string | undefined;
};

/** A thread as v1 returns it: `createdAt` is ISO 8601. */
export type EarlierCommentAnnotation = {
  /** Id of the comment thread. */
  annotationId: string;
  /** Id of the document. */
  documentId: string;
  /** Position in the document. */
  location?: ThreadLocation | undefined;
  /** The element of the page that it is about. */
  targetElement?: TargetElement | undefined;
  /** Your own fields about the page. */
  pageInfo?: Record<string, unknown> | undefined;
  /** Whether it is about the page as a whole. */
  isPageAnnotation?: boolean | undefined;
  /** Position on the page, in px from the left. */
  positionX?: number | undefined;
  /** Position on the page, in px from the top. */
  positionY?: number | undefined;
  /** Width of the window, in px. */
  screenWidth?: number | undefined;
  /** Height of the window, in px. */
  screenHeight?: number | undefined;
  /** How far the page was scrolled, in px. */
  screenScrollTop?: number | undefined;
  /** Height of the whole page, in px. */
  screenScrollHeight?: number | undefined;
  /** Assignee. */
  assignedTo?: EmbeddedUser | undefined;
  /** Free JSON, stored and returned. `context.access` hides the thread from nobody; `visibility` does. */
  context?: Record<string, unknown> | undefined;
  /** The service overwrites `apiKey`, `organizationId` and `documentId` here when it returns the thread. */
  metadata?: Record<string, unknown> | undefined;
  /** Urgency. */
  priority?: ThreadPriority | undefined;
  /** A change that the author proposes. Other fields are the customer's own. */
  suggestion?: Suggestion | undefined;
  /** Who wrote it. */
  from: EmbeddedUser;
  /** Current state. */
  status: ThreadStatus;
  /** Who changed the status last. */
  statusUpdatedByUserId?: string | undefined;
  /** Who resolved the thread. */
  resolvedByUserId?: string | undefined;
  /** Who resolved the thread. */
  resolvedByUser?: EmbeddedUser | undefined;
  type: "comment" | "suggestion";
  commentType: "manual" | "chart" | "suggestion";
  sourceType: "rest-api" | "agent";
  /** Who may see it. */
  visibility: ThreadVisibility;
  /** The same as `visibility`, with a list of organizations. */
  visibilityConfig: {
    type: string;
    /** Id of the organization. */
    organizationId?: string | undefined;
    /** Ids of organizations. */
    organizationIds?: string[] | undefined;
    /** Ids of users. */
    userIds: string[];
  };
  /** Who has read it. */
  viewedByUserIds: string[];
  /** Your own list on the thread, such as labels. */
  customList?:
    | {
        /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
        id: string;
        /** Name that people see. */
        label?: string | undefined;
        [key: string]: unknown;
      }[]
    | undefined;
  /** What a moderator has decided about it. */
  moderation?: Moderation | undefined;
  /** Users who subscribe to the thread; omitted if there are none. */
  subscribedUserIds?: string[] | undefined;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  lastUpdated: number;
  /** The comments, oldest first. */
  comments: {
    /** Number of the comment, unique in its thread. */
    commentId: number;
    /** The plain text. */
    commentText?: string | undefined;
    /** The text as HTML. */
    commentHtml?: string | undefined;
    /** A JSON object of the customer, stored and returned unchanged. */
    context?: Record<string, unknown> | undefined;
    /** Whether your comment resolver has the text. */
    isCommentResolverUsed?: boolean | undefined;
    /** Whether the text is included; otherwise your comment resolver has it. */
    isCommentTextAvailable?: boolean | undefined;
    /** People who are mentioned. */
    taggedUserContacts?: TaggedUserContact[] | undefined;
    /** Attached files. */
    attachments?: Attachment[] | undefined;
    /** Reactions with emojis. */
    reactionAnnotations?: ReactionAnnotation[] | undefined;
    /** The program that wrote it instead of a person. */
    agent?: Agent | undefined;
    /** Who wrote it. */
    from: EmbeddedUser;
    /** When it was created. */
    createdAt: string;
    /** When it was last changed. */
    lastUpdated: string;
    /** How many reactions the comment has. */
    reactionCount: number;
  }[];
};

/** Changes as v1 accepts them. */
export type EarlierCommentAnnotationChange = {
  /** Position in the document. */
  location?: ThreadLocation | null | undefined;
  /** The element of the page that it is about. */
  targetElement?: TargetElement | null | undefined;
  /** Who wrote it. */
  from?: EmbeddedUser | undefined;
  /** Current state. */
  status?: ThreadStatus | undefined;
  /** Assignee. */
  assignedTo?: EmbeddedUser | null | undefined;
  /** A JSON object of the customer, stored and returned unchanged. */
  context?: Record<string, unknown> | null | undefined;
  /** A JSON object of the customer, stored and returned unchanged. */
  metadata?: Record<string, unknown> | null | undefined;
  /** Urgency. */
  priority?: ThreadPriority | null | undefined;
  /** Your own list on the thread, such as labels. */
  customList?:
    | {
        /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
        id: string;
        /** Name that people see. */
        label?: string | undefined;
        [key: string]: unknown;
      }[]
    | null
    | undefined;
};

/** A user as users/get of v1 returns it, with the service's fields and the customer's own. */
export type EarlierUserSummary = {
  /** Empty when it is not set, like `name`. */
  email: string;
  /** Name shown to people. */
  name: string;
  /** Your id for the user. */
  userId: string;
  /** Omitted for a user who has neither a name nor an initial. */
  initial?: string | undefined;
  [key: string]: unknown;
};

/** A change of the e-mail configuration. */
export type EmailConfigChange = {
  /** Whether e-mails are sent. */
  useEmailService?: boolean | null | undefined;
  emailServiceConfig?:
    | {
        type?: "default" | "sendgrid" | "custom" | null | undefined;
        /** Id of the API key. */
        apiKey?: string | null | undefined;
        /** An e-mail address as a directory holds it, which may be one of an intranet; empty if there is none. */
        fromEmail?: string | null | undefined;
        fromCompany?: string | null | undefined;
        commentTemplateId?: string | null | undefined;
        tagTemplateId?: string | null | undefined;
        /** Event types, and whether each is on. */
        triggers?: Record<string, boolean | null> | null | undefined;
      }
    | null
    | undefined;
};

/** How e-mails are sent. */
export type EmailServiceConfig = {
  type?: "default" | "sendgrid" | "custom" | undefined;
  /** Key of the provider: encrypted at rest, masked in every reply. */
  apiKey?: string | undefined;
  /** An e-mail address as a directory holds it, which may be one of an intranet; empty if there is none. */
  fromEmail?: string | undefined;
  fromCompany?: string | undefined;
  commentTemplateId?: string | undefined;
  tagTemplateId?: string | undefined;
  /** Event types, and whether each is on. */
  triggers?: Record<string, boolean> | undefined;
};

/** A user inside another resource: an author, an actor or a mentioned user. Custom fields are kept and returned. */
export type EmbeddedUser = {
  /** Your id for the user. */
  userId: string;
  /** Name shown to people. */
  name?: string | undefined;
  /** E-mail address. */
  email?: string | undefined;
  [key: string]: unknown;
};

/** The rule that decided about access. Its `id` is stable. */
export type ExplainedRule = {
  id:
    | "missingResource"
    | "disabledOrganization"
    | "disabledDocument"
    | "administrator"
    | "permissionProvider"
    | "documentRole"
    | "folderRole"
    | "organizationRole"
    | "publicAccess"
    | "noRole";
  /** The rule in words. */
  sentence: string;
  /** The organization, folder or document whose state, role or access type decided; omitted if none did. */
  on?:
    | {
        /** The kind of resource that a permission is for. */
        type: ResourceType;
        id: string;
      }
    | undefined;
  /** The source of the role, if a role decided. */
  by?: "token" | "grant" | "membership" | undefined;
  /** Whether the permission provider answered, if it was asked. */
  answered?: boolean | undefined;
};

/** The feature that an activity record is about. */
export type FeatureType = "comment" | "reaction" | "recorder" | "crdt" | "custom";

/** The features of an API key, on or off. */
export type Features = {
  /** Whether lists can be filtered and paged. */
  advancedQueries: boolean;
  /** Whether activities are logged. */
  activityService: boolean;
  /** Whether users choose their notifications. */
  notificationPreferences: boolean;
  /** Whether there can be several webhook endpoints. */
  advancedWebhooks: boolean;
};

/** A folder as returned. `createdAt` and `lastUpdated` are in ms. */
export type Folder = {
  /** Id of the API key. */
  apiKey: string;
  /** Id of the organization. */
  organizationId: string;
  /** Id of the folder. */
  folderId: string;
  /** Name of the folder. */
  folderName: string;
  /** Parent folder; `root` for the top level of the organization. */
  parentFolderId: string;
  /** From `root` down to the parent. */
  ancestors: string[];
  /** The folder's own access type, else that of the nearest ancestor with one, else the default of the API key. */
  accessType: AccessType;
  /** Whether it inherits its access type. */
  inheritAccessFromParent: boolean;
  /** When it was created. */
  createdAt: number;
  /** When it was last changed. */
  lastUpdated: number;
  /** The child folders, if the request asks for them. */
  subFolders?: Folder[] | undefined;
};

/** A change of a folder: a new name, a new parent, or both. `null` removes the name, or moves the folder to the top. */
export type FolderPatch = {
  /** Id of the folder. */
  folderId: string;
  /** Name of the folder. */
  folderName?: string | null | undefined;
  /** Parent folder; `root` for the top level of the organization. */
  parentFolderId?: string | null | undefined;
};

/** A request that an inspector has received. */
export type InspectedRequest = {
  /** Counts from 1, in the order of arrival. */
  number: number;
  /** In ms since 1970. */
  time: number;
  /** By name; values of credentials (`authorization`, `cookie`, names that end with `-token`, `-key`, `-secret`) are not kept. */
  headers: Record<string, string>;
  /** The first 64 KiB of the body; less if these take more than 128 KiB as JSON. */
  body: string;
  /** Length of the whole body in bytes. */
  bytes: number;
  /** Whether the request is signed by one of the first five webhook endpoints that deliver here; `missing` without a signature. */
  signature: "valid" | "invalid" | "missing";
};

/** A receiver of webhooks that shows what it has received, for trying them out. Times are in ms since 1970. */
export type Inspector = {
  inspectorId: string;
  /** Path on the server's own address at which it receives. Anybody who knows it can send to it, but nobody can read there. */
  path: string;
  /** When it was created. */
  createdAt: number;
  /** Its purpose. */
  description?: string | undefined;
  /** How many requests it has received, including those that are no longer kept. */
  received: number;
};

/** Shape of a per-item result map, keyed by the caller's own id. */
export type ItemResults = Record<
  string,
  {
    /** Whether it succeeded. */
    success: boolean;
    id?: string | undefined;
    /** What happened, as text. */
    message: string;
    /** Why it failed, such as `not-found`. */
    code?: string | undefined;
    [key: string]: unknown;
  }
>;

/** Live state data. */
export type LiveState = {
  /** Id of the live state entry. */
  liveStateDataId: string;
  /** A JSON object of the customer, stored and returned unchanged. */
  data: Record<string, unknown>;
  /** Milliseconds since 1970. */
  lastUpdated: number;
};

export type LivestateBroadcastData = {
  /** Whether it succeeded. */
  success: boolean;
};

export type LivestateBroadcastInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the live state entry. */
  liveStateDataId: string;
  /** A JSON object of the customer, stored and returned unchanged. */
  data: Record<string, unknown>;
  /** Whether to merge the data into the existing data instead of replacing it. */
  merge?: boolean | undefined;
};

export type LivestateDeleteInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of resources to write: 1 to 500. */
  liveStateDataIds: string[];
};

export type LivestateGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the live state entry. */
  liveStateDataId?: string | undefined;
  /** Maximum number of items in one page; a number above 1,000 counts as 1,000. */
  pageSize?: number | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

/** Id of a location: a string or a number. 0 is a valid id. */
export type LocationId = string | number;

/** The texts of a notification as people read them. Variables whose values depend on who views it remain. */
export type Messages = {
  displayHeadlineMessage?: string | undefined;
  /** Text below the headline. */
  displayBodyMessage?: string | undefined;
  /** Set if a text is longer than 10,000 characters and was cut. */
  isTruncated?: true | undefined;
};

/** A migration of a document to another id. */
export type Migration = {
  /** Id of the migration. */
  migrationId: string;
  /** Current state. */
  status: MigrationStatus;
  /** Records that have been moved, out of `total`. */
  copied: number;
  /** How many there are in all. */
  total: number;
  /** The reason of a failure. */
  error?: string | undefined;
};

/** Status of the migration of a document. */
export type MigrationStatus = "pending" | "in_progress" | "completed" | "failed";

/** Replaces a requested document that does not exist or that the user of the call may not read. */
export type MissingDocument = {
  id: string;
  /** Whether it succeeded. */
  success: false;
  /** What happened, as text. */
  message: string;
  /** Why it failed, such as `not-found`. */
  code: "not-found" | "permission-denied";
};

/** Replaces a requested organization that does not exist. */
export type MissingOrganization = {
  id: string;
  /** Whether it succeeded. */
  success: false;
  /** What happened, as text. */
  message: string;
  /** Why it failed, such as `not-found`. */
  code: "not-found";
};

/** What a moderator has decided about a thread. */
export type Moderation = "accepted" | "rejected" | "approved";

/** A folder to create. Without an access type it inherits one. */
export type NewFolder = {
  /** Id of the folder. */
  folderId: string;
  /** Name of the folder. */
  folderName?: string | undefined;
  /** Parent folder; `root` for the top level of the organization. */
  parentFolderId?: string | undefined;
  /** Who may open it without a grant. */
  accessType?: AccessType | undefined;
};

/** Status of a new thread, which must include its colours. */
export type NewThreadStatus = {
  /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
  id: string;
  /** Name shown to people. */
  name: string;
  /** `terminal`: the thread is resolved. */
  type: "default" | "ongoing" | "terminal";
  svg?: string | undefined;
  /** URL of the icon. */
  iconUrl?: string | undefined;
  /** Colour in CSS notation. */
  color: string;
  /** Lighter colour in CSS notation. */
  lightColor: string;
};

/** An endpoint to create. */
export type NewWebhookEndpoint = {
  /** An http(s) address. The contract asks for the usual form; other forms that can be parsed are accepted too. */
  url: string;
  description?: string | undefined;
  /** Event types that it subscribes to; all when left out. */
  filterTypes?: string[] | undefined;
  /** Channels that it subscribes to; `null` for all. */
  channels?: string[] | undefined;
  /** Whether nobody can open it. */
  disabled?: boolean | undefined;
  /** Maximum deliveries per second; `null` for no limit. */
  rateLimit?: number | undefined;
  metadata?: Record<string, string> | undefined;
  /** The customer's own id, unique for the API key. */
  uid?: string | undefined;
};

/** What became of a notification for one person. Times in ms since 1970. */
export type NoticeDelivery = {
  notificationId: string;
  /** Your id for the user. */
  userId: string;
  /** Id of the document. */
  documentId: string;
  /** When the event happened. */
  timestamp: number;
  /** Whether the event directly involves the person: mentioned, assigned, or replied to in their own thread. */
  isDirect: boolean;
  /** `held` until a time, `batched` with others, `dropped` for a reason, or `delivered` by channels. */
  state: "held" | "batched" | "dropped" | "delivered";
  heldUntil?: number | undefined;
  /** The batches in which it waits: one for the document, one for all documents of the person. */
  batchIds?: string[] | undefined;
  /** When it is sent at the latest. */
  batchedUntil?: number | undefined;
  /** Why it was dropped: its cause is gone, the person may not see it, has seen it, or does not want it. */
  why?: "gone" | "no-access" | "seen" | "preference" | undefined;
  /** Channels that it subscribes to; `null` for all. */
  channels: {
    channel: "inbox" | "email" | "slack";
    /** Current state. */
    status: "pending" | "sent" | "failed";
    at: number;
    why?: string | undefined;
  }[];
};

/** A notification as returned. `isRead` and `readAt` (ms) are set in the list of one user. */
export type Notification = {
  /** Who did it. */
  actionUser: EmbeddedUser;
  /** Headline, with variables in curly brackets. */
  displayHeadlineMessageTemplate?: string | undefined;
  /** Values of the variables of the headline. */
  displayHeadlineMessageTemplateData?: TemplateData | undefined;
  /** Text below the headline. */
  displayBodyMessage?: string | undefined;
  /** Your own fields about the source. */
  notificationSourceData?: Record<string, unknown> | undefined;
  /** Text below the headline, with variables in curly brackets. */
  displayBodyMessageTemplate?: string | undefined;
  /** Values of the variables of the text. */
  displayBodyMessageTemplateData?: TemplateData | undefined;
  /** `custom`, unless another value was sent or an event has caused the notification. */
  notificationSource: NotificationSource;
  /** What a notification is about, in fields of the customer's own. `access` is returned and hides it from nobody. */
  context?: NotificationContext | undefined;
  /** The customer's own fields, and `apiKey`, `organizationId` and `documentId`. */
  metadata: Record<string, unknown>;
  /** Whether your notification resolver has the text. */
  isNotificationResolverUsed?: boolean | undefined;
  /** Position in the document. */
  location?: ThreadLocation | undefined;
  /** Who is directly involved. */
  notifyUsers: EmbeddedUser[];
  /** Whether all users of the organization receive it. */
  notifyAll: boolean;
  id: string;
  /** Milliseconds since 1970. */
  timestamp: number;
  /** Its texts, in which the variables of its templates are replaced by the values of its data. */
  messages: Messages;
  /** Whether the user has read it. */
  isRead?: boolean | undefined;
  readAt?: number | undefined;
  /** In the list of one user: the unread notifications of the same thread, the oldest first; this one is the last. */
  unreadIds?: string[] | undefined;
};

/** A change of the notification configuration. */
export type NotificationConfigChange = {
  /** Whether there are notifications. */
  useNotificationService?: boolean | null | undefined;
  notificationServiceConfig?:
    | {
        /** Event types, and whether each is on. */
        triggers?:
          | {
              comment?: Record<string, boolean | null> | null | undefined;
              huddle?: Record<string, boolean | null> | null | undefined;
            }
          | null
          | undefined;
        delayConfig?:
          | {
              /** Whether it is on. */
              isEnabled?: boolean | null | undefined;
              delaySeconds?: number | null | undefined;
            }
          | null
          | undefined;
        batchConfig?:
          | {
              document?:
                | {
                    /** Whether it is on. */
                    isEnabled?: boolean | null | undefined;
                    batchWindowSeconds?: number | null | undefined;
                    maxActivities?: number | null | undefined;
                  }
                | null
                | undefined;
              user?:
                | {
                    /** Whether it is on. */
                    isEnabled?: boolean | null | undefined;
                    batchWindowSeconds?: number | null | undefined;
                    maxActivities?: number | null | undefined;
                  }
                | null
                | undefined;
            }
          | null
          | undefined;
      }
    | null
    | undefined;
};

/** What a notification is about, in fields of the customer's own. `access` is returned and hides it from nobody. */
export type NotificationContext = {
  access?: Record<string, string | number> | undefined;
  [key: string]: unknown;
};

/** How notifications are delayed and batched. */
export type NotificationServiceConfig = {
  /** Event types, and whether each is on. */
  triggers?:
    | {
        comment?: Record<string, boolean> | undefined;
        huddle?: Record<string, boolean> | undefined;
      }
    | undefined;
  delayConfig?:
    | {
        /** Whether it is on. */
        isEnabled?: boolean | undefined;
        delaySeconds?: number | undefined;
      }
    | undefined;
  batchConfig?:
    | {
        document?:
          | {
              /** Whether it is on. */
              isEnabled?: boolean | undefined;
              batchWindowSeconds?: number | undefined;
              maxActivities?: number | undefined;
            }
          | undefined;
        user?:
          | {
              /** Whether it is on. */
              isEnabled?: boolean | undefined;
              batchWindowSeconds?: number | undefined;
              maxActivities?: number | undefined;
            }
          | undefined;
      }
    | undefined;
};

/** The origin of a notification. */
export type NotificationSource = "custom" | "comment" | "huddle" | "crdt";

/** A change of a notification: omitted fields stay as they are, `null` removes one. */
export type NotificationUpdate = {
  /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
  id: string;
  /** Who did it. */
  actionUser?: EmbeddedUser | undefined;
  /** Headline, with variables in curly brackets. */
  displayHeadlineMessageTemplate?: string | undefined | null;
  /** Values of the variables of the headline. */
  displayHeadlineMessageTemplateData?: TemplateData | undefined | null;
  /** Text below the headline. */
  displayBodyMessage?: string | undefined | null;
  /** Your own fields about the source. */
  notificationSourceData?: Record<string, unknown> | undefined | null;
  /** Text below the headline, with variables in curly brackets. */
  displayBodyMessageTemplate?: string | undefined | null;
  /** Values of the variables of the text. */
  displayBodyMessageTemplateData?: TemplateData | undefined | null;
  /** Source of the notification. */
  notificationSource?: NotificationSource | undefined | null;
  /** What a notification is about, in fields of the customer's own. `access` is returned and hides it from nobody. */
  context?: NotificationContext | undefined | null;
  /** A JSON object of the customer, stored and returned unchanged. */
  metadata?: Record<string, unknown> | undefined | null;
  /** Users who have read the notification. Users who have not received it are skipped. */
  readByUserIds?: string[] | undefined;
  /** `false` marks the notification as unread again, except for `readByUserIds`. */
  persistReadForUsers?: boolean | undefined;
};

export type NotificationsAddData = {
  /** Whether it succeeded. */
  success: true;
  /** What happened, as text. */
  message: string;
};

export type NotificationsAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of a new notification: letters and digits of ASCII, `_` and `-`. */
  notificationId?: string | undefined;
  /** Who did it. */
  actionUser: EmbeddedUser;
  /** Headline, with variables in curly brackets. */
  displayHeadlineMessageTemplate?: string | undefined;
  /** Values of the variables of the headline. */
  displayHeadlineMessageTemplateData?: TemplateData | undefined;
  /** Text below the headline. */
  displayBodyMessage?: string | undefined;
  /** Your own fields about the source. */
  notificationSourceData?: Record<string, unknown> | undefined;
  /** Text below the headline, with variables in curly brackets. */
  displayBodyMessageTemplate?: string | undefined;
  /** Values of the variables of the text. */
  displayBodyMessageTemplateData?: TemplateData | undefined;
  /** Source of the notification. */
  notificationSource?: NotificationSource | undefined;
  /** What a notification is about, in fields of the customer's own. `access` is returned and hides it from nobody. */
  context?: NotificationContext | undefined;
  /** A JSON object of the customer, stored and returned unchanged. */
  metadata?: Record<string, unknown> | undefined;
  /** Position in the document. */
  location?: ThreadLocation | undefined;
  /** Who is directly involved. */
  notifyUsers: EmbeddedUser[];
  /** Whether all users of the organization receive it. */
  notifyAll?: boolean | undefined;
  /** Whether your notification resolver has the text. */
  isNotificationResolverUsed?: boolean | undefined;
  /** Notify only users who may open the document. */
  verifyUserPermissions?: boolean | undefined;
  /** Create the document if it does not exist. */
  createDocument?: boolean | undefined;
  /** Create the organization if it does not exist. */
  createOrganization?: boolean | undefined;
};

export type NotificationsConfigGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Your id for the user. */
  userId: string;
  /** Ids of documents. */
  documentIds?: string[] | undefined;
  getOrganizationConfig?: boolean | undefined;
};

export type NotificationsConfigSetData = Record<
  string,
  {
    /** Whether it succeeded. */
    success: true;
    /** Your id for the user. */
    userId: string;
    /** Id of the document. */
    documentId: string | null;
    /** What happened, as text. */
    message: string;
  }
>;

export type NotificationsConfigSetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds?: string[] | undefined;
  /** Ids of users. */
  userIds: string[];
  /** The choice of a call, for at least one channel. */
  config: ChosenConfig;
};

export type NotificationsDeleteInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of a location: a string or a number. 0 is a valid id. */
  locationId?: LocationId | undefined;
  /** Your id for the user. */
  userId?: string | undefined;
  /** Ids of notifications. */
  notificationIds?: string[] | undefined;
};

export type NotificationsDeliveriesGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
  notificationId?: string | undefined;
  /** Your id for the user. */
  userId?: string | undefined;
  /** Id of the document. */
  documentId?: string | undefined;
  state?: "held" | "batched" | "dropped" | "delivered" | undefined;
  /** Maximum number of items in one page; a number above 1,000 counts as 1,000. */
  pageSize?: number | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type NotificationsGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of a location: a string or a number. 0 is a valid id. */
  locationId?: LocationId | undefined;
  /** Your id for the user. */
  userId?: string | undefined;
  /** Ids of notifications. */
  notificationIds?: string[] | undefined;
  /** By time: oldest first (`asc`) or newest first (`desc`); those read by id come in the order of their ids. */
  order?: "asc" | "desc" | undefined;
  /** Maximum number of items in one page; a number above 1,000 counts as 1,000. */
  pageSize?: number | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type NotificationsSlackSetData = {
  webhookUrl: string | null;
};

export type NotificationsSlackSetInput = {
  /** Id of the organization. */
  organizationId: string;
  webhookUrl: string | null;
};

export type NotificationsUpdateInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of a location: a string or a number. 0 is a valid id. */
  locationId?: LocationId | undefined;
  /** Your id for the user. */
  userId?: string | undefined;
  /** Notify only users who may open the document. */
  verifyUserPermissions?: boolean | undefined;
  notifications: NotificationUpdate[];
};

/** An organization as returned, with the service's fields and the customer's own. */
export type Organization = {
  id: string;
  /** Defaults to the id. */
  organizationName: string;
  /** Whether nobody can open it. */
  disabled: boolean;
  [key: string]: unknown;
};

/** An organization to change: omitted fields are kept, `null` removes a field. */
export type OrganizationChange = {
  /** Id of the organization. */
  organizationId: string;
  /** Name of the organization. */
  organizationName?: string | undefined | null;
  /** Ignored: `organizationId` is the id. */
  id?: unknown | undefined;
  /** Ignored: a separate endpoint disables organizations. */
  disabled?: unknown | undefined;
  [key: string]: unknown;
};

/** An organization to add or to change, an open resource. */
export type OrganizationFields = {
  /** Id of the organization. */
  organizationId: string;
  /** Name of the organization. */
  organizationName?: string | undefined;
  /** Ignored: `organizationId` is the id. */
  id?: unknown | undefined;
  /** Ignored: a separate endpoint disables organizations. */
  disabled?: unknown | undefined;
  [key: string]: unknown;
};

export type OrganizationsAccessDisablestateUpdateInput = {
  /** Ids of organizations. */
  organizationIds: string[];
  /** Whether nobody can open it. */
  disabled: boolean;
};

export type OrganizationsAddInput = {
  /** The organizations of one call. */
  organizations: OrganizationFields[];
};

export type OrganizationsContentsCountGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Your id for the user. */
  userId?: string | undefined;
};

export type OrganizationsDeleteInput = {
  /** Ids of organizations. */
  organizationIds: string[];
};

export type OrganizationsDocumentsAccessDisablestateUpdateInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds: string[];
  /** Whether nobody can open it. */
  disabled: boolean;
};

export type OrganizationsDocumentsAccessUpdateInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds: string[];
  /** The documents' own access type, even if they inherit the same one; `null` makes them inherit. */
  accessType?: AccessType | null | undefined;
};

export type OrganizationsDocumentsAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Create the organization if it does not exist. */
  createOrganization?: boolean | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Create the folder if it does not exist. */
  createFolder?: boolean | undefined;
  /** The documents of one call. */
  documents: DocumentFields[];
};

export type OrganizationsDocumentsCountGetData = {
  count: number;
};

export type OrganizationsDocumentsCountGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of a folder, or `root` for the documents at the top level of the organization. */
  folderId?: string | undefined;
};

export type OrganizationsDocumentsDeleteInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds: string[];
};

export type OrganizationsDocumentsGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds?: string[] | undefined;
  /** Id of a folder, or `root` for the documents at the top level of the organization. */
  folderId?: string | undefined;
  /** The conditions of one call, all of which must hold. */
  filters?: DocumentFilter[] | undefined;
  /** The beginning of a word of the name or the id; case and accents are ignored. */
  searchKey?: string | undefined;
  /** Documents are ordered by id: comment views are stored by thread, so documents can't be ordered by them. */
  orderByCommentViews?: unknown | undefined;
  /** Maximum number of items in one page; a number above 1,000 counts as 1,000. */
  pageSize?: number | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type OrganizationsDocumentsLocationsDataDeleteInput = {
  /** Id of the API key. */
  apiKey?: string | undefined;
  /** Secret: keep it on your server. */
  authToken?: string | undefined;
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Position in the document. */
  location: ThreadLocation;
};

export type OrganizationsDocumentsLocationsUpdateInput = {
  /** Id of the API key. */
  apiKey?: string | undefined;
  /** Secret: keep it on your server. */
  authToken?: string | undefined;
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  migrate: {
    /** The location of a thread in the document. Without `id` its name identifies it. Other fields are the customer's own. */
    oldLocation: ThreadLocation;
    /** The location of a thread in the document. Without `id` its name identifies it. Other fields are the customer's own. */
    newLocation: ThreadLocation;
  };
  /** Whether to merge the data into the existing data instead of replacing it. */
  merge?: boolean | undefined;
};

export type OrganizationsDocumentsMigrateData = {
  /** Id of the migration. */
  migrationId: string;
};

export type OrganizationsDocumentsMigrateInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
  newDocumentId: string;
};

export type OrganizationsDocumentsMigrateStatusInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the migration. */
  migrationId: string;
};

export type OrganizationsDocumentsMoveInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds: string[];
  /** Id of a folder, or `root` for the top level of the organization. */
  folderId: string;
};

export type OrganizationsDocumentsUpdateInput = {
  /** Id of the organization. */
  organizationId: string;
  /** The documents that a call changes. */
  documents: DocumentChange[];
};

export type OrganizationsFoldersAccessUpdateInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of folders. */
  folderIds: string[];
  /** The folders' own access type, even if they inherit the same one; `null` makes them inherit. A call without it sets `public`, unless `inheritFromParent` is set. */
  accessType?: AccessType | null | undefined;
  inheritFromParent?: boolean | undefined;
};

export type OrganizationsFoldersAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Create the organization if it does not exist. */
  createOrganization?: boolean | undefined;
  /** The folders of one call. The parent of a folder may be an earlier folder of the call. */
  folders: NewFolder[];
};

export type OrganizationsFoldersDeleteInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the folder. */
  folderId: string;
};

export type OrganizationsFoldersGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** How many levels of sub-folders to return. */
  maxDepth?: number | undefined;
  /** Without a folderId: list only top-level folders. */
  rootFoldersOnly?: boolean | undefined;
  /** Page size of the list, or of the folder's children. */
  pageSize?: number | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type OrganizationsFoldersUpdateInput = {
  /** Id of the organization. */
  organizationId: string;
  /** The changes of one call, applied one after another. */
  folders: FolderPatch[];
};

export type OrganizationsGetInput = {
  /** Ids of organizations. */
  organizationIds?: string[] | undefined;
  /** The beginning of a word of the name or the id; case and accents are ignored. */
  searchKey?: string | undefined;
  /** Maximum number of items in one page; a number above 1,000 counts as 1,000. */
  pageSize?: number | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type OrganizationsUpdateInput = {
  /** The organizations that a call changes. */
  organizations: OrganizationChange[];
};

export type OrganizationsUsergroupsAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Create the organization if it does not exist. */
  createOrganization?: boolean | undefined;
  /** The groups of one call. */
  organizationUserGroups: UserGroup[];
};

export type OrganizationsUsergroupsDeleteInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of user groups: only their members. */
  organizationUserGroupIds: string[];
};

export type OrganizationsUsergroupsGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of user groups: only their members. */
  organizationUserGroupIds?: string[] | undefined;
  /** Maximum number of items in one page; a number above 1,000 counts as 1,000. */
  pageSize?: number | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type OrganizationsUsergroupsUsersAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the user group. */
  organizationUserGroupId: string;
  /** Ids of users. */
  userIds: string[];
};

export type OrganizationsUsergroupsUsersDeleteInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the user group. */
  organizationUserGroupId: string;
  /** May be empty with `deleteAll`. */
  userIds?: string[] | undefined;
  /** Whether to remove all of them. */
  deleteAll?: boolean | undefined;
};

/** The person who created the workspace. */
export type Owner = {
  /** E-mail address. */
  email: string;
  id: string;
  /** Name shown to people. */
  name: string;
  /** URL of a picture. */
  avatar: string;
};

/** A change of the configuration of a permission provider. */
export type PermissionProviderConfigChange = {
  usePermissionProvider?: boolean | null | undefined;
  permissionProviderConfig?:
    | {
        /** An http(s) address; empty for none. */
        permissionProviderUrl?: string | null | undefined;
        /** Secret: keep it on your server. */
        authToken?: string | null | undefined;
      }
    | null
    | undefined;
};

/** A resource and the role that a user gets on it. `expiresAt` is in seconds since 1970. */
export type PermissionResource = {
  /** The kind of resource that a permission is for. */
  type: ResourceType;
  /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
  id: string;
  /** Id of the organization. */
  organizationId?: string | undefined;
  /** A `viewer` reads; an `editor` reads and writes. */
  accessRole?: AccessRole | undefined;
  /** When it expires. */
  expiresAt?: number | undefined;
};

/** The notifications that a user wants: `MINE` are those that directly involve the user. */
export type Preference = "ALL" | "MINE" | "NONE";

export type PresenceAddData = {
  /** Whether it succeeded. */
  success: boolean;
};

export type PresenceAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Several users of one call. */
  users: PresenceUser[];
};

export type PresenceDeleteData = {
  /** Whether it succeeded. */
  success: boolean;
};

export type PresenceDeleteInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of users. */
  userIds: string[];
};

/** A presence user as presence/get returns it. */
export type PresenceEntry = {
  /** Your id for the user. */
  userId: string;
  /** Name shown to people. */
  name?: string | undefined;
  /** E-mail address. */
  email?: string | undefined;
  /** Current state. */
  status?: string | undefined;
  /** Milliseconds since 1970, like `expiresAt`. */
  lastUpdated: number;
  /** Omitted for a user who is `offline`. */
  expiresAt?: number | undefined;
};

export type PresenceGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of users. */
  userIds?: string[] | undefined;
  /** Maximum number of items in one page; a number above 1,000 counts as 1,000. */
  pageSize?: number | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type PresenceUpdateData = {
  /** Whether it succeeded. */
  success: boolean;
};

export type PresenceUpdateInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Several users to change. */
  users: PresenceUserChange[];
};

/** Presence user. */
export type PresenceUser = {
  /** Your id for the user. */
  userId: string;
  /** Name shown to people. */
  name?: string | undefined;
  /** E-mail address. */
  email?: string | undefined;
  /** Current state. */
  status?: string | undefined;
};

/** A presence user to change: omitted fields stay as they are, `null` removes what is stored. */
export type PresenceUserChange = {
  /** Your id for the user. */
  userId: string;
  /** Name shown to people. */
  name?: string | undefined | null;
  /** E-mail address. */
  email?: string | undefined | null;
  /** Current state. */
  status?: string | undefined | null;
};

/** Limits on stored data; a bound that is omitted or `null` does not apply. */
export type Quota = {
  /** Maximum number of stored records: users, documents, threads, notifications and everything else below the organizations. */
  documents?: number | null | undefined;
  /** Maximum size of these records as JSON, in bytes. */
  bytes?: number | null | undefined;
  /** Maximum number of records written in one UTC day. */
  writesPerDay?: number | null | undefined;
};

/** An emoji that someone put on a comment. Times are in ms and default to now. */
export type ReactionAnnotation = {
  /** Id of the comment thread. */
  annotationId?: string | undefined;
  /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
  reactionId?: string | undefined;
  icon: string;
  /** Who wrote it. */
  from: EmbeddedUser;
  /** When it was created. */
  createdAt?: number | undefined;
  /** When it was last changed. */
  lastUpdated?: number | undefined;
};

/** An organization user group as returned. */
export type ReadUserGroup = {
  /** Id of the user group. */
  groupId: string;
  groupName: string;
  /** In ms since 1970. */
  createdAt: number;
};

/** A recording as returned: the caller's fields and those of the service. */
export type Recording = {
  /** Id of the comment thread. */
  annotationId: string;
  type: "recorder";
  /** What was recorded. */
  recordingType: string;
  mode: string;
  latestVersion: number;
  metadata: {
    /** Id of the API key. */
    apiKey: string;
    /** Id of the document. */
    documentId: string;
    /** Id of the organization. */
    organizationId: string;
  };
  [key: string]: unknown;
};

/** A recording to add. Further fields are the customer's own and are returned. */
export type RecordingInput = {
  /** Id of the comment thread. */
  annotationId?: string | undefined;
  type?: "recorder" | undefined;
  /** What was recorded. */
  recordingType: "audio" | "video" | "screen";
  mode?: "floating" | "thread" | undefined;
  /** Who wrote it. */
  from?: EmbeddedUser | undefined;
  recordedTime?:
    | {
        duration: number;
        display: string;
      }
    | undefined;
  /** A name shown to people. */
  displayName?: string | undefined;
  /** Attached files. */
  attachments?:
    | {
        attachmentId: number;
        /** An address of any scheme. The contract asks for the usual form of a web address. */
        url?: string | undefined;
        /** Media type, such as `image/png`. */
        mimeType?: string | undefined;
        /** Name shown to people. */
        name?: string | undefined;
        type?: string | undefined;
        size?: number | undefined;
        [key: string]: unknown;
      }[]
    | undefined;
  /** Default: 1, increased by 1 whenever other content replaces the recording. */
  latestVersion?: number | undefined;
  /** Ignored: the server sets it. */
  metadata?: unknown | undefined;
  [key: string]: unknown;
};

export type RecordingsAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Several recordings of one call. */
  recordings: RecordingInput[];
};

export type RecordingsDeleteInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of recordings. */
  recordingIds: string[];
};

export type RecordingsGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Ids of recordings. */
  recordingIds?: string[] | undefined;
  /** Maximum number of items in one page; a number above 1,000 counts as 1,000. */
  pageSize?: number | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

/** Identifies an organization, folder or document. */
export type ResourceReference = {
  /** The kind of resource that a permission is for. */
  type: ResourceType;
  /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
  id: string;
  /** Id of the organization. */
  organizationId?: string | undefined;
};

/** The kind of resource that a permission is for. */
export type ResourceType = "organization" | "folder" | "document";

/** A browser session of a workspace. Its secret is in a cookie that scripts can't read. */
export type Session = {
  workspaceId: string;
  /** Whether the session may only read. */
  readOnly: boolean;
  /** When the session ends unless it is used, in ms since 1970. */
  expiresAt: number;
  /** Calls of the session must send it in the header `x-service-csrf`. */
  csrfToken: string;
};

/** One answer of a permission provider, as it is signed. `expiresAt` is in ms since 1970; fractions are floored. */
export type SignedPermission = {
  /** Your id for the user. */
  userId: string;
  /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
  resourceId: string;
  /** The kind of resource that a permission is for. */
  type: ResourceType;
  /** Id of the organization. */
  organizationId?: string | undefined;
  hasAccess: boolean;
  /** A `viewer` reads; an `editor` reads and writes. */
  accessRole?: AccessRole | undefined;
  /** When it expires. */
  expiresAt?: number | undefined;
};

/** Awareness states of clients of an editor that the stream follows, such as their cursors. */
export type StreamAwareness = {
  /** Id of the editor whose content it is. */
  editorId: string;
  /** An awareness update of y-protocols. */
  awareness: string;
};

/** The last event of a stream: why it has ended. */
export type StreamBye = {
  /** Why it has ended; `shutdown` and `unavailable` are temporary. */
  reason: "token_ended" | "access_ended" | "document_gone" | "feature_off" | "shutdown" | "unavailable";
  /** Whether it makes sense to open the stream again. */
  reconnect: boolean;
  /** The error that a new request would get now. */
  error: {
    /** Current state. */
    status: string;
    /** What happened, as text. */
    message: string;
    details?: unknown | undefined;
  };
};

/** The first event of a stream: the document it follows and the ids of its items. Items that are not listed are gone. */
export type StreamReady = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of the existing items, by kind. */
  present: {
    presence: string[];
    livestate: string[];
    comment: string[];
    notification: string[];
  };
};

/** A change of an editor that the stream follows: an update for its Yjs document; or `resync`, if the client must get what it lacks from crdt/sync; or `removed`. */
export type StreamUpdate = {
  /** Id of the editor whose content it is. */
  editorId: string;
  update?: string | undefined;
  /** The user who has written the update; null for an API key. */
  userId?: string | null | undefined;
  resync?: true | undefined;
  removed?: true | undefined;
};

/** A change that the author proposes. Other fields are the customer's own. */
export type Suggestion = {
  targetId?: string | undefined;
  targetType?: string | undefined;
  /** Any JSON value of the customer, stored and returned unchanged. */
  oldValue?: unknown | undefined;
  /** Any JSON value of the customer, stored and returned unchanged. */
  newValue?: unknown | undefined;
  summary?: string | undefined;
  driftDetected?: boolean | undefined;
  /** A new suggestion is `pending`, whatever is sent; an update sets the status. */
  status?: string | undefined;
  [key: string]: unknown;
};

/** A mentioned user: `{{userId}}` in the text stands for this user. */
export type TaggedUserContact = {
  text?: string | undefined;
  /** Your id for the user. */
  userId: string;
  /** A user inside another resource: an author, an actor or a mentioned user. Custom fields are kept and returned. */
  contact: EmbeddedUser;
};

/** The element of the page that a thread is about. */
export type TargetElement = {
  elementId?: string | undefined;
  targetText?: string | undefined;
  occurrence?: number | undefined;
  selectAllContent?: boolean | undefined;
};

export type TemplateData = {
  /** Who did it. */
  actionUser?: EmbeddedUser | undefined;
  recipientUser?: EmbeddedUser | string | undefined;
  [key: string]: unknown;
};

/** The location of a thread in the document. Without `id` its name identifies it. Other fields are the customer's own. */
export type ThreadLocation = {
  /** Id of a location: a string or a number. 0 is a valid id. */
  id?: LocationId | undefined;
  /** Name of the location. */
  locationName?: string | undefined;
  [key: string]: unknown;
};

/** How urgent a thread is. */
export type ThreadPriority = {
  /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
  id: string;
  /** Name shown to people. */
  name: string;
  /** Colour in CSS notation. */
  color?: string | undefined;
  /** Lighter colour in CSS notation. */
  lightColor?: string | undefined;
};

/** Status of a thread. */
export type ThreadStatus = {
  /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
  id: string;
  /** Name shown to people. */
  name: string;
  /** `terminal`: the thread is resolved. */
  type: "default" | "ongoing" | "terminal";
  svg?: string | undefined;
  /** URL of the icon. */
  iconUrl?: string | undefined;
  /** Colour in CSS notation. */
  color?: string | undefined;
  /** Lighter colour in CSS notation. */
  lightColor?: string | undefined;
};

/** A user, and the threads of a document that the user subscribes to or unsubscribes from. */
export type ThreadSubscription = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of comment threads. */
  annotationIds: string[];
  /** Your id for the user. */
  userId: string;
};

/** Who may see a thread. */
export type ThreadVisibility = {
  type: "public" | "organizationPrivate" | "restricted";
  /** The organization whose members see the thread; required with `organizationPrivate`. */
  organizationId?: string | undefined;
  /** Users who see the thread; required with `restricted`. */
  userIds?: string[] | undefined;
};

/** A user, an open resource. */
export type User = {
  /** Your id for the user. */
  userId: string;
  /** Name shown to people. */
  name?: string | undefined;
  /** E-mail address. */
  email?: string | undefined;
  /** Shown if there is no picture. Default: derived from the name. */
  initial?: string | undefined;
  /** A `viewer` reads; an `editor` reads and writes. */
  accessRole?: AccessRole | undefined;
  /** Ignored: only the request for a user token makes its user an administrator. */
  isAdmin?: unknown | undefined;
  [key: string]: unknown;
};

/** The access of one user to several resources, by id. Resource types that the request does not name are omitted. */
export type UserAccess = {
  organization?: Record<string, AccessEntry> | undefined;
  folders?: Record<string, AccessEntry> | undefined;
  documents?: Record<string, AccessEntry> | undefined;
};

/** A user to change: omitted fields are kept; `null`, or an empty name or address, removes a field. */
export type UserChange = {
  /** Your id for the user. */
  userId: string;
  /** Name shown to people. */
  name?: string | undefined | null;
  /** E-mail address. */
  email?: string | undefined | null;
  /** Shown if there is no picture. Default: derived from the name. */
  initial?: string | undefined | null;
  /** A `viewer` reads; an `editor` reads and writes. */
  accessRole?: AccessRole | undefined | null;
  /** Ignored: only the request for a user token makes its user an administrator. */
  isAdmin?: unknown | undefined;
  [key: string]: unknown;
};

/** The effective preferences of a user, and the place where they apply. */
export type UserConfig = {
  config: {
    /** The notifications that a user wants: `MINE` are those that directly involve the user. */
    inbox: Preference;
    /** E-mail address. */
    email: Preference;
    /** The notifications that a user wants: `MINE` are those that directly involve the user. */
    slack: Preference;
  };
  metadata: {
    /** Id of the API key. */
    apiKey: string;
    /** Id of the organization. */
    organizationId: string;
    /** Id of the document. */
    documentId?: string | undefined;
    /** Your id for the user. */
    userId: string;
  };
};

/** A user's comments, reactions, recordings, notifications and mails. */
export type UserData = {
  /** The comments, oldest first. */
  comments: {
    /** Number of the comment, unique in its thread. */
    commentId: number;
    /** The plain text. */
    commentText?: string | undefined;
    /** The text as HTML. */
    commentHtml?: string | undefined;
    /** A JSON object of the customer, stored and returned unchanged. */
    context?: Record<string, unknown> | undefined;
    /** Whether your comment resolver has the text. */
    isCommentResolverUsed?: boolean | undefined;
    /** Whether the text is included; otherwise your comment resolver has it. */
    isCommentTextAvailable?: boolean | undefined;
    /** People who are mentioned. */
    taggedUserContacts?: TaggedUserContact[] | undefined;
    /** Attached files. */
    attachments?: Attachment[] | undefined;
    /** Reactions with emojis. */
    reactionAnnotations?: ReactionAnnotation[] | undefined;
    /** The program that wrote it instead of a person. */
    agent?: Agent | undefined;
    /** Who wrote it. */
    from: EmbeddedUser;
    /** When it was created. */
    createdAt: number;
    /** When it was last changed. */
    lastUpdated: string;
    /** How many reactions the comment has. */
    reactionCount: number;
    /** Id of the organization. */
    organizationId: string;
    /** Id of the document. */
    documentId: string;
    commentAnnotationId: string;
  }[];
  reactions: {
    /** Id of the comment thread. */
    annotationId?: string | undefined;
    /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
    reactionId?: string | undefined;
    icon: string;
    /** Who wrote it. */
    from: EmbeddedUser;
    /** When it was created. */
    createdAt?: number | undefined;
    /** When it was last changed. */
    lastUpdated?: number | undefined;
    /** Id of the organization. */
    organizationId: string;
    /** Id of the document. */
    documentId: string;
    commentAnnotationId: string;
    /** Number of the comment, unique in its thread. */
    commentId: number;
  }[];
  recordings: Recording[];
  notifications: Notification[];
  /** The outcome of notifications for the user, including those still waiting. */
  notificationDeliveries: {
    notificationId: string;
    /** Your id for the user. */
    userId: string;
    /** Id of the document. */
    documentId: string;
    /** When it happened, in ms since 1970. */
    timestamp: number;
    isDirect: boolean;
    state: "held" | "batched" | "dropped" | "delivered";
    heldUntil?: number | undefined;
    batchIds?: string[] | undefined;
    batchedUntil?: number | undefined;
    why?: "gone" | "no-access" | "seen" | "preference" | undefined;
    /** Channels that it subscribes to; `null` for all. */
    channels: {
      channel: "inbox" | "email" | "slack";
      /** Current state. */
      status: "pending" | "sent" | "failed";
      at: number;
      why?: string | undefined;
    }[];
    /** Id of the organization. */
    organizationId: string;
  }[];
  /** Mails to the user, if the server keeps them instead of sending them. */
  mails: {
    /** Id of the organization. */
    organizationId: string;
    time: number;
    subject: string;
    text: string;
    html: string;
  }[];
  /** As sent in the request. */
  uniqueId?: string | undefined;
};

/** An organization user group. The name of a new group defaults to its id. */
export type UserGroup = {
  /** Id of the user group. */
  groupId: string;
  /** A name shown to people. */
  groupName?: string | undefined;
};

/** A user as users/get returns it. */
export type UserSummary = {
  /** Empty when it is not set, like `name`. */
  email: string;
  /** Name shown to people. */
  name: string;
  /** Your id for the user. */
  userId: string;
  /** Omitted for a user who has neither a name nor an initial. */
  initial?: string | undefined;
  /** The role on the level that was read; omitted if none is set, which counts as `editor`. */
  accessRole?: AccessRole | undefined;
  [key: string]: unknown;
};

export type UsersAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Create the organization if it does not exist. */
  createOrganization?: boolean | undefined;
  /** Create the document if it does not exist. */
  createDocument?: boolean | undefined;
  /** Create the folder if it does not exist. */
  createFolder?: boolean | undefined;
  /** Where `createFolder` puts a new folder; defaults to `root`. An existing folder is not moved. */
  parentFolderId?: string | undefined;
  /** The users of one call. */
  users: User[];
};

export type UsersCountGetData = {
  count: number;
};

export type UsersCountGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
};

export type UsersDataDeleteInput = {
  /** Ids of users. */
  userIds: string[];
  /** Ids of organizations. */
  organizationIds?: string[] | undefined;
};

export type UsersDataDeleteStatusInput = {
  /** Id of the deletion, from the reply of the call that started it. */
  jobId: string;
};

export type UsersDataGetInput = {
  /** Required unless `allOrganizations` is true, which takes precedence. */
  organizationId?: string | undefined;
  /** Whether all organizations are meant. */
  allOrganizations?: boolean | undefined;
  /** One of `userId` and `userIds` is required. */
  userId?: string | undefined;
  /** Ids of users. */
  userIds?: string[] | undefined;
  /** Returned unchanged in the reply. */
  uniqueId?: string | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type UsersDeleteInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Ids of users. */
  userIds: string[];
};

export type UsersGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Ids of users. */
  userIds?: string[] | undefined;
  /** Ids of user groups: only their members. */
  organizationUserGroupIds?: string[] | undefined;
  /** The beginning of a word of the name or e-mail address, regardless of case and accents. */
  searchKey?: string | undefined;
  /** Return the users of all documents instead of those of the organization itself. A user of several documents is on a page once, and may be on a later page again. */
  allDocuments?: boolean | undefined;
  /** Group the result by document id. */
  groupByDocumentId?: boolean | undefined;
  /** Maximum number of items in one page; a number above 1,000 counts as 1,000. */
  pageSize?: number | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type UsersUpdateInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** The users that a call changes. */
  users: UserChange[];
};

export type V1CommentannotationsAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Threads as v1 accepts them, without the fields that v2 added. */
  commentAnnotations: {
    /** Id of the comment thread. */
    annotationId?: string | undefined;
    /** Position in the document. */
    location?: ThreadLocation | undefined;
    /** The element of the page that it is about. */
    targetElement?: TargetElement | undefined;
    /** Your own fields about the page. */
    pageInfo?: Record<string, unknown> | undefined;
    /** Whether it is about the page as a whole. */
    isPageAnnotation?: boolean | undefined;
    /** Position on the page, in px from the left. */
    positionX?: number | undefined;
    /** Position on the page, in px from the top. */
    positionY?: number | undefined;
    /** Width of the window, in px. */
    screenWidth?: number | undefined;
    /** Height of the window, in px. */
    screenHeight?: number | undefined;
    /** How far the page was scrolled, in px. */
    screenScrollTop?: number | undefined;
    /** Height of the whole page, in px. */
    screenScrollHeight?: number | undefined;
    /** Assignee. */
    assignedTo?: EmbeddedUser | undefined;
    /** A JSON object of the customer, stored and returned unchanged. */
    context?: Record<string, unknown> | undefined;
    /** A JSON object of the customer, stored and returned unchanged. */
    metadata?: Record<string, unknown> | undefined;
    /** Urgency. */
    priority?: ThreadPriority | undefined;
    /** The comments of one thread as v1 accepts them, without the fields that v2 added. May also be sent as `comments`. */
    commentData: {
      /** Number of the comment, unique in its thread. */
      commentId?: number | undefined;
      /** The plain text. */
      commentText?: string | undefined;
      /** The text as HTML. */
      commentHtml?: string | undefined;
      /** Whether your comment resolver has the text. */
      isCommentResolverUsed?: boolean | undefined;
      /** Whether the text is included; otherwise your comment resolver has it. */
      isCommentTextAvailable?: boolean | undefined;
      /** People who are mentioned. */
      taggedUserContacts?: TaggedUserContact[] | undefined;
      /** Attached files. */
      attachments?: Attachment[] | undefined;
      /** Reactions with emojis. */
      reactionAnnotations?: ReactionAnnotation[] | undefined;
      /** Who wrote it. */
      from: EmbeddedUser;
      /** When it was created. */
      createdAt?: number | undefined;
      /** When it was last changed. */
      lastUpdated?: number | string | undefined;
    }[];
    /** Who wrote it. */
    from?: EmbeddedUser | undefined;
    /** Current state. */
    status?: NewThreadStatus | undefined;
    commentType?: "manual" | "chart" | "suggestion" | undefined;
    /** Your own list on the thread, such as labels. */
    customList?:
      | {
          /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
          id: string;
          /** Name that people see. */
          label?: string | undefined;
          [key: string]: unknown;
        }[]
      | undefined;
    /** Who may see it. */
    visibility?: ThreadVisibility | undefined;
    /** When it was created. */
    createdAt?: number | undefined;
    /** When it was last changed. */
    lastUpdated?: number | undefined;
  }[];
};

export type V1CommentannotationsCommentsAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the comment thread. */
  annotationId: string;
  /** The comments of one thread as v1 accepts them, without the fields that v2 added. May also be sent as `comments`. */
  commentData: {
    /** Number of the comment, unique in its thread. */
    commentId?: number | undefined;
    /** The plain text. */
    commentText?: string | undefined;
    /** The text as HTML. */
    commentHtml?: string | undefined;
    /** Whether your comment resolver has the text. */
    isCommentResolverUsed?: boolean | undefined;
    /** Whether the text is included; otherwise your comment resolver has it. */
    isCommentTextAvailable?: boolean | undefined;
    /** People who are mentioned. */
    taggedUserContacts?: TaggedUserContact[] | undefined;
    /** Attached files. */
    attachments?: Attachment[] | undefined;
    /** Reactions with emojis. */
    reactionAnnotations?: ReactionAnnotation[] | undefined;
    /** Who wrote it. */
    from: EmbeddedUser;
    /** When it was created. */
    createdAt?: number | undefined;
    /** When it was last changed. */
    lastUpdated?: number | string | undefined;
  }[];
};

export type V1CommentannotationsDeleteInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of comment threads. */
  annotationIds?: string[] | undefined;
  /** Ids of locations. */
  locationIds?: LocationId[] | undefined;
  /** Authors of the threads. */
  userIds?: string[] | undefined;
  /** Whether to notify the people concerned. */
  triggerNotification?: boolean | undefined;
};

export type V1CommentannotationsGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of locations. */
  locationIds?: LocationId[] | undefined;
  /** Ids of comment threads. */
  annotationIds?: string[] | undefined;
  /** Authors of the threads. */
  userIds?: string[] | undefined;
};

export type V1CommentannotationsUpdateInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Ids of comment threads. */
  annotationIds?: string[] | undefined;
  /** Ids of locations. */
  locationIds?: LocationId[] | undefined;
  /** Authors of the threads. */
  userIds?: string[] | undefined;
  /** What to change. */
  updatedData?: EarlierCommentAnnotationChange | EarlierCommentAnnotationChange[] | undefined;
  /** Users to replace wherever threads mention them. */
  updateUsers?:
    | {
        oldUser: {
          /** Your id for the user. */
          userId: string;
        };
        /** A user inside another resource: an author, an actor or a mentioned user. Custom fields are kept and returned. */
        newUser: EmbeddedUser;
      }[]
    | undefined;
};

export type V1NotificationsAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId: string;
  /** Id of a new notification: letters and digits of ASCII, `_` and `-`. */
  notificationId?: string | undefined;
  /** Who did it. */
  actionUser: EmbeddedUser;
  /** Headline, with variables in curly brackets. */
  displayHeadlineMessageTemplate: string;
  /** Values of the variables of the headline. */
  displayHeadlineMessageTemplateData?: TemplateData | undefined;
  /** Text below the headline. */
  displayBodyMessage: string;
  /** Your own fields about the source. */
  notificationSourceData?: Record<string, unknown> | undefined;
  /** Who is directly involved. */
  notifyUsers: EmbeddedUser[];
  /** Whether all users of the organization receive it. */
  notifyAll?: boolean | undefined;
  /** Create the document if it does not exist. */
  createDocument?: boolean | undefined;
  /** Create the organization if it does not exist. */
  createOrganization?: boolean | undefined;
};

export type V1NotificationsConfigGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Your id for the user. */
  userId: string;
  /** Ids of documents. */
  documentIds: string[];
  getOrganizationConfig?: boolean | undefined;
};

export type V1NotificationsConfigSetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds: string[];
  /** Ids of users. */
  userIds: string[];
  /** The choice of a call, for at least one channel. */
  config: ChosenConfig;
};

export type V1NotificationsGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of a location: a string or a number. 0 is a valid id. */
  locationId?: LocationId | undefined;
  /** Your id for the user. */
  userId?: string | undefined;
  /** Ids of notifications. */
  notificationIds?: string[] | undefined;
};

export type V1NotificationsUpdateInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of a location: a string or a number. 0 is a valid id. */
  locationId?: LocationId | undefined;
  /** Your id for the user. */
  userId?: string | undefined;
  notifications: NotificationUpdate[];
};

export type V1OrganizationsDocumentsAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** The documents of one call. */
  documents: DocumentFields[];
};

export type V1OrganizationsDocumentsGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of documents. */
  documentIds?: string[] | undefined;
  /** Maximum number of items in one page; a number above 1,000 counts as 1,000. */
  pageSize?: number | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type V1OrganizationsFoldersAccessUpdateInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Ids of folders. */
  folderIds: string[];
  /** Who may open it without a grant. */
  accessType?: AccessType | undefined;
};

export type V1OrganizationsFoldersAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Folders as v1 accepts them, without access types, which it ignores. */
  folders: {
    /** Id of the folder. */
    folderId: string;
    /** Name of the folder. */
    folderName?: string | undefined;
    /** Parent folder; `root` for the top level of the organization. */
    parentFolderId?: string | undefined;
    /** Ignored: only v2 supports access types of folders. */
    accessType?: unknown | undefined;
  }[];
};

export type V1OrganizationsFoldersGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type V1OrganizationsGetInput = {
  /** Ids of organizations. */
  organizationIds?: string[] | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type V1OrganizationsUsergroupsAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** The groups of one call. */
  organizationUserGroups: UserGroup[];
};

export type V1UsersAddInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Users as v1 accepts them, without roles, which it ignores. */
  users: {
    /** Your id for the user. */
    userId: string;
    /** Name shown to people. */
    name?: string | undefined;
    /** E-mail address. */
    email?: string | undefined;
    /** Shown if there is no picture. Default: derived from the name. */
    initial?: string | undefined;
    /** Ignored: only v2 supports roles. */
    accessRole?: unknown | undefined;
    /** Ignored: only the request for a user token makes its user an administrator. */
    isAdmin?: unknown | undefined;
    [key: string]: unknown;
  }[];
};

export type V1UsersGetInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Ids of users. */
  userIds?: string[] | undefined;
  /** Ids of user groups: only their members. */
  organizationUserGroupIds?: string[] | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type V1UsersUpdateInput = {
  /** Id of the organization. */
  organizationId: string;
  /** Id of the document. */
  documentId?: string | undefined;
  /** Id of the folder. */
  folderId?: string | undefined;
  /** Changes of users as v1 accepts them, without roles, which it ignores. */
  users: {
    /** Your id for the user. */
    userId: string;
    /** Name shown to people. */
    name?: string | undefined | null;
    /** E-mail address. */
    email?: string | undefined | null;
    /** Shown if there is no picture. Default: derived from the name. */
    initial?: string | undefined | null;
    /** Ignored: only v2 supports roles. */
    accessRole?: unknown | undefined;
    /** Ignored: only the request for a user token makes its user an administrator. */
    isAdmin?: unknown | undefined;
    [key: string]: unknown;
  }[];
};

/** A change of the configuration of basic webhooks. */
export type WebhookConfigChange = {
  /** Whether the webhook is on. */
  useWebhookService?: boolean | null | undefined;
  webhookServiceConfig?:
    | {
        /** Secret: keep it on your server. */
        authToken?: string | null | undefined;
        /** An http(s) address; empty for none. */
        rawNotificationUrl?: string | null | undefined;
        /** An http(s) address; empty for none. */
        processedNotificationUrl?: string | null | undefined;
        /** Whether bodies are encoded as base64. */
        encodeData?: boolean | null | undefined;
        /** Whether bodies are encrypted with the public key. */
        encryptData?: boolean | null | undefined;
        /** RSA key as SPKI or PKCS #1 in base64, without PEM lines. */
        publicKey?: string | null | undefined;
        /** Whether names, e-mail addresses and free text are left out. */
        enableDataProtection?: boolean | null | undefined;
        /** Event types, and whether each is on. */
        triggers?: Record<string, boolean | null> | null | undefined;
      }
    | null
    | undefined;
};

/** An endpoint as returned: fields that are not set are `null`. Times are ISO 8601 in UTC. */
export type WebhookEndpoint = {
  id: string;
  /** Where deliveries are sent. */
  url: string;
  description: string | null;
  /** Event types that it subscribes to; all when left out. */
  filterTypes: string[] | null;
  /** Channels that it subscribes to; `null` for all. */
  channels: string[] | null;
  /** Whether nothing is sent to it. */
  disabled: boolean;
  /** Why the service disabled the endpoint. */
  disabledReason: string | null;
  /** Maximum deliveries per second; `null` for no limit. */
  rateLimit: number | null;
  /** Your own id for the endpoint. */
  uid: string | null;
  metadata: Record<string, string> | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
};

/** URLs and format of basic webhooks. */
export type WebhookServiceConfig = {
  /** Sent as `Authorization: Basic …`: encrypted at rest, masked in every reply. */
  authToken?: string | undefined;
  /** An http(s) address; empty for none. */
  rawNotificationUrl?: string | undefined;
  /** An http(s) address; empty for none. */
  processedNotificationUrl?: string | undefined;
  /** Whether bodies are encoded as base64. */
  encodeData?: boolean | undefined;
  /** Whether bodies are encrypted with the public key. */
  encryptData?: boolean | undefined;
  /** RSA key as SPKI or PKCS #1 in base64, without PEM lines. */
  publicKey?: string | undefined;
  /** Whether names, e-mail addresses and free text are left out. */
  enableDataProtection?: boolean | undefined;
  /** Event types, and whether each is on. */
  triggers?: Record<string, boolean> | undefined;
};

/** Workspace. */
export type Workspace = {
  id: string;
  /** Name shown to people. */
  name: string;
  /** Owner of the workspace. */
  owner: Owner;
  /** Secret: keep it on your server. */
  authToken: string;
  /** The API keys by their ids. */
  apiKeyList: Record<string, ApiKeySummary>;
};

export type WorkspaceActivityconfigGetData = {
  /** The configuration with `isEnabled`. */
  activityServiceConfig: ActivityConfig;
};

export type WorkspaceActivityconfigUpdateData = {
  /** The configuration with `isEnabled`. */
  activityServiceConfig: ActivityConfig;
};

export type WorkspaceActivityconfigUpdateInput = {
  /** A change of the configuration. */
  activityServiceConfig: ActivityConfigChange;
};

export type WorkspaceAdvancedwebhookDeliveriesBodyGetData = {
  body: string | null;
  isWhole: boolean;
  isEncrypted: boolean;
};

export type WorkspaceAdvancedwebhookDeliveriesBodyGetInput = {
  /** Id of the delivery. */
  deliveryId: string;
};

export type WorkspaceAdvancedwebhookDeliveriesGetData = {
  /** Id of the delivery. */
  deliveryId: string;
  /** Id of the message, the same in each attempt to deliver it. */
  messageId: string;
  /** Id of the webhook endpoint. */
  endpointId: string;
  /** Type of the event, such as `comment.add`. */
  eventType: string;
  /** Current state. */
  status: "pending" | "succeeded" | "failed" | "canceled";
  /** When it was created. */
  createdAt: string;
  /** When it is tried again. */
  nextAttemptAt: string | null;
  attempts: {
    at: string;
    duration: number;
    /** Current state. */
    status: number | null;
    error: string | null;
    response: string;
  }[];
}[];

export type WorkspaceAdvancedwebhookDeliveriesGetInput = {
  /** Id of the webhook endpoint. */
  endpointId?: string | undefined;
  statuses?: ("pending" | "succeeded" | "failed" | "canceled")[] | undefined;
  eventTypes?: string[] | undefined;
  /** Maximum number of items in one page; a number above 1,000 counts as 1,000. */
  pageSize?: number | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type WorkspaceAdvancedwebhookDeliveriesRecoverData = {
  /** Id of the webhook endpoint. */
  endpointId: string;
};

export type WorkspaceAdvancedwebhookDeliveriesRecoverInput = {
  /** Id of the webhook endpoint. */
  endpointId: string;
  /** ISO 8601, at most 30 days ago: older deliveries have been deleted. */
  since: string;
};

export type WorkspaceAdvancedwebhookDeliveriesResendData = {
  /** Id of the delivery. */
  deliveryId: string;
};

export type WorkspaceAdvancedwebhookDeliveriesResendInput = {
  /** Id of the delivery. */
  deliveryId: string;
};

export type WorkspaceAdvancedwebhookEndpointsDeleteData = {
  /** Id of the webhook endpoint. */
  endpointId: string;
  deleted: true;
};

export type WorkspaceAdvancedwebhookEndpointsDeleteInput = {
  /** Id of the webhook endpoint. */
  endpointId: string;
};

export type WorkspaceAdvancedwebhookEndpointsGetData = {
  endpoints: WebhookEndpoint[];
  iterator: string | null;
  prevIterator: string | null;
  done: boolean;
};

export type WorkspaceAdvancedwebhookEndpointsGetInput = {
  limit?: number | undefined;
  /** A page token of an earlier reply; an empty one asks for the first page. */
  iterator?: string | undefined;
};

export type WorkspaceAdvancedwebhookEndpointsSecretGetData = {
  /** Id of the webhook endpoint. */
  endpointId: string;
  /** Key that signs the deliveries, such as `whsec_…`. */
  secret: string;
};

export type WorkspaceAdvancedwebhookEndpointsSecretGetInput = {
  /** Id of the webhook endpoint. */
  endpointId: string;
};

export type WorkspaceAdvancedwebhookEndpointsSecretRotateData = {
  /** Id of the webhook endpoint. */
  endpointId: string;
  /** Key that signs the deliveries, such as `whsec_…`. */
  secret: string;
};

export type WorkspaceAdvancedwebhookEndpointsSecretRotateInput = {
  /** Id of the webhook endpoint. */
  endpointId: string;
};

export type WorkspaceAdvancedwebhookEndpointsTestData = {
  /** Id of the message, the same in each attempt to deliver it. */
  messageId: string;
  /** Id of the delivery. */
  deliveryId: string;
};

export type WorkspaceAdvancedwebhookEndpointsTestInput = {
  /** Id of the webhook endpoint. */
  endpointId: string;
  /** Type of the event, such as `comment.add`. */
  eventType?: string | undefined;
};

export type WorkspaceAdvancedwebhookEndpointsUpdateInput = {
  /** Id of the webhook endpoint. */
  endpointId: string;
  /** An http(s) address. The contract asks for the usual form; other forms that can be parsed are accepted too. */
  url?: string | undefined;
  description?: string | null | undefined;
  /** Event types that it subscribes to; all when left out. */
  filterTypes?: string[] | null | undefined;
  /** Channels that it subscribes to; `null` for all. */
  channels?: string[] | null | undefined;
  /** Whether nobody can open it. */
  disabled?: boolean | undefined;
  /** Maximum deliveries per second; `null` for no limit. */
  rateLimit?: number | null | undefined;
  metadata?: Record<string, string> | null | undefined;
};

export type WorkspaceAdvancedwebhookEventtypesGetData = {
  /** Name shown to people. */
  name: string;
  description: string;
  isEmitted: boolean;
  schema: Record<string, unknown>;
  example: Record<string, unknown>;
}[];

export type WorkspaceApikeyCreateData = {
  /** Id of the API key. */
  apiKey: string;
  /** Secret: keep it on your server. */
  authToken?: string | undefined;
};

export type WorkspaceApikeyCreateInput = {
  /** E-mail address of the owner of the workspace. */
  ownerEmail: string;
  /** The purpose of an API key. */
  type: ApiKeyType;
  /** Name of the API key. */
  apiKeyName?: string | undefined;
  /** Whether to create an auth token as well. */
  createAuthToken?: boolean | undefined;
  /** Domains whose pages may call with user tokens. */
  allowedDomains?: string[] | undefined;
  addLocalHostToAllowedDomains?: boolean | undefined;
  requireAutoOrgUser?: boolean | undefined;
  enablePrivateComments?: boolean | undefined;
  /** Ignored: data is stored where the server runs. */
  persistenceDBRegion?: string | undefined;
  /** Ignored: data is stored where the server runs. */
  realtimeDBRegion?: string | undefined;
  /** Whether e-mails are sent. */
  useEmailService?: boolean | undefined;
  /** How e-mails are sent. */
  emailServiceConfig?: EmailServiceConfig | undefined;
  /** Whether the webhook is on. */
  useWebhookService?: boolean | undefined;
  /** URLs and format of basic webhooks. */
  webhookServiceConfig?: WebhookServiceConfig | undefined;
  /** Whether there are notifications. */
  useNotificationService?: boolean | undefined;
  /** Whether to set the default triggers. If omitted, enabling the service sets them. */
  setDefaultEmailTriggers?: boolean | undefined;
  setDefaultNotificationTriggers?: boolean | undefined;
};

export type WorkspaceApikeyUpdateInput = {
  /** Id of the API key. */
  apiKey: string;
  /** Name of the API key. */
  apiKeyName: string;
};

export type WorkspaceApikeyconfigGetData = {
  /** E-mail address of the owner of the workspace. */
  ownerEmail: string;
  planInfo: {
    /** The purpose of an API key. */
    type: ApiKeyType;
  };
  /** Who may open a document or folder without a grant. */
  defaultDocumentAccessType: AccessType;
  isPrivateCommentsEnabled: boolean;
  requireJwtToken: boolean;
  requireAutoOrgUser: boolean;
  documentUrl?: string | undefined;
  /** Limits on stored data; a bound that is omitted or `null` does not apply. */
  quota?: Quota | undefined;
  /** Limits on stored data; a bound that is omitted or `null` does not apply. */
  userQuota?: Quota | undefined;
};

export type WorkspaceApikeyconfigUpdateData = {
  enablePrivateComments?: boolean | undefined;
  requireJwtToken?: boolean | undefined;
  requireAutoOrgUser?: boolean | undefined;
  /** Who may open a document or folder without a grant. */
  defaultDocumentAccessType?: AccessType | undefined;
  documentUrl?: string | undefined;
  /** Limits on stored data; a bound that is omitted or `null` does not apply. */
  quota?: Quota | undefined;
  /** Limits on stored data; a bound that is omitted or `null` does not apply. */
  userQuota?: Quota | undefined;
};

export type WorkspaceApikeyconfigUpdateInput = {
  enablePrivateComments?: boolean | null | undefined;
  requireJwtToken?: boolean | null | undefined;
  requireAutoOrgUser?: boolean | null | undefined;
  /** Who may open a document or folder without a grant. */
  defaultDocumentAccessType?: AccessType | null | undefined;
  /** A template for the http(s) addresses of documents. */
  documentUrl?: string | null | undefined;
  /** Limits on stored data; a bound that is omitted or `null` does not apply. */
  quota?: Quota | null | undefined;
  /** Limits on stored data; a bound that is omitted or `null` does not apply. */
  userQuota?: Quota | null | undefined;
  /** Ignored: this service has no AI models. */
  aiModelApiKey?: unknown | undefined;
  /** Ignored: this service has no AI models. */
  aiModelsConfig?: unknown | undefined;
};

export type WorkspaceApikeymetadataGetData = {
  /** E-mail address of the owner of the workspace. */
  ownerEmail: string;
  planInfo: {
    /** The purpose of an API key. */
    type: ApiKeyType;
  };
  /** Who may open a document or folder without a grant. */
  defaultDocumentAccessType: AccessType;
  isPrivateCommentsEnabled: boolean;
  requireJwtToken: boolean;
  requireAutoOrgUser: boolean;
  documentUrl?: string | undefined;
  /** Limits on stored data; a bound that is omitted or `null` does not apply. */
  quota?: Quota | undefined;
  /** Limits on stored data; a bound that is omitted or `null` does not apply. */
  userQuota?: Quota | undefined;
};

export type WorkspaceApikeysGetInput = {
  /** Several ids of one kind for a look-up: at most 30; repeated ids count once. */
  apiKeys?: string[] | undefined;
  /** Maximum number of items in one page; a number above 1,000 counts as 1,000. */
  pageSize?: number | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type WorkspaceAuditlogGetData = {
  id: string;
  time: number;
  action: string;
  actor: {
    type: "apiKey" | "workspace" | "session" | "user" | "operator" | "public";
    id?: string | undefined;
  };
  /** Id of the API key. */
  apiKey?: string | undefined;
  ip?: string | undefined;
  requestId?: string | undefined;
  targets: Record<
    string,
    {
      ids: string[];
      count: number;
    }
  >;
  fields: string[];
}[];

export type WorkspaceAuditlogGetInput = {
  /** Changes made with this API key, or to it. */
  apiKey?: string | undefined;
  /** Changes of this kind. */
  action?: AuditAction | undefined;
  /** Without an id: all actors of this type. */
  actor?:
    | {
        type: "apiKey" | "workspace" | "session" | "user" | "operator" | "public";
        /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
        id?: string | undefined;
      }
    | undefined;
  /** Start of the range, inclusive, in ms since 1970. */
  from?: number | undefined;
  /** End of the range, inclusive, in ms since 1970. */
  to?: number | undefined;
  /** Maximum number of items in one page; a number above 1,000 counts as 1,000. */
  pageSize?: number | undefined;
  /** Page token from the previous reply. Leave it out for the first page. */
  pageToken?: string | undefined;
};

export type WorkspaceAuthtokenResetData = {
  /** Id of the API key. */
  apiKey: string;
  /** An auth token of an API key, as returned. */
  newAuthToken: AuthToken;
};

export type WorkspaceAuthtokenResetInput = {
  /** Id of the API key. */
  apiKey: string;
  /** Name shown to people. */
  name?: string | undefined;
};

export type WorkspaceAuthtokensGetData = {
  /** Id of the API key. */
  apiKey: string;
  /** The auth tokens of the API key. */
  authTokens: AuthToken[];
};

export type WorkspaceAuthtokensGetInput = {
  /** Id of the API key. */
  apiKey: string;
};

export type WorkspaceCreateInput = {
  /** E-mail address of the owner of the workspace. */
  ownerEmail: string;
  /** Name shown to people. */
  name?: string | undefined;
  /** Name of a workspace, its owner, an API key or an auth token, without white space around it. */
  workspaceName?: string | undefined;
  /** URL of a picture. */
  avatar?: string | undefined;
};

export type WorkspaceDomainsAddData = {
  /** Domains that were added. */
  domainsAdded: string[];
  /** Domains for which nothing had to be done. */
  skippedDomains?: string[] | undefined;
};

export type WorkspaceDomainsAddInput = {
  /** Domains from which browsers may call. */
  domains: string[];
};

export type WorkspaceDomainsDeleteData = {
  /** Domains that were removed. */
  domainsRemoved: string[];
  /** Domains for which nothing had to be done. */
  skippedDomains?: string[] | undefined;
};

export type WorkspaceDomainsDeleteInput = {
  /** Domains from which browsers may call. */
  domains: string[];
};

export type WorkspaceDomainsGetData = {
  /** Domains whose pages may call with user tokens. */
  allowedDomains: string[];
};

export type WorkspaceEmailconfigGetData = {
  /** Whether e-mails are sent. */
  useEmailService: boolean;
  /** How e-mails are sent. */
  emailServiceConfig: EmailServiceConfig;
};

export type WorkspaceEmailconfigTestData = {
  /** Current state. */
  status: "sent" | "later" | "bounced" | "failed";
  transport?: "smtp" | "sendgrid" | "mailbox" | undefined;
  why?: string | undefined;
};

export type WorkspaceEmailconfigTestInput = {
  /** E-mail address. */
  email: string;
};

export type WorkspaceEmailconfigUpdateData = {
  /** Whether e-mails are sent. */
  useEmailService: boolean;
  /** How e-mails are sent. */
  emailServiceConfig: EmailServiceConfig;
};

export type WorkspaceFeaturesGetData = {
  /** Id of the API key. */
  apiKey: string;
  /** Features of the API key. */
  features: Features;
};

export type WorkspaceFeaturesGetInput = {
  /** Id of the API key. */
  apiKey: string;
};

export type WorkspaceFeaturesUpdateData = {
  /** Id of the API key. */
  apiKey: string;
  /** Features of the API key. */
  features: Features;
};

export type WorkspaceFeaturesUpdateInput = {
  /** Id of the API key. */
  apiKey: string;
  /** Features of the API key. */
  features: {
    /** Whether lists can be filtered and paged. */
    advancedQueries?: boolean | undefined;
    /** Whether activities are logged. */
    activityService?: boolean | undefined;
    /** Whether users choose their notifications. */
    notificationPreferences?: boolean | undefined;
    /** Whether there can be several webhook endpoints. */
    advancedWebhooks?: boolean | undefined;
  };
};

export type WorkspaceInspectorsCreateInput = {
  /** Its purpose. */
  description?: string | undefined;
};

export type WorkspaceInspectorsDeleteInput = {
  /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
  inspectorId: string;
};

export type WorkspaceInspectorsRequestsGetInput = {
  /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
  inspectorId: string;
  limit?: number | undefined;
};

export type WorkspaceMailsGetData = {
  count: number;
  mails: {
    number: number;
    time: number;
    /** Who wrote it. */
    from: {
      /** Name shown to people. */
      name?: string | undefined;
      address: string;
    };
    to: {
      /** Name shown to people. */
      name?: string | undefined;
      address: string;
    };
    subject: string;
  }[];
  mail?:
    | {
        /** Who wrote it. */
        from: {
          /** Name shown to people. */
          name?: string | undefined;
          address: string;
        };
        to: {
          /** Name shown to people. */
          name?: string | undefined;
          address: string;
        };
        subject: string;
        text: string;
        html: string;
      }
    | undefined;
};

export type WorkspaceMailsGetInput = {
  /** Number of the mail to read. */
  number?: number | undefined;
  /** `count` from an earlier reply: if it has not changed, no mails are listed. */
  known?: number | undefined;
};

export type WorkspaceNotificationconfigGetData = {
  /** Whether there are notifications. */
  useNotificationService: boolean;
  /** How notifications are delayed and batched. */
  notificationServiceConfig: NotificationServiceConfig;
};

export type WorkspaceNotificationconfigUpdateData = {
  /** Whether there are notifications. */
  useNotificationService: boolean;
  /** How notifications are delayed and batched. */
  notificationServiceConfig: NotificationServiceConfig;
};

export type WorkspacePermissionproviderconfigGetData = {
  usePermissionProvider: boolean;
  permissionProviderConfig: {
    /** An http(s) address; empty for none. */
    permissionProviderUrl?: string | undefined;
    /** Secret: keep it on your server. */
    authToken?: string | undefined;
  };
};

export type WorkspacePermissionproviderconfigUpdateData = {
  usePermissionProvider: boolean;
  permissionProviderConfig: {
    /** An http(s) address; empty for none. */
    permissionProviderUrl?: string | undefined;
    /** Secret: keep it on your server. */
    authToken?: string | undefined;
  };
};

export type WorkspaceRequestsGetData = {
  isKept: boolean;
  requests: {
    requestId: string;
    time: string;
    method: string;
    path: string;
    /** Current state. */
    status: number;
    ms: number;
    bytes?: number | undefined;
    ip?: string | undefined;
    /** Id of the API key. */
    apiKey?: string | undefined;
    /** Your id for the user. */
    userId?: string | undefined;
    via: "token" | "session" | "console";
    reads: number;
    writes: number;
    trips: number;
    error?:
      | {
          /** Current state. */
          status: string;
          /** What happened, as text. */
          message: string;
        }
      | undefined;
  }[];
};

export type WorkspaceRequestsGetInput = {
  /** Id of the API key. */
  apiKey?: string | undefined;
  /** Part of the endpoint's path. */
  path?: string | undefined;
  /** The HTTP status. */
  status?: number | undefined;
  /** Your id for the user. */
  userId?: string | undefined;
  /** How requests were authenticated: by a token, by a browser session, or by the token that a console keeps. */
  via?: "token" | "session" | "console" | undefined;
  requestId?: string | undefined;
  /** Only requests that took at least this long. */
  minMs?: number | undefined;
  limit?: number | undefined;
};

export type WorkspaceServerGetData = {
  version?: string | undefined;
  store?: "sqlite" | "firestore" | undefined;
  startedAt?: number | undefined;
  disk?:
    | {
        data: number;
        free: number;
        /** How many there are in all. */
        total: number;
      }
    | undefined;
};

export type WorkspaceSessionsCreateInput = {
  /** Why it failed, such as `not-found`. */
  code?: string | undefined;
  workspaceId?: string | undefined;
  /** Secret: keep it on your server. */
  authToken?: string | undefined;
  readOnly?: boolean | undefined;
};

export type WorkspaceSessionsGetData = {
  workspaceId: string;
  readOnly: boolean;
  /** When it expires. */
  expiresAt?: number | undefined;
  csrfToken?: string | undefined;
};

export type WorkspaceSessionsRevokeInput = {
  /** Defaults to the session that makes the call. An id of no current session of the workspace changes nothing. */
  sessionId?: string | undefined;
};

export type WorkspaceUsageGetData = {
  isKept: boolean;
  /** How many there are in all. */
  total: {
    requests: number;
    errors: number;
    p50?: number | undefined;
    p99?: number | undefined;
    deliveries: number;
    failedDeliveries: number;
    mails: number;
  };
  activePeople: number;
  points: {
    requests: number;
    errors: number;
    p50?: number | undefined;
    p99?: number | undefined;
    deliveries: number;
    failedDeliveries: number;
    mails: number;
    time: number;
  }[];
};

export type WorkspaceUsageGetInput = {
  period?: "hour" | "day" | undefined;
};

export type WorkspaceWebhookconfigGetData = {
  /** Whether the webhook is on. */
  useWebhookService: boolean;
  /** URLs and format of basic webhooks. */
  webhookServiceConfig: WebhookServiceConfig;
};

export type WorkspaceWebhookconfigUpdateData = {
  /** Whether the webhook is on. */
  useWebhookService: boolean;
  /** URLs and format of basic webhooks. */
  webhookServiceConfig: WebhookServiceConfig;
};

/** What each endpoint accepts and returns, by path. */
export interface Endpoints {
  "/v1/auth/token/get": { input: AuthTokenGetInput; data: AuthTokenGetData };
  "/v1/commentannotations/add": { input: V1CommentannotationsAddInput; data: ItemResults };
  "/v1/commentannotations/comments/add": { input: V1CommentannotationsCommentsAddInput; data: number[] };
  "/v1/commentannotations/comments/delete": {
    input: CommentannotationsCommentsDeleteInput;
    data: CommentannotationsCommentsDeleteData;
  };
  "/v1/commentannotations/comments/get": { input: CommentannotationsCommentsGetInput; data: (Comment | null)[] };
  "/v1/commentannotations/comments/update": {
    input: CommentannotationsCommentsUpdateInput;
    data: CommentannotationsCommentsUpdateData;
  };
  "/v1/commentannotations/count/get": { input: CommentannotationsCountGetInput; data: CommentannotationsCountGetData };
  "/v1/commentannotations/delete": { input: V1CommentannotationsDeleteInput; data: ItemResults };
  "/v1/commentannotations/get": { input: V1CommentannotationsGetInput; data: (EarlierCommentAnnotation | null)[] };
  "/v1/commentannotations/update": { input: V1CommentannotationsUpdateInput; data: ItemResults };
  "/v1/livestate/broadcast": { input: LivestateBroadcastInput; data: LivestateBroadcastData };
  "/v1/notifications/add": { input: V1NotificationsAddInput; data: NotificationsAddData };
  "/v1/notifications/config/get": { input: V1NotificationsConfigGetInput; data: UserConfig[] };
  "/v1/notifications/config/set": { input: V1NotificationsConfigSetInput; data: NotificationsConfigSetData };
  "/v1/notifications/delete": { input: NotificationsDeleteInput; data: ItemResults };
  "/v1/notifications/get": { input: V1NotificationsGetInput; data: Notification[] };
  "/v1/notifications/update": { input: V1NotificationsUpdateInput; data: ItemResults };
  "/v1/organizations/access/disablestate/update": {
    input: OrganizationsAccessDisablestateUpdateInput;
    data: ItemResults;
  };
  "/v1/organizations/add": { input: OrganizationsAddInput; data: ItemResults };
  "/v1/organizations/delete": { input: OrganizationsDeleteInput; data: ItemResults };
  "/v1/organizations/documents/access/disablestate/update": {
    input: OrganizationsDocumentsAccessDisablestateUpdateInput;
    data: ItemResults;
  };
  "/v1/organizations/documents/access/update": { input: OrganizationsDocumentsAccessUpdateInput; data: ItemResults };
  "/v1/organizations/documents/add": { input: V1OrganizationsDocumentsAddInput; data: ItemResults };
  "/v1/organizations/documents/delete": { input: OrganizationsDocumentsDeleteInput; data: ItemResults };
  "/v1/organizations/documents/get": { input: V1OrganizationsDocumentsGetInput; data: (Document | MissingDocument)[] };
  "/v1/organizations/documents/locations/data/delete": {
    input: OrganizationsDocumentsLocationsDataDeleteInput;
    data: null;
  };
  "/v1/organizations/documents/locations/update": { input: OrganizationsDocumentsLocationsUpdateInput; data: null };
  "/v1/organizations/documents/move": { input: OrganizationsDocumentsMoveInput; data: undefined };
  "/v1/organizations/documents/update": { input: OrganizationsDocumentsUpdateInput; data: ItemResults };
  "/v1/organizations/folders/access/update": { input: V1OrganizationsFoldersAccessUpdateInput; data: ItemResults };
  "/v1/organizations/folders/add": { input: V1OrganizationsFoldersAddInput; data: ItemResults };
  "/v1/organizations/folders/get": { input: V1OrganizationsFoldersGetInput; data: Folder[] };
  "/v1/organizations/folders/update": { input: OrganizationsFoldersUpdateInput; data: ItemResults };
  "/v1/organizations/get": { input: V1OrganizationsGetInput; data: (Organization | MissingOrganization)[] };
  "/v1/organizations/update": { input: OrganizationsUpdateInput; data: ItemResults };
  "/v1/organizations/usergroups/add": { input: V1OrganizationsUsergroupsAddInput; data: ItemResults };
  "/v1/organizations/usergroups/users/add": { input: OrganizationsUsergroupsUsersAddInput; data: ItemResults };
  "/v1/organizations/usergroups/users/delete": { input: OrganizationsUsergroupsUsersDeleteInput; data: ItemResults };
  "/v1/users/add": { input: V1UsersAddInput; data: ItemResults };
  "/v1/users/data/delete": { input: UsersDataDeleteInput; data: DataDeletion };
  "/v1/users/data/delete/status": { input: UsersDataDeleteStatusInput; data: DataDeletionStatus };
  "/v1/users/data/get": { input: UsersDataGetInput; data: UserData };
  "/v1/users/delete": { input: UsersDeleteInput; data: ItemResults };
  "/v1/users/get": { input: V1UsersGetInput; data: EarlierUserSummary[] };
  "/v1/users/update": { input: V1UsersUpdateInput; data: ItemResults };
  "/v1/workspace/domains/add": { input: WorkspaceDomainsAddInput; data: WorkspaceDomainsAddData };
  "/v1/workspace/domains/delete": { input: WorkspaceDomainsDeleteInput; data: WorkspaceDomainsDeleteData };
  "/v2/activities/add": { input: ActivitiesAddInput; data: ActivitiesAddData };
  "/v2/activities/delete": { input: ActivitiesDeleteInput; data: ItemResults };
  "/v2/activities/get": { input: ActivitiesGetInput; data: Activity[] };
  "/v2/activities/update": { input: ActivitiesUpdateInput; data: ItemResults };
  "/v2/auth/access/check": { input: AuthAccessCheckInput; data: AuthAccessCheckData };
  "/v2/auth/generate_signature": { input: AuthGenerateSignatureInput; data: AuthGenerateSignatureData };
  "/v2/auth/generate_token": { input: AuthGenerateTokenInput; data: AuthGenerateTokenData };
  "/v2/auth/permissions/add": { input: AuthPermissionsAddInput; data: undefined };
  "/v2/auth/permissions/get": { input: AuthPermissionsGetInput; data: Record<string, UserAccess> };
  "/v2/auth/permissions/remove": { input: AuthPermissionsRemoveInput; data: undefined };
  "/v2/auth/token/get": { input: AuthTokenGetInput; data: AuthTokenGetData };
  "/v2/auth/tokens/revoke": { input: AuthTokensRevokeInput; data: ItemResults };
  "/v2/commentannotations/add": { input: CommentannotationsAddInput; data: ItemResults };
  "/v2/commentannotations/comments/add": { input: CommentannotationsCommentsAddInput; data: number[] };
  "/v2/commentannotations/comments/delete": {
    input: CommentannotationsCommentsDeleteInput;
    data: CommentannotationsCommentsDeleteData;
  };
  "/v2/commentannotations/comments/get": { input: CommentannotationsCommentsGetInput; data: (Comment | null)[] };
  "/v2/commentannotations/comments/reactions/add": {
    input: CommentannotationsCommentsReactionsAddInput;
    data: CommentannotationsCommentsReactionsAddData;
  };
  "/v2/commentannotations/comments/reactions/delete": {
    input: CommentannotationsCommentsReactionsDeleteInput;
    data: CommentannotationsCommentsReactionsDeleteData;
  };
  "/v2/commentannotations/comments/update": {
    input: CommentannotationsCommentsUpdateInput;
    data: CommentannotationsCommentsUpdateData;
  };
  "/v2/commentannotations/count/get": { input: CommentannotationsCountGetInput; data: CommentannotationsCountGetData };
  "/v2/commentannotations/delete": { input: CommentannotationsDeleteInput; data: ItemResults };
  "/v2/commentannotations/get": {
    input: CommentannotationsGetInput;
    data: (CommentAnnotation | null)[] | Record<string, CommentAnnotation[]>;
  };
  "/v2/commentannotations/subscribe": { input: ThreadSubscription; data: ItemResults };
  "/v2/commentannotations/unsubscribe": { input: ThreadSubscription; data: ItemResults };
  "/v2/commentannotations/update": { input: CommentannotationsUpdateInput; data: ItemResults };
  "/v2/crdt/add": { input: CrdtAddInput; data: undefined };
  "/v2/crdt/awareness": { input: CrdtAwarenessInput; data: CrdtAwarenessData };
  "/v2/crdt/delete": { input: CrdtDeleteInput; data: ItemResults };
  "/v2/crdt/get": { input: CrdtGetInput; data: CrdtData[] };
  "/v2/crdt/sync": { input: CrdtSyncInput; data: CrdtSyncData };
  "/v2/crdt/update": { input: CrdtUpdateInput; data: undefined };
  "/v2/documents/stream": { input: DocumentsStreamInput; events: DocumentsStreamEvents };
  "/v2/livestate/broadcast": { input: LivestateBroadcastInput; data: LivestateBroadcastData };
  "/v2/livestate/delete": { input: LivestateDeleteInput; data: ItemResults };
  "/v2/livestate/get": { input: LivestateGetInput; data: LiveState[] };
  "/v2/notifications/add": { input: NotificationsAddInput; data: NotificationsAddData };
  "/v2/notifications/config/get": { input: NotificationsConfigGetInput; data: UserConfig[] };
  "/v2/notifications/config/set": { input: NotificationsConfigSetInput; data: NotificationsConfigSetData };
  "/v2/notifications/delete": { input: NotificationsDeleteInput; data: ItemResults };
  "/v2/notifications/deliveries/get": { input: NotificationsDeliveriesGetInput; data: NoticeDelivery[] };
  "/v2/notifications/get": { input: NotificationsGetInput; data: Notification[] };
  "/v2/notifications/slack/set": { input: NotificationsSlackSetInput; data: NotificationsSlackSetData };
  "/v2/notifications/update": { input: NotificationsUpdateInput; data: ItemResults };
  "/v2/organizations/access/disablestate/update": {
    input: OrganizationsAccessDisablestateUpdateInput;
    data: ItemResults;
  };
  "/v2/organizations/add": { input: OrganizationsAddInput; data: ItemResults };
  "/v2/organizations/contents/count/get": { input: OrganizationsContentsCountGetInput; data: ContentCounts };
  "/v2/organizations/delete": { input: OrganizationsDeleteInput; data: ItemResults };
  "/v2/organizations/documents/access/disablestate/update": {
    input: OrganizationsDocumentsAccessDisablestateUpdateInput;
    data: ItemResults;
  };
  "/v2/organizations/documents/access/update": { input: OrganizationsDocumentsAccessUpdateInput; data: ItemResults };
  "/v2/organizations/documents/add": { input: OrganizationsDocumentsAddInput; data: ItemResults };
  "/v2/organizations/documents/count/get": {
    input: OrganizationsDocumentsCountGetInput;
    data: OrganizationsDocumentsCountGetData;
  };
  "/v2/organizations/documents/delete": { input: OrganizationsDocumentsDeleteInput; data: ItemResults };
  "/v2/organizations/documents/get": { input: OrganizationsDocumentsGetInput; data: (Document | MissingDocument)[] };
  "/v2/organizations/documents/locations/data/delete": {
    input: OrganizationsDocumentsLocationsDataDeleteInput;
    data: null;
  };
  "/v2/organizations/documents/locations/update": { input: OrganizationsDocumentsLocationsUpdateInput; data: null };
  "/v2/organizations/documents/migrate": {
    input: OrganizationsDocumentsMigrateInput;
    data: OrganizationsDocumentsMigrateData;
  };
  "/v2/organizations/documents/migrate/status": { input: OrganizationsDocumentsMigrateStatusInput; data: Migration };
  "/v2/organizations/documents/move": { input: OrganizationsDocumentsMoveInput; data: undefined };
  "/v2/organizations/documents/update": { input: OrganizationsDocumentsUpdateInput; data: ItemResults };
  "/v2/organizations/folders/access/update": { input: OrganizationsFoldersAccessUpdateInput; data: ItemResults };
  "/v2/organizations/folders/add": { input: OrganizationsFoldersAddInput; data: ItemResults };
  "/v2/organizations/folders/delete": { input: OrganizationsFoldersDeleteInput; data: null };
  "/v2/organizations/folders/get": { input: OrganizationsFoldersGetInput; data: Folder[] };
  "/v2/organizations/folders/update": { input: OrganizationsFoldersUpdateInput; data: ItemResults };
  "/v2/organizations/get": { input: OrganizationsGetInput; data: (Organization | MissingOrganization)[] };
  "/v2/organizations/update": { input: OrganizationsUpdateInput; data: ItemResults };
  "/v2/organizations/usergroups/add": { input: OrganizationsUsergroupsAddInput; data: ItemResults };
  "/v2/organizations/usergroups/delete": { input: OrganizationsUsergroupsDeleteInput; data: ItemResults };
  "/v2/organizations/usergroups/get": { input: OrganizationsUsergroupsGetInput; data: ReadUserGroup[] };
  "/v2/organizations/usergroups/users/add": { input: OrganizationsUsergroupsUsersAddInput; data: ItemResults };
  "/v2/organizations/usergroups/users/delete": { input: OrganizationsUsergroupsUsersDeleteInput; data: ItemResults };
  "/v2/presence/add": { input: PresenceAddInput; data: PresenceAddData };
  "/v2/presence/delete": { input: PresenceDeleteInput; data: PresenceDeleteData };
  "/v2/presence/get": { input: PresenceGetInput; data: PresenceEntry[] };
  "/v2/presence/update": { input: PresenceUpdateInput; data: PresenceUpdateData };
  "/v2/recordings/add": { input: RecordingsAddInput; data: ItemResults };
  "/v2/recordings/delete": { input: RecordingsDeleteInput; data: ItemResults };
  "/v2/recordings/get": { input: RecordingsGetInput; data: Recording[] };
  "/v2/users/add": { input: UsersAddInput; data: ItemResults };
  "/v2/users/count/get": { input: UsersCountGetInput; data: UsersCountGetData };
  "/v2/users/data/delete": { input: UsersDataDeleteInput; data: DataDeletion };
  "/v2/users/data/delete/status": { input: UsersDataDeleteStatusInput; data: DataDeletionStatus };
  "/v2/users/data/get": { input: UsersDataGetInput; data: UserData };
  "/v2/users/delete": { input: UsersDeleteInput; data: ItemResults };
  "/v2/users/get": { input: UsersGetInput; data: UserSummary[] | Record<string, UserSummary[]> };
  "/v2/users/update": { input: UsersUpdateInput; data: ItemResults };
  "/v2/workspace/activityconfig/get": { input: Record<string, never>; data: WorkspaceActivityconfigGetData };
  "/v2/workspace/activityconfig/update": {
    input: WorkspaceActivityconfigUpdateInput;
    data: WorkspaceActivityconfigUpdateData;
  };
  "/v2/workspace/advancedwebhook/deliveries/body/get": {
    input: WorkspaceAdvancedwebhookDeliveriesBodyGetInput;
    data: WorkspaceAdvancedwebhookDeliveriesBodyGetData;
  };
  "/v2/workspace/advancedwebhook/deliveries/get": {
    input: WorkspaceAdvancedwebhookDeliveriesGetInput;
    data: WorkspaceAdvancedwebhookDeliveriesGetData;
  };
  "/v2/workspace/advancedwebhook/deliveries/recover": {
    input: WorkspaceAdvancedwebhookDeliveriesRecoverInput;
    data: WorkspaceAdvancedwebhookDeliveriesRecoverData;
  };
  "/v2/workspace/advancedwebhook/deliveries/resend": {
    input: WorkspaceAdvancedwebhookDeliveriesResendInput;
    data: WorkspaceAdvancedwebhookDeliveriesResendData;
  };
  "/v2/workspace/advancedwebhook/endpoints/create": { input: NewWebhookEndpoint; data: WebhookEndpoint };
  "/v2/workspace/advancedwebhook/endpoints/delete": {
    input: WorkspaceAdvancedwebhookEndpointsDeleteInput;
    data: WorkspaceAdvancedwebhookEndpointsDeleteData;
  };
  "/v2/workspace/advancedwebhook/endpoints/get": {
    input: WorkspaceAdvancedwebhookEndpointsGetInput;
    data: WorkspaceAdvancedwebhookEndpointsGetData;
  };
  "/v2/workspace/advancedwebhook/endpoints/secret/get": {
    input: WorkspaceAdvancedwebhookEndpointsSecretGetInput;
    data: WorkspaceAdvancedwebhookEndpointsSecretGetData;
  };
  "/v2/workspace/advancedwebhook/endpoints/secret/rotate": {
    input: WorkspaceAdvancedwebhookEndpointsSecretRotateInput;
    data: WorkspaceAdvancedwebhookEndpointsSecretRotateData;
  };
  "/v2/workspace/advancedwebhook/endpoints/test": {
    input: WorkspaceAdvancedwebhookEndpointsTestInput;
    data: WorkspaceAdvancedwebhookEndpointsTestData;
  };
  "/v2/workspace/advancedwebhook/endpoints/update": {
    input: WorkspaceAdvancedwebhookEndpointsUpdateInput;
    data: WebhookEndpoint;
  };
  "/v2/workspace/advancedwebhook/eventtypes/get": {
    input: Record<string, never>;
    data: WorkspaceAdvancedwebhookEventtypesGetData;
  };
  "/v2/workspace/advancedwebhookconfig/get": { input: Record<string, never>; data: AdvancedWebhookConfig };
  "/v2/workspace/advancedwebhookconfig/update": { input: AdvancedWebhookConfigChange; data: AdvancedWebhookConfig };
  "/v2/workspace/apikey/create": { input: WorkspaceApikeyCreateInput; data: WorkspaceApikeyCreateData };
  "/v2/workspace/apikey/update": { input: WorkspaceApikeyUpdateInput; data: null };
  "/v2/workspace/apikeyconfig/get": { input: Record<string, never>; data: WorkspaceApikeyconfigGetData };
  "/v2/workspace/apikeyconfig/update": {
    input: WorkspaceApikeyconfigUpdateInput;
    data: WorkspaceApikeyconfigUpdateData;
  };
  "/v2/workspace/apikeymetadata/get": { input: Record<string, never>; data: WorkspaceApikeymetadataGetData };
  "/v2/workspace/apikeys/get": { input: WorkspaceApikeysGetInput; data: ApiKeySummary[] };
  "/v2/workspace/auditlog/get": { input: WorkspaceAuditlogGetInput; data: WorkspaceAuditlogGetData };
  "/v2/workspace/authtoken/reset": { input: WorkspaceAuthtokenResetInput; data: WorkspaceAuthtokenResetData };
  "/v2/workspace/authtokens/get": { input: WorkspaceAuthtokensGetInput; data: WorkspaceAuthtokensGetData };
  "/v2/workspace/create": { input: WorkspaceCreateInput; data: Workspace };
  "/v2/workspace/domains/add": { input: WorkspaceDomainsAddInput; data: WorkspaceDomainsAddData };
  "/v2/workspace/domains/delete": { input: WorkspaceDomainsDeleteInput; data: WorkspaceDomainsDeleteData };
  "/v2/workspace/domains/get": { input: Record<string, never>; data: WorkspaceDomainsGetData };
  "/v2/workspace/emailconfig/get": { input: Record<string, never>; data: WorkspaceEmailconfigGetData };
  "/v2/workspace/emailconfig/test": { input: WorkspaceEmailconfigTestInput; data: WorkspaceEmailconfigTestData };
  "/v2/workspace/emailconfig/update": { input: EmailConfigChange; data: WorkspaceEmailconfigUpdateData };
  "/v2/workspace/features/get": { input: WorkspaceFeaturesGetInput; data: WorkspaceFeaturesGetData };
  "/v2/workspace/features/update": { input: WorkspaceFeaturesUpdateInput; data: WorkspaceFeaturesUpdateData };
  "/v2/workspace/get": { input: Record<string, never>; data: Workspace };
  "/v2/workspace/inspectors/create": { input: WorkspaceInspectorsCreateInput; data: Inspector };
  "/v2/workspace/inspectors/delete": { input: WorkspaceInspectorsDeleteInput; data: undefined };
  "/v2/workspace/inspectors/get": { input: Record<string, never>; data: Inspector[] };
  "/v2/workspace/inspectors/requests/get": { input: WorkspaceInspectorsRequestsGetInput; data: InspectedRequest[] };
  "/v2/workspace/mails/get": { input: WorkspaceMailsGetInput; data: WorkspaceMailsGetData };
  "/v2/workspace/notificationconfig/get": { input: Record<string, never>; data: WorkspaceNotificationconfigGetData };
  "/v2/workspace/notificationconfig/update": {
    input: NotificationConfigChange;
    data: WorkspaceNotificationconfigUpdateData;
  };
  "/v2/workspace/permissionproviderconfig/get": {
    input: Record<string, never>;
    data: WorkspacePermissionproviderconfigGetData;
  };
  "/v2/workspace/permissionproviderconfig/update": {
    input: PermissionProviderConfigChange;
    data: WorkspacePermissionproviderconfigUpdateData;
  };
  "/v2/workspace/requests/get": { input: WorkspaceRequestsGetInput; data: WorkspaceRequestsGetData };
  "/v2/workspace/server/get": { input: Record<string, never>; data: WorkspaceServerGetData };
  "/v2/workspace/sessions/create": { input: WorkspaceSessionsCreateInput; data: Session };
  "/v2/workspace/sessions/get": { input: Record<string, never>; data: WorkspaceSessionsGetData };
  "/v2/workspace/sessions/revoke": { input: WorkspaceSessionsRevokeInput; data: undefined };
  "/v2/workspace/usage/get": { input: WorkspaceUsageGetInput; data: WorkspaceUsageGetData };
  "/v2/workspace/webhookconfig/get": { input: Record<string, never>; data: WorkspaceWebhookconfigGetData };
  "/v2/workspace/webhookconfig/update": { input: WebhookConfigChange; data: WorkspaceWebhookconfigUpdateData };
}

/** The client that `createClient` returns: a method for each endpoint, at its path. Version 2 has no prefix. */
export interface AtriumClient {
  activities: {
    /** Add activity records to a document. A record whose id already exists is overwritten but keeps its time; if activities are immutable, the call is refused. With a user token, an id that another caller has used is refused. If a server adds a record under an id that a user chose, the server's record takes that id. */
    add: Method<ActivitiesAddInput, ActivitiesAddData>;
    /** Delete activity records by id, or all records of a document or entity; the reply lists the first 400, and the rest are deleted in the background. The call is refused if activities are immutable. */
    delete: Method<ActivitiesDeleteInput, ItemResults>;
    /** Read activity records by id, or list those that match, ordered by time. Unknown ids are left out. If the ids make several pages, these follow the order of the ids, and each is sorted by time. A page may be shorter than its size; as long as there is a pageToken, there may be more. */
    get: ListMethod<ActivitiesGetInput, Activity[]>;
    /** Change activity records: each field in the request replaces the stored one. The call is refused if activities are immutable. */
    update: Method<ActivitiesUpdateInput, ItemResults>;
  };
  auth: {
    access: {
      /** Check whether users may read or write organizations, folders and documents, and which rule and which places decide. */
      check: Method<AuthAccessCheckInput, AuthAccessCheckData>;
    };
    /** Sign the answers of your permission provider. A provider may send it as `signature` beside its `data`; its answers are then accepted only if the signature matches exactly these answers in this order. */
    generate_signature: Method<AuthGenerateSignatureInput, AuthGenerateSignatureData>;
    /** Sign a token that identifies a user for 48 hours and lists what the user may open. The list of resources may be empty: the token then gives access to what the user has been granted. A token has at most 12288 bytes: the longer the ids, the fewer resources fit. */
    generate_token: Method<AuthGenerateTokenInput, AuthGenerateTokenData>;
    permissions: {
      /** Give a user permissions on organizations, folders and documents, permanently or until a given time. */
      add: Method<AuthPermissionsAddInput, undefined>;
      /** Read what users may do with an organization, and with some of its folders and documents. */
      get: Method<AuthPermissionsGetInput, Record<string, UserAccess>>;
      /** Remove permissions of a user; memberships stay. Whatever the user's tokens grant on those organizations is revoked too. */
      remove: Method<AuthPermissionsRemoveInput, undefined>;
    };
    token: {
      /** Sign a token that makes a user an editor of one organization for 48 hours. New code should use `/v2/auth/generate_token`. The credentials may be sent in the body instead of the headers. */
      get: Method<AuthTokenGetInput, AuthTokenGetData>;
    };
    tokens: {
      /** Revoke user tokens before they expire: all tokens issued to users so far, or individual tokens by their `jti`. */
      revoke: Method<AuthTokensRevokeInput, ItemResults>;
    };
  };
  commentannotations: {
    /** Start comment threads on a document. Each begins with its first comments, and `/v2/commentannotations/comments/add` adds replies. If a server uses an id that a user chose, the server's thread takes that id and the user's thread gets a new one. */
    add: Method<CommentannotationsAddInput, ItemResults>;
    comments: {
      /** Add comments to a thread. Either all of them are added or none. */
      add: Method<CommentannotationsCommentsAddInput, number[]>;
      /** Delete comments of a thread: by id, by author, or all of them. With a user token, users delete only their own comments. The thread stays. */
      delete: Method<CommentannotationsCommentsDeleteInput, CommentannotationsCommentsDeleteData>;
      /** Read the comments of a thread, oldest first, or by id. An unknown id yields null. */
      get: ListMethod<CommentannotationsCommentsGetInput, (Comment | null)[]>;
      reactions: {
        /** Add one reaction to a comment; its other reactions stay. A user can add each icon once: adding it again changes nothing. With a user token, users add only their own reactions. */
        add: Method<CommentannotationsCommentsReactionsAddInput, CommentannotationsCommentsReactionsAddData>;
        /** Delete one reaction of a user from a comment. Deleting a reaction that does not exist changes nothing. With a user token, users delete only their own reactions. */
        delete: Method<CommentannotationsCommentsReactionsDeleteInput, CommentannotationsCommentsReactionsDeleteData>;
      };
      /** Change comments of a thread, all in the same way: by id, by author, or all of them. Omitted fields stay unchanged, and null removes a field. With a user token, users change only their own comments, and their own reactions to any comment. */
      update: Method<CommentannotationsCommentsUpdateInput, CommentannotationsCommentsUpdateData>;
    };
    count: {
      /** Count the threads of documents that a user may see, and those with unread comments. At most 10,000 threads of a document are counted. */
      get: Method<CommentannotationsCountGetInput, CommentannotationsCountGetData>;
    };
    /** Delete threads of a document with their comments: the threads that meet all conditions, or every thread of the document if no conditions are given. */
    delete: Method<CommentannotationsDeleteInput, ItemResults>;
    /** Read the comment threads of documents, with their comments: of one document, of several or of the organization, most recently changed first. An unknown annotationId yields null. A page may be shorter than its size; as long as there is a nextPageToken, there may be more. A thread that changes while pages are read is listed again at the end. */
    get: ListMethod<CommentannotationsGetInput & { groupByDocumentId: true }, Record<string, CommentAnnotation[]>> &
      ListMethod<
        CommentannotationsGetInput & { groupByDocumentId?: false | undefined; annotationIds?: undefined },
        CommentAnnotation[]
      > &
      ListMethod<CommentannotationsGetInput & { groupByDocumentId?: false | undefined }, (CommentAnnotation | null)[]> &
      ListMethod<CommentannotationsGetInput, (CommentAnnotation | null)[] | Record<string, CommentAnnotation[]>>;
    /** Subscribe a user to threads of a document: they are notified of everything that happens there, even if they take no part in it. */
    subscribe: Method<ThreadSubscription, ItemResults>;
    /** End a user's subscription to threads of a document: the user is then notified only of what directly involves them. */
    unsubscribe: Method<ThreadSubscription, ItemResults>;
    /** Change threads of a document, all in the same way. Omitted fields stay unchanged, and null removes a field. The change applies to the threads that meet all conditions, or to every thread of the document if no conditions are given. */
    update: Method<CommentannotationsUpdateInput, ItemResults>;
  };
  crdt: {
    /** Set the initial content of an editor, as a Yjs document that clients can join. */
    add: Method<CrdtAddInput, undefined>;
    /** Send a client's cursor, selection and name to everyone else who has the editor open. */
    awareness: Method<CrdtAwarenessInput, CrdtAwarenessData>;
    /** Delete the content of editors, or of all editors of a document. */
    delete: Method<CrdtDeleteInput, ItemResults>;
    /** Read the content of one editor or of all editors of a document, optionally with the Yjs document. */
    get: ListMethod<
      CrdtGetInput & { includeUpdate: true },
      {
        data: unknown;
        /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
        id: string;
        /** The shared Yjs types that content can have. `xmltext` is the text type of editors whose root is XML. */
        type: CrdtType;
        /** A client's id: 1 to 500 UTF-8 bytes of valid Unicode, not only white space and without control characters. Slashes, dots, `__proto__` and any script are allowed. */
        contentKey: string;
        /** When it was last changed. */
        lastUpdate: string;
        lastUpdatedBy: string | null;
        sessionId: null;
        update: string;
      }[]
    > &
      ListMethod<CrdtGetInput, CrdtData[]>;
    /** Exchange Yjs updates with an editor: send changes, and get those that are missing. */
    sync: Method<CrdtSyncInput, CrdtSyncData>;
    /** Replace the content of an editor with operations that connected clients can apply. */
    update: Method<CrdtUpdateInput, undefined>;
  };
  documents: {
    /** Follow the changes of a document as a user */
    stream: StreamMethod<DocumentsStreamInput, DocumentsStreamEvents>;
  };
  livestate: {
    /** Set live state of a document. With `merge`, objects are merged at any depth and `null` removes a key; otherwise the data replaces the stored data. */
    broadcast: Method<LivestateBroadcastInput, LivestateBroadcastData>;
    /** Delete live state of a document. Streams of the document report it as removed. */
    delete: Method<LivestateDeleteInput, ItemResults>;
    /** Read the live state of a document: all entries, or the entry with one id. A page may be shorter than its size; as long as there is a pageToken, there may be more. */
    get: ListMethod<LivestateGetInput, LiveState[]>;
  };
  notifications: {
    /** Add a notification to the inboxes of an organization's users. A notification whose id already exists is not added again. With a user token, an id that another caller has used is refused. If a server adds a notification under an id that a user chose, the server's notification takes that id. */
    add: Method<NotificationsAddInput, NotificationsAddData>;
    config: {
      /** Read which notifications a user receives for documents and, on request, for the organization. A document without its own settings uses those of the organization, and an organization without settings uses the defaults: inbox ALL, email MINE, slack NONE. */
      get: Method<NotificationsConfigGetInput, UserConfig[]>;
      /** Set which notifications users receive for documents or, without documentIds, for all documents of an organization. Omitted channels keep their settings; `null` takes a setting away, so that the organization's or the default applies again. */
      set: Method<NotificationsConfigSetInput, NotificationsConfigSetData>;
    };
    /** Delete notifications by id, or those of a document or location; with a userId, only from the inbox of that user. Without ids, the reply covers the oldest 200, and the rest are deleted in the background. */
    delete: Method<NotificationsDeleteInput, ItemResults>;
    deliveries: {
      /** List the deliveries of notifications that events caused, newest first: for each person and channel, whether the delivery is waiting, was sent, was dropped or has failed, and why. Finished deliveries are kept for 30 days. */
      get: ListMethod<NotificationsDeliveriesGetInput, NoticeDelivery[]>;
    };
    /** Read notifications by id, or list those of an organization, a document or the inbox of a user. Unknown ids are left out. */
    get: ListMethod<NotificationsGetInput, Notification[]>;
    slack: {
      /** Set the Slack incoming webhook of an organization: its notifications are posted there for people who want them in Slack, and null removes it. It is encrypted at rest, and replies mask it. */
      set: Method<NotificationsSlackSetInput, NotificationsSlackSetData>;
    };
    /** Change the content of notifications, and mark them as read for users who have received them. With verifyUserPermissions, users who may not open the document are skipped. */
    update: Method<NotificationsUpdateInput, ItemResults>;
  };
  organizations: {
    access: {
      disablestate: {
        /** Block all users' access to organizations, or restore it. The data stays as it is. */
        update: Method<OrganizationsAccessDisablestateUpdateInput, ItemResults>;
      };
    };
    /** Add organizations; an organization that exists is updated. */
    add: Method<OrganizationsAddInput, ItemResults>;
    contents: {
      count: {
        /** Count what a deletion would delete: of an organization, a folder or a document, or of a person's data in an organization. Counting stops at 100,000 of each kind; for a folder, at most 300 folders below it and 90 of its documents are examined. */
        get: Method<OrganizationsContentsCountGetInput, ContentCounts>;
      };
    };
    /** Delete organizations with all their users, groups, folders and documents. */
    delete: Method<OrganizationsDeleteInput, ItemResults>;
    documents: {
      access: {
        disablestate: {
          /** Block all users from documents, or unblock them. */
          update: Method<OrganizationsDocumentsAccessDisablestateUpdateInput, ItemResults>;
        };
        /** Set the access type of documents; null removes it, so that the documents inherit one. */
        update: Method<OrganizationsDocumentsAccessUpdateInput, ItemResults>;
      };
      /** Add documents to an organization, at its top level or in a folder. */
      add: Method<OrganizationsDocumentsAddInput, ItemResults>;
      count: {
        /** Count the documents of an organization, or those directly in one of its folders or at its top. Counting stops at 100,000. */
        get: Method<OrganizationsDocumentsCountGetInput, OrganizationsDocumentsCountGetData>;
      };
      /** Delete documents with everything in them. */
      delete: Method<OrganizationsDocumentsDeleteInput, ItemResults>;
      /** Read documents by id, or list those of an organization or folder. Either way, only documents that match all filters and the search text are returned. A page may be shorter than its size; as long as there is a pageToken, there may be more. */
      get: ListMethod<OrganizationsDocumentsGetInput & { documentIds?: undefined }, Document[]> &
        ListMethod<OrganizationsDocumentsGetInput, (Document | MissingDocument)[]>;
      locations: {
        data: {
          /** Delete the data at one location of a document: its threads with their comments and, in the background, the notifications whose location has the same id. */
          delete: Method<OrganizationsDocumentsLocationsDataDeleteInput, null>;
        };
        /** Move the threads at one location of a document to another, or change the details of the location. With `merge`, other fields of a thread's location stay. */
        update: Method<OrganizationsDocumentsLocationsUpdateInput, null>;
      };
      /** Move a document, with everything that belongs to it, to another id. The call replies at once; read the status of the migration to follow its progress. Until it completes, the document can be read under its old id; while the status is in_progress, it can't be changed. */
      migrate: Method<OrganizationsDocumentsMigrateInput, OrganizationsDocumentsMigrateData> & {
        /** Read the progress of a document's migration. */
        status: Method<OrganizationsDocumentsMigrateStatusInput, Migration>;
      };
      /** Move documents into a folder, or with `root` to the top level of the organization: either all of them or none. */
      move: Method<OrganizationsDocumentsMoveInput, undefined>;
      /** Change fields of documents; omitted fields stay unchanged, and null removes a field. */
      update: Method<OrganizationsDocumentsUpdateInput, ItemResults>;
    };
    folders: {
      access: {
        /** Set the access type of folders, or let them inherit the access type of the parent folder. */
        update: Method<OrganizationsFoldersAccessUpdateInput, ItemResults>;
      };
      /** Add folders, each at the top level of the organization, in an existing folder or in a folder listed earlier in the call. */
      add: Method<OrganizationsFoldersAddInput, ItemResults>;
      /** Delete a folder with its sub-folders and all documents in them. */
      delete: Method<OrganizationsFoldersDeleteInput, null>;
      /** List the folders of an organization, or read one folder with its contents. */
      get: ListMethod<OrganizationsFoldersGetInput, Folder[]>;
      /** Rename folders, or move them with their contents under another parent. */
      update: Method<OrganizationsFoldersUpdateInput, ItemResults>;
    };
    /** Read organizations by id, in the order of the ids in the request, or list all of them in pages. Either way, only organizations that match the search text are returned. A page may be shorter than its size; as long as there is a nextPageToken, there may be more. */
    get: ListMethod<OrganizationsGetInput & { organizationIds?: undefined }, Organization[]> &
      ListMethod<OrganizationsGetInput, (Organization | MissingOrganization)[]>;
    /** Change names and custom fields of organizations; null removes a field. */
    update: Method<OrganizationsUpdateInput, ItemResults>;
    usergroups: {
      /** Add user groups to an organization; a group that exists is renamed. */
      add: Method<OrganizationsUsergroupsAddInput, ItemResults>;
      /** Delete user groups of an organization. Their members stay in the organization. */
      delete: Method<OrganizationsUsergroupsDeleteInput, ItemResults>;
      /** Read the user groups of an organization: by id, or all of them in pages. Unknown ids are left out. Members are read with users/get. */
      get: ListMethod<OrganizationsUsergroupsGetInput, ReadUserGroup[]>;
      users: {
        /** Add users of an organization to one of its user groups, which is created if it does not exist. */
        add: Method<OrganizationsUsergroupsUsersAddInput, ItemResults>;
        /** Remove users from a user group: by id, or every user with deleteAll, whatever ids are listed. */
        delete: Method<OrganizationsUsergroupsUsersDeleteInput, ItemResults>;
      };
    };
  };
  presence: {
    /** Set who is present in a document. An entry expires 60 seconds after its last add or update, unless it is `offline`. */
    add: Method<PresenceAddInput, PresenceAddData>;
    /** Remove users from a document's presence. Removing a user who is not present is not an error. */
    delete: Method<PresenceDeleteInput, PresenceDeleteData>;
    /** Read who is present in a document: all users whose entry has not expired, or some of them by id. */
    get: ListMethod<PresenceGetInput, PresenceEntry[]>;
    /** Update the presence of users in a document and renew its expiry. Omitted fields stay unchanged, and null removes a field. A user who is not present is added. */
    update: Method<PresenceUpdateInput, PresenceUpdateData>;
  };
  recordings: {
    /** Add recordings to a document. A recording whose id already exists is replaced, and its version increases if its content has changed. */
    add: Method<RecordingsAddInput, ItemResults>;
    /** Delete recordings of a document. */
    delete: Method<RecordingsDeleteInput, ItemResults>;
    /** Read recordings of a document or of a whole organization, all or by id; unknown ids are left out. Those of a document that are read by id come in the order of the ids, all others by document and id. */
    get: ListMethod<RecordingsGetInput, Recording[]>;
  };
  users: {
    /** Add users to an organization, or to one of its folders or documents. */
    add: Method<UsersAddInput, ItemResults>;
    count: {
      /** Count the users of an organization, or of one of its folders or documents. Counting stops at 100,000. */
      get: Method<UsersCountGetInput, UsersCountGetData>;
    };
    data: {
      /** Delete what users have written and remove them from the content of others, in some organizations or in all. Use it for erasure requests under the GDPR. The call replies at once; read the status of the job to follow its progress. */
      delete: Method<UsersDataDeleteInput, DataDeletion> & {
        /** Read the progress of a deletion of users' data. */
        status: Method<UsersDataDeleteStatusInput, DataDeletionStatus>;
      };
      /** Read the data of users in one organization or in all: what they have written, recorded and been notified of, and stored mails to them, up to 100 of each kind, user by user. Use it for access requests under the GDPR. A page may be shorter than its size; as long as there is a nextPageToken, there may be more. The names `userIds` and `allOrganizations` may be prefixed with the brand of the headers, such as `serviceUserIds`. */
      get: PagedMethod<UsersDataGetInput, UserData>;
    };
    /** Remove users and their permissions from an organization, with its groups, folders and documents, or from a folder or document. A user who leaves an organization needs a new user token. */
    delete: Method<UsersDeleteInput, ItemResults>;
    /** Read the users of an organization, of one of its folders or documents, or of all its documents. Users must match all filters. A page may be shorter than its size; as long as there is a nextPageToken, there may be more. */
    get: ListMethod<UsersGetInput & { groupByDocumentId: true }, Record<string, UserSummary[]>> &
      ListMethod<UsersGetInput & { groupByDocumentId?: false | undefined }, UserSummary[]> &
      ListMethod<UsersGetInput, UserSummary[] | Record<string, UserSummary[]>>;
    /** Change users of an organization, folder or document. Omitted fields stay unchanged, and null removes a field. */
    update: Method<UsersUpdateInput, ItemResults>;
  };
  workspace: {
    activityconfig: {
      /** Read whether and how activities are logged. */
      get: Method<Record<string, never>, WorkspaceActivityconfigGetData>;
      /** Change whether and how activities are logged. Omitted fields stay unchanged; enabling it for the first time sets the default triggers. */
      update: Method<WorkspaceActivityconfigUpdateInput, WorkspaceActivityconfigUpdateData>;
    };
    advancedwebhook: {
      deliveries: {
        body: {
          /** Read the beginning of the body that a delivery sends, in the current format of its endpoint and without encryption. */
          get: Method<WorkspaceAdvancedwebhookDeliveriesBodyGetInput, WorkspaceAdvancedwebhookDeliveriesBodyGetData>;
        };
        /** List past and pending deliveries, newest first, with every attempt of the last 30 days. */
        get: ListMethod<WorkspaceAdvancedwebhookDeliveriesGetInput, WorkspaceAdvancedwebhookDeliveriesGetData>;
        /** Resend, in the background, the failed and canceled deliveries of an endpoint since a given time. Events that occurred while the endpoint was disabled have no deliveries. */
        recover: Method<WorkspaceAdvancedwebhookDeliveriesRecoverInput, WorkspaceAdvancedwebhookDeliveriesRecoverData>;
        /** Resend one delivery at once; the message keeps its id, and earlier attempts stay listed. */
        resend: Method<WorkspaceAdvancedwebhookDeliveriesResendInput, WorkspaceAdvancedwebhookDeliveriesResendData>;
      };
      endpoints: {
        /** Add a webhook endpoint, which gets its own signing secret. */
        create: Method<NewWebhookEndpoint, WebhookEndpoint>;
        /** Delete a webhook endpoint permanently: its deliveries stop at once, and its secret is no longer used. */
        delete: Method<WorkspaceAdvancedwebhookEndpointsDeleteInput, WorkspaceAdvancedwebhookEndpointsDeleteData>;
        /** List the webhook endpoints in pages, forwards and backwards. */
        get: Method<WorkspaceAdvancedwebhookEndpointsGetInput, WorkspaceAdvancedwebhookEndpointsGetData>;
        secret: {
          /** Read the secret that signs the deliveries of a webhook endpoint. */
          get: Method<WorkspaceAdvancedwebhookEndpointsSecretGetInput, WorkspaceAdvancedwebhookEndpointsSecretGetData>;
          /** Give a webhook endpoint a new secret; for 24 hours, messages are signed with the previous secret too. */
          rotate: Method<
            WorkspaceAdvancedwebhookEndpointsSecretRotateInput,
            WorkspaceAdvancedwebhookEndpointsSecretRotateData
          >;
        };
        /** Send the example of an event to one endpoint, regardless of its filters; deliveries/get shows the outcome. */
        test: Method<WorkspaceAdvancedwebhookEndpointsTestInput, WorkspaceAdvancedwebhookEndpointsTestData>;
        /** Change a webhook endpoint; omitted fields stay unchanged, and null removes optional fields. */
        update: Method<WorkspaceAdvancedwebhookEndpointsUpdateInput, WebhookEndpoint>;
      };
      eventtypes: {
        /** List all event types, each with the JSON schema of its body and an example. */
        get: Method<Record<string, never>, WorkspaceAdvancedwebhookEventtypesGetData>;
      };
    };
    advancedwebhookconfig: {
      /** Read whether advanced webhooks are enabled, and how their payloads are protected. */
      get: Method<Record<string, never>, AdvancedWebhookConfig>;
      /** Enable or disable advanced webhooks, and change how payloads are protected; omitted fields stay unchanged, and null restores the default. */
      update: Method<AdvancedWebhookConfigChange, AdvancedWebhookConfig>;
    };
    apikey: {
      /** Create another API key, which is a separate tenant in the workspace. */
      create: Method<
        WorkspaceApikeyCreateInput & { createAuthToken?: true | undefined },
        {
          /** Id of the API key. */
          apiKey: string;
          /** Secret: keep it on your server. */
          authToken: string;
        }
      > &
        Method<
          WorkspaceApikeyCreateInput & { createAuthToken: false },
          {
            /** Id of the API key. */
            apiKey: string;
          }
        > &
        Method<WorkspaceApikeyCreateInput, WorkspaceApikeyCreateData>;
      /** Rename an API key. */
      update: Method<WorkspaceApikeyUpdateInput, null>;
    };
    apikeyconfig: {
      /** Read the settings of the API key. */
      get: Method<Record<string, never>, WorkspaceApikeyconfigGetData>;
      /** Change settings of the API key; omitted settings stay unchanged, and null restores the default. */
      update: Method<WorkspaceApikeyconfigUpdateInput, WorkspaceApikeyconfigUpdateData>;
    };
    apikeymetadata: {
      /** Read the settings of the API key. */
      get: Method<Record<string, never>, WorkspaceApikeymetadataGetData>;
    };
    apikeys: {
      /** List the API keys of the workspace. */
      get: ListMethod<WorkspaceApikeysGetInput, ApiKeySummary[]>;
    };
    auditlog: {
      /** List the administrative changes of the last year, newest first: who changed what, from where and when. Secrets, values and free text are never recorded. */
      get: ListMethod<WorkspaceAuditlogGetInput, WorkspaceAuditlogGetData>;
    };
    authtoken: {
      /** Replace an auth token of an API key, or add one under a new name. */
      reset: Method<WorkspaceAuthtokenResetInput, WorkspaceAuthtokenResetData>;
    };
    authtokens: {
      /** Read the auth tokens of an API key. */
      get: Method<WorkspaceAuthtokensGetInput, WorkspaceAuthtokensGetData>;
    };
    /** Create a workspace with one API key for testing. */
    create: Method<WorkspaceCreateInput, Workspace>;
    domains: {
      /** Allow domains to use the API key; domains that are already allowed are skipped. */
      add: Method<WorkspaceDomainsAddInput, WorkspaceDomainsAddData>;
      /** Remove domains from those that may use the API key; domains that are not allowed are skipped. */
      delete: Method<WorkspaceDomainsDeleteInput, WorkspaceDomainsDeleteData>;
      /** List the domains that may use the API key. */
      get: Method<Record<string, never>, WorkspaceDomainsGetData>;
    };
    emailconfig: {
      /** Read how e-mails are sent; the provider's key is masked except for its last 4 characters. */
      get: Method<Record<string, never>, WorkspaceEmailconfigGetData>;
      /** Send a mail to an address to test the e-mail configuration, whether or not it is enabled. The reply reports the outcome; a mail that could not be sent is not retried. At most 10 calls a minute. */
      test: Method<WorkspaceEmailconfigTestInput, WorkspaceEmailconfigTestData>;
      /** Change how e-mails are sent. Omitted fields stay unchanged, and null removes a field; enabling it for the first time fills in the defaults. */
      update: Method<EmailConfigChange, WorkspaceEmailconfigUpdateData>;
    };
    features: {
      /** Read which features of an API key are on. */
      get: Method<WorkspaceFeaturesGetInput, WorkspaceFeaturesGetData>;
      /** Turn features of an API key on or off; omitted features stay unchanged. */
      update: Method<WorkspaceFeaturesUpdateInput, WorkspaceFeaturesUpdateData>;
    };
    /** Read the workspace with its owner, auth token and API keys. */
    get: Method<Record<string, never>, Workspace>;
    inspectors: {
      /** Create a receiver of webhooks on this server, to see deliveries without running a server of your own. It keeps its newest 100 requests for a day. Not available in the cloud. */
      create: Method<WorkspaceInspectorsCreateInput, Inspector>;
      /** Delete a receiver of webhooks and the requests that it has received. */
      delete: Method<WorkspaceInspectorsDeleteInput, undefined>;
      /** List the receivers of webhooks on this server. */
      get: Method<Record<string, never>, Inspector[]>;
      requests: {
        /** List the requests that a receiver of webhooks has received, newest first, and whether each was signed. */
        get: Method<WorkspaceInspectorsRequestsGetInput, InspectedRequest[]>;
      };
    };
    mails: {
      /** List the newest 50 mails that were kept instead of being sent, or read one. Mails are kept if neither the API key nor the server has a way to send them. */
      get: Method<WorkspaceMailsGetInput, WorkspaceMailsGetData>;
    };
    notificationconfig: {
      /** Read which notifications are sent, and how they are delayed and batched. */
      get: Method<Record<string, never>, WorkspaceNotificationconfigGetData>;
      /** Change which notifications are sent. Omitted fields stay unchanged, and null removes a field; enabling it for the first time sets the default triggers. */
      update: Method<NotificationConfigChange, WorkspaceNotificationconfigUpdateData>;
    };
    permissionproviderconfig: {
      /** Read the configuration of the permission provider; the token is masked except for its last 4 characters. */
      get: Method<Record<string, never>, WorkspacePermissionproviderconfigGetData>;
      /** Change the permission provider; omitted fields stay unchanged, and null removes a field. */
      update: Method<PermissionProviderConfigChange, WorkspacePermissionproviderconfigUpdateData>;
    };
    requests: {
      /** List the latest requests of the workspace and its API keys, from the newest 2,000 in the server's log. In the cloud, see Cloud Logging instead. */
      get: Method<WorkspaceRequestsGetInput, WorkspaceRequestsGetData>;
    };
    server: {
      /** Read facts about the server: its version, where it stores data, when it started, and the free space on its disk. */
      get: Method<Record<string, never>, WorkspaceServerGetData>;
    };
    sessions: {
      /** Start a browser session of a workspace. Its secret is in a cookie that scripts can't read. The session lasts at most 12 hours, and ends after 2 hours without use. */
      create: Method<WorkspaceSessionsCreateInput, Session>;
      /** Read which workspace the caller acts for and, for a browser session, when it ends and its CSRF token. With a token in the headers there is no session. */
      get: Method<Record<string, never>, WorkspaceSessionsGetData>;
      /** End the session that makes the call, or another session of the workspace by its id, which the audit log shows. Other processes notice within a minute. */
      revoke: Method<WorkspaceSessionsRevokeInput, undefined>;
    };
    usage: {
      /** Read how much the API key was used in the last hour, by minute, or in the last day, by hour. Other processes of the server report their counts once a minute. The cloud keeps no counts: see Cloud Monitoring instead. */
      get: Method<WorkspaceUsageGetInput, WorkspaceUsageGetData>;
    };
    webhookconfig: {
      /** Read where and how basic webhooks are sent; the token is masked except for its last 4 characters. */
      get: Method<Record<string, never>, WorkspaceWebhookconfigGetData>;
      /** Change where and how basic webhooks are sent. Omitted fields stay unchanged, and null removes a field; enabling it for the first time sets the default triggers. */
      update: Method<WebhookConfigChange, WorkspaceWebhookconfigUpdateData>;
    };
  };
  v1: AtriumV1Client;
}

/** The endpoints of version 1. */
export interface AtriumV1Client {
  auth: {
    token: {
      /** Sign a token that makes a user an editor of one organization for 48 hours. New code should use `/v2/auth/generate_token`. The credentials may be sent in the body instead of the headers. */
      get: Method<AuthTokenGetInput, AuthTokenGetData>;
    };
  };
  commentannotations: {
    /** Start comment threads on a document. Each begins with its first comments, and `/v2/commentannotations/comments/add` adds replies. If a server uses an id that a user chose, the server's thread takes that id and the user's thread gets a new one. */
    add: Method<V1CommentannotationsAddInput, ItemResults>;
    comments: {
      /** Add comments to a thread. Either all of them are added or none. */
      add: Method<V1CommentannotationsCommentsAddInput, number[]>;
      /** Delete comments of a thread: by id, by author, or all of them. With a user token, users delete only their own comments. The thread stays. */
      delete: Method<CommentannotationsCommentsDeleteInput, CommentannotationsCommentsDeleteData>;
      /** Read the comments of a thread, oldest first, or by id. An unknown id yields null. */
      get: ListMethod<CommentannotationsCommentsGetInput, (Comment | null)[]>;
      /** Change comments of a thread, all in the same way: by id, by author, or all of them. Omitted fields stay unchanged, and null removes a field. With a user token, users change only their own comments, and their own reactions to any comment. */
      update: Method<CommentannotationsCommentsUpdateInput, CommentannotationsCommentsUpdateData>;
    };
    count: {
      /** Count the threads of documents that a user may see, and those with unread comments. At most 10,000 threads of a document are counted. */
      get: Method<CommentannotationsCountGetInput, CommentannotationsCountGetData>;
    };
    /** Delete threads of a document with their comments: the threads that meet all conditions, or every thread of the document if no conditions are given. */
    delete: Method<V1CommentannotationsDeleteInput, ItemResults>;
    /** Read the comment threads of a document: by id, or the 1,000 most recently changed, newest first. */
    get: Method<V1CommentannotationsGetInput & { annotationIds?: undefined }, EarlierCommentAnnotation[]> &
      Method<V1CommentannotationsGetInput, (EarlierCommentAnnotation | null)[]>;
    /** Change threads of a document, all in the same way. Omitted fields stay unchanged, and null removes a field. The change applies to the threads that meet all conditions, or to every thread of the document if no conditions are given. */
    update: Method<V1CommentannotationsUpdateInput, ItemResults>;
  };
  livestate: {
    /** Set live state of a document. With `merge`, objects are merged at any depth and `null` removes a key; otherwise the data replaces the stored data. */
    broadcast: Method<LivestateBroadcastInput, LivestateBroadcastData>;
  };
  notifications: {
    /** Add a notification to the inboxes of an organization's users. A notification whose id already exists is not added again. With a user token, an id that another caller has used is refused. If a server adds a notification under an id that a user chose, the server's notification takes that id. */
    add: Method<V1NotificationsAddInput, NotificationsAddData>;
    config: {
      /** Read which notifications a user receives for documents and, on request, for the organization. A document without its own settings uses those of the organization, and an organization without settings uses the defaults: inbox ALL, email MINE, slack NONE. */
      get: Method<V1NotificationsConfigGetInput, UserConfig[]>;
      /** Set which notifications users receive for documents. Omitted channels keep their settings; `null` takes a setting away. */
      set: Method<V1NotificationsConfigSetInput, NotificationsConfigSetData>;
    };
    /** Delete notifications by id, or those of a document or location; with a userId, only from the inbox of that user. Without ids, the reply covers the oldest 200, and the rest are deleted in the background. */
    delete: Method<NotificationsDeleteInput, ItemResults>;
    /** Read notifications by id, or the 1,000 newest of an organization, a document or the inbox of a user. To read the rest of a longer list, pass its pageToken to the v2 endpoint. */
    get: Method<V1NotificationsGetInput, Notification[]>;
    /** Change the content of notifications, and mark them as read for users who have received them. */
    update: Method<V1NotificationsUpdateInput, ItemResults>;
  };
  organizations: {
    access: {
      disablestate: {
        /** Block all users' access to organizations, or restore it. The data stays as it is. */
        update: Method<OrganizationsAccessDisablestateUpdateInput, ItemResults>;
      };
    };
    /** Add organizations; an organization that exists is updated. */
    add: Method<OrganizationsAddInput, ItemResults>;
    /** Delete organizations with all their users, groups, folders and documents. */
    delete: Method<OrganizationsDeleteInput, ItemResults>;
    documents: {
      access: {
        disablestate: {
          /** Block all users from documents, or unblock them. */
          update: Method<OrganizationsDocumentsAccessDisablestateUpdateInput, ItemResults>;
        };
        /** Set the access type of documents; null removes it, so that the documents inherit one. */
        update: Method<OrganizationsDocumentsAccessUpdateInput, ItemResults>;
      };
      /** Add documents to an organization, at its top level or in a folder. */
      add: Method<V1OrganizationsDocumentsAddInput, ItemResults>;
      /** Delete documents with everything in them. */
      delete: Method<OrganizationsDocumentsDeleteInput, ItemResults>;
      /** Read documents by id, or list those of an organization or folder. Either way, only documents that match all filters and the search text are returned. A page may be shorter than its size; as long as there is a pageToken, there may be more. */
      get: ListMethod<V1OrganizationsDocumentsGetInput & { documentIds?: undefined }, Document[]> &
        ListMethod<V1OrganizationsDocumentsGetInput, (Document | MissingDocument)[]>;
      locations: {
        data: {
          /** Delete the data at one location of a document: its threads with their comments and, in the background, the notifications whose location has the same id. */
          delete: Method<OrganizationsDocumentsLocationsDataDeleteInput, null>;
        };
        /** Move the threads at one location of a document to another, or change the details of the location. With `merge`, other fields of a thread's location stay. */
        update: Method<OrganizationsDocumentsLocationsUpdateInput, null>;
      };
      /** Move documents into a folder, or with `root` to the top level of the organization: either all of them or none. */
      move: Method<OrganizationsDocumentsMoveInput, undefined>;
      /** Change fields of documents; omitted fields stay unchanged, and null removes a field. */
      update: Method<OrganizationsDocumentsUpdateInput, ItemResults>;
    };
    folders: {
      access: {
        /** Set the access type of folders, or let them inherit the access type of the parent folder. */
        update: Method<V1OrganizationsFoldersAccessUpdateInput, ItemResults>;
      };
      /** Add folders, each at the top level of the organization, in an existing folder or in a folder listed earlier in the call. */
      add: Method<V1OrganizationsFoldersAddInput, ItemResults>;
      /** List the folders of an organization, or read one folder with its contents. */
      get: ListMethod<V1OrganizationsFoldersGetInput, Folder[]>;
      /** Rename folders, or move them with their contents under another parent. */
      update: Method<OrganizationsFoldersUpdateInput, ItemResults>;
    };
    /** Read organizations: by id, or all in pages of 1,000. */
    get: ListMethod<V1OrganizationsGetInput & { organizationIds?: undefined }, Organization[]> &
      ListMethod<V1OrganizationsGetInput, (Organization | MissingOrganization)[]>;
    /** Change names and custom fields of organizations; null removes a field. */
    update: Method<OrganizationsUpdateInput, ItemResults>;
    usergroups: {
      /** Add user groups to an organization; a group that exists is renamed. */
      add: Method<V1OrganizationsUsergroupsAddInput, ItemResults>;
      users: {
        /** Add users of an organization to one of its user groups, which is created if it does not exist. */
        add: Method<OrganizationsUsergroupsUsersAddInput, ItemResults>;
        /** Remove users from a user group: by id, or every user with deleteAll, whatever ids are listed. */
        delete: Method<OrganizationsUsergroupsUsersDeleteInput, ItemResults>;
      };
    };
  };
  users: {
    /** Add users to an organization, or to one of its folders or documents. */
    add: Method<V1UsersAddInput, ItemResults>;
    data: {
      /** Delete what users have written and remove them from the content of others, in some organizations or in all. Use it for erasure requests under the GDPR. The call replies at once; read the status of the job to follow its progress. */
      delete: Method<UsersDataDeleteInput, DataDeletion> & {
        /** Read the progress of a deletion of users' data. */
        status: Method<UsersDataDeleteStatusInput, DataDeletionStatus>;
      };
      /** Read the data of users in one organization or in all: what they have written, recorded and been notified of, and stored mails to them, up to 100 of each kind, user by user. Use it for access requests under the GDPR. A page may be shorter than its size; as long as there is a nextPageToken, there may be more. The names `userIds` and `allOrganizations` may be prefixed with the brand of the headers, such as `serviceUserIds`. */
      get: PagedMethod<UsersDataGetInput, UserData>;
    };
    /** Remove users and their permissions from an organization, with its groups, folders and documents, or from a folder or document. A user who leaves an organization needs a new user token. */
    delete: Method<UsersDeleteInput, ItemResults>;
    /** Read the users of an organization, or of one of its folders or documents, in pages of 1,000. */
    get: ListMethod<V1UsersGetInput, EarlierUserSummary[]>;
    /** Change users of an organization, folder or document. Omitted fields stay unchanged, and null removes a field. */
    update: Method<V1UsersUpdateInput, ItemResults>;
  };
  workspace: {
    domains: {
      /** Allow domains to use the API key; domains that are already allowed are skipped. */
      add: Method<WorkspaceDomainsAddInput, WorkspaceDomainsAddData>;
      /** Remove domains from those that may use the API key; domains that are not allowed are skipped. */
      delete: Method<WorkspaceDomainsDeleteInput, WorkspaceDomainsDeleteData>;
    };
  };
}

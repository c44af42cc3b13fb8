// Written by `npm run gen` from the declarations of the endpoints.
import type { ListMethod, Method, PagedMethod, StreamMethod } from "../reply.ts";

export type AccessEntry =
  | { accessRole: AccessRole; accessType?: AccessType | undefined; expiresAt?: number | undefined }
  | { error: string; errorCode: "permission_denied" | "does_not_exist"; accessType?: AccessType | undefined };

export type AccessRole = "viewer" | "editor";

export type AccessType = "public" | "organizationPrivate" | "restricted";

export type ActivitiesAddData = { success: true; message: string };

export type ActivitiesAddInput = { organizationId: string; documentId: string; activities: ActivityInput[] };

export type ActivitiesDeleteInput = {
  organizationId: string;
  documentId?: string | undefined;
  targetEntityId?: string | undefined;
  activityIds?: string[] | undefined;
};

export type ActivitiesGetInput = {
  organizationId: string;
  documentId?: string | undefined;
  targetEntityId?: string | undefined;
  featureTypes?: FeatureType[] | undefined;
  actionTypes?: string[] | undefined;
  userId?: string | undefined;
  activityIds?: string[] | undefined;
  order?: "asc" | "desc" | undefined;
  pageSize?: number | undefined;
  pageToken?: string | undefined;
};

export type ActivitiesUpdateInput = { organizationId: string; activities: ActivityChange[] };

export type Activity = {
  id: string;
  actionType: string;
  featureType?: string | undefined;
  targetEntityId?: string | undefined;
  timestamp: number;
  metadata: { apiKey: string; documentId: string; organizationId: string };
  [key: string]: unknown;
};

export type ActivityChange = {
  id: string;
  changes?: Record<string, { from?: unknown | undefined; to?: unknown | undefined }> | undefined | null;
  entityData?: unknown | undefined;
  entityTargetData?: unknown | undefined;
  displayMessageTemplate?: string | undefined | null;
  displayMessageTemplateData?: Record<string, unknown> | undefined | null;
  actionIcon?: string | undefined | null;
};

export type ActivityConfig = {
  enabledTime?: number | undefined;
  immutable?: boolean | undefined;
  triggers?: { comment?: Record<string, boolean> | undefined } | undefined;
  isEnabled: boolean;
};

export type ActivityConfigChange = {
  enabledTime?: number | null | undefined;
  immutable?: boolean | null | undefined;
  triggers?: { comment?: Record<string, boolean | null> | null | undefined } | null | undefined;
  isEnabled?: boolean | null | undefined;
};

export type ActivityInput = {
  id?: string | undefined;
  featureType: FeatureType;
  actionType: string;
  actionUser: EmbeddedUser;
  targetEntityId?: string | undefined;
  targetSubEntityId?: string | undefined;
  changes?: Record<string, { from?: unknown | undefined; to?: unknown | undefined }> | undefined;
  entityData?: unknown | undefined;
  entityTargetData?: unknown | undefined;
  displayMessageTemplate?: string | undefined;
  displayMessageTemplateData?: Record<string, unknown> | undefined;
  actionIcon?: string | undefined;
  isActivityResolverUsed?: boolean | undefined;
  [key: string]: unknown;
};

export type AdvancedWebhookConfig = {
  isEnabled: boolean;
  encryptData: boolean;
  encodeData: boolean;
  publicKey: string;
  enableDataProtection: boolean;
};

export type AdvancedWebhookConfigChange = {
  isEnabled?: boolean | null | undefined;
  encryptData?: boolean | null | undefined;
  encodeData?: boolean | null | undefined;
  publicKey?: string | null | undefined;
  enableDataProtection?: boolean | null | undefined;
};

export type Agent = {
  agentId?: string | undefined;
  executionId?: string | undefined;
  agentType?: string | undefined;
  agentSource?: string | undefined;
  url?: string | undefined;
  [key: string]: unknown;
};

export type ApiKeySummary = { id: string; apiKeyName: string; type: ApiKeyType };

export type ApiKeyType = "testing" | "production";

export type Attachment = {
  attachmentId: number;
  name?: string | undefined;
  bucketPath?: string | undefined;
  size?: number | undefined;
  type?: string | undefined;
  url?: string | undefined;
  thumbnail?: string | undefined;
  mimeType?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
};

export type AuthAccessCheckData = {
  userId: string;
  resource: { type: string; id: string; organizationId?: string | undefined };
  action: string;
  allowed: boolean;
  accessRole?: AccessRole | undefined;
  accessType?: AccessType | undefined;
  expiresAt?: number | undefined;
  explanation: string;
  errorCode?: "permission_denied" | "does_not_exist" | undefined;
}[];

export type AuthAccessCheckInput = {
  questions: { userId: string; resource: ResourceReference; action?: "read" | "write" | undefined }[];
};

export type AuthGenerateSignatureData = { signature: string };

export type AuthGenerateSignatureInput = { permissions: SignedPermission[] };

export type AuthGenerateTokenData = { token: string };

export type AuthGenerateTokenInput = {
  userId: string;
  userProperties: { isAdmin?: boolean | undefined; name: string; email: string; [key: string]: unknown };
  permissions: { resources: PermissionResource[] };
};

export type AuthPermissionsAddInput = { user: { userId: string }; permissions: { resources: PermissionResource[] } };

export type AuthPermissionsGetInput = {
  organizationId: string;
  userIds: string[];
  folderIds?: string[] | undefined;
  documentIds?: string[] | undefined;
  skipResourceExistenceValidation?: boolean | undefined;
};

export type AuthPermissionsRemoveInput = { userId: string; permissions: { resources: ResourceReference[] } };

export type AuthToken = { token: string; name: string; domains: string[] };

export type AuthTokenGetData = { token: string };

export type AuthTokenGetInput = {
  apiKey?: string | undefined;
  authToken?: string | undefined;
  userId: string;
  userProperties?:
    | { organizationId: string; isAdmin?: boolean | undefined; name?: string | undefined; email?: string | undefined }
    | undefined;
};

export type AuthTokensRevokeInput = { userIds?: string[] | undefined; tokenIds?: string[] | undefined };

export type ChosenConfig = {
  inbox?: Preference | undefined;
  email?: Preference | undefined;
  slack?: Preference | undefined;
};

export type Comment = {
  commentId: number;
  commentText?: string | undefined;
  commentHtml?: string | undefined;
  context?: Record<string, unknown> | undefined;
  isCommentResolverUsed?: boolean | undefined;
  isCommentTextAvailable?: boolean | undefined;
  taggedUserContacts?: TaggedUserContact[] | undefined;
  attachments?: Attachment[] | undefined;
  reactionAnnotations?: ReactionAnnotation[] | undefined;
  agent?: Agent | undefined;
  from: EmbeddedUser;
  createdAt: number;
  lastUpdated: string;
  reactionCount: number;
};

export type CommentAnnotation = {
  annotationId: string;
  documentId: string;
  location?: ThreadLocation | undefined;
  targetElement?: TargetElement | undefined;
  pageInfo?: Record<string, unknown> | undefined;
  isPageAnnotation?: boolean | undefined;
  positionX?: number | undefined;
  positionY?: number | undefined;
  screenWidth?: number | undefined;
  screenHeight?: number | undefined;
  screenScrollTop?: number | undefined;
  screenScrollHeight?: number | undefined;
  assignedTo?: EmbeddedUser | undefined;
  context?: Record<string, unknown> | undefined;
  metadata?: Record<string, unknown> | undefined;
  priority?: ThreadPriority | undefined;
  suggestion?: Suggestion | undefined;
  from: EmbeddedUser;
  status: ThreadStatus;
  statusUpdatedByUserId?: string | undefined;
  resolvedByUserId?: string | undefined;
  resolvedByUser?: EmbeddedUser | undefined;
  type: "comment" | "suggestion";
  commentType: "manual" | "chart" | "suggestion";
  sourceType: "rest-api" | "agent";
  visibility: ThreadVisibility;
  visibilityConfig: {
    type: string;
    organizationId?: string | undefined;
    organizationIds?: string[] | undefined;
    userIds: string[];
  };
  viewedByUserIds: string[];
  customList?: { id: string; label?: string | undefined; [key: string]: unknown }[] | undefined;
  moderation?: Moderation | undefined;
  subscribedUserIds?: string[] | undefined;
  createdAt: number;
  lastUpdated: number;
  comments: Comment[];
};

export type CommentAnnotationChange = {
  location?: ThreadLocation | null | undefined;
  targetElement?: TargetElement | null | undefined;
  from?: EmbeddedUser | undefined;
  status?: ThreadStatus | undefined;
  statusUpdatedByUserId?: string | null | undefined;
  resolvedByUserId?: string | null | undefined;
  assignedTo?: EmbeddedUser | null | undefined;
  context?: Record<string, unknown> | null | undefined;
  metadata?: Record<string, unknown> | null | undefined;
  priority?: ThreadPriority | null | undefined;
  suggestion?: Suggestion | null | undefined;
  viewedByUserIds?: string[] | undefined;
  customList?: { id: string; label?: string | undefined; [key: string]: unknown }[] | null | undefined;
  moderation?: Moderation | null | undefined;
  subscribeUserIds?: string[] | undefined;
  unsubscribeUserIds?: string[] | undefined;
};

export type CommentAnnotationInput = {
  annotationId?: string | undefined;
  location?: ThreadLocation | undefined;
  targetElement?: TargetElement | undefined;
  pageInfo?: Record<string, unknown> | undefined;
  isPageAnnotation?: boolean | undefined;
  positionX?: number | undefined;
  positionY?: number | undefined;
  screenWidth?: number | undefined;
  screenHeight?: number | undefined;
  screenScrollTop?: number | undefined;
  screenScrollHeight?: number | undefined;
  assignedTo?: EmbeddedUser | undefined;
  context?: Record<string, unknown> | undefined;
  metadata?: Record<string, unknown> | undefined;
  priority?: ThreadPriority | undefined;
  suggestion?: Suggestion | undefined;
  commentData: CommentInput[];
  from?: EmbeddedUser | undefined;
  status?: NewThreadStatus | undefined;
  type?: "comment" | "suggestion" | undefined;
  commentType?: "manual" | "chart" | "suggestion" | undefined;
  customList?: { id: string; label?: string | undefined; [key: string]: unknown }[] | undefined;
  visibility?: ThreadVisibility | undefined;
  createdAt?: number | undefined;
  lastUpdated?: number | undefined;
};

export type CommentChange = {
  commentText?: string | null | undefined;
  commentHtml?: string | null | undefined;
  context?: Record<string, unknown> | null | undefined;
  isCommentResolverUsed?: boolean | null | undefined;
  isCommentTextAvailable?: boolean | null | undefined;
  taggedUserContacts?: TaggedUserContact[] | null | undefined;
  attachments?: Attachment[] | null | undefined;
  reactionAnnotations?: ReactionAnnotation[] | null | undefined;
  agent?: Agent | null | undefined;
  triggerNotification?: boolean | undefined;
  triggerActivities?: boolean | undefined;
  from?: EmbeddedUser | undefined;
};

export type CommentInput = {
  commentId?: number | undefined;
  commentText?: string | undefined;
  commentHtml?: string | undefined;
  context?: Record<string, unknown> | undefined;
  isCommentResolverUsed?: boolean | undefined;
  isCommentTextAvailable?: boolean | undefined;
  taggedUserContacts?: TaggedUserContact[] | undefined;
  attachments?: Attachment[] | undefined;
  reactionAnnotations?: ReactionAnnotation[] | undefined;
  agent?: Agent | undefined;
  triggerNotification?: boolean | undefined;
  triggerActivities?: boolean | undefined;
  from: EmbeddedUser;
  createdAt?: number | undefined;
  lastUpdated?: number | string | undefined;
};

export type CommentannotationsAddInput = {
  organizationId: string;
  documentId: string;
  createOrganization?: boolean | undefined;
  createDocument?: boolean | undefined;
  verifyUserPermissions?: boolean | undefined;
  commentAnnotations: CommentAnnotationInput[];
};

export type CommentannotationsCommentsAddInput = {
  organizationId: string;
  documentId: string;
  annotationId: string;
  createOrganization?: boolean | undefined;
  createDocument?: boolean | undefined;
  verifyUserPermissions?: boolean | undefined;
  commentData: CommentInput[];
};

export type CommentannotationsCommentsDeleteData = Record<
  string,
  { success: boolean; id: number; message: string; code?: "not-found" | "permission-denied" | undefined }
>;

export type CommentannotationsCommentsDeleteInput = {
  organizationId: string;
  documentId: string;
  annotationId: string;
  commentIds?: number[] | undefined;
  userIds?: string[] | undefined;
};

export type CommentannotationsCommentsGetInput = {
  organizationId: string;
  documentId: string;
  annotationId: string;
  userIds?: string[] | undefined;
  commentIds?: number[] | undefined;
  pageSize?: number | undefined;
  pageToken?: string | undefined;
};

export type CommentannotationsCommentsReactionsAddData = { reactionCount: number };

export type CommentannotationsCommentsReactionsAddInput = {
  organizationId: string;
  documentId: string;
  annotationId: string;
  commentId: number;
  reaction: ReactionAnnotation;
};

export type CommentannotationsCommentsReactionsDeleteData = { reactionCount: number };

export type CommentannotationsCommentsReactionsDeleteInput = {
  organizationId: string;
  documentId: string;
  annotationId: string;
  commentId: number;
  icon: string;
  userId: string;
};

export type CommentannotationsCommentsUpdateData = Record<
  string,
  { success: boolean; id: number; message: string; code?: "not-found" | "permission-denied" | undefined }
>;

export type CommentannotationsCommentsUpdateInput = {
  organizationId: string;
  documentId: string;
  annotationId: string;
  commentIds?: number[] | undefined;
  userIds?: string[] | undefined;
  updatedData: CommentChange;
};

export type CommentannotationsCountGetData = Record<string, { total: number; unread: number }>;

export type CommentannotationsCountGetInput = {
  organizationId: string;
  documentIds: string[];
  userId: string;
  statusIds?: string[] | undefined;
};

export type CommentannotationsDeleteInput = {
  organizationId: string;
  documentId: string;
  annotationIds?: string[] | undefined;
  locationIds?: LocationId[] | undefined;
  userIds?: string[] | undefined;
  agentId?: string | undefined;
  agentSuggestions?: boolean | undefined;
  agentUrls?: string[] | undefined;
};

export type CommentannotationsGetInput = {
  organizationId: string;
  documentId?: string | undefined;
  documentIds?: string[] | undefined;
  folderId?: string | undefined;
  groupByDocumentId?: boolean | undefined;
  locationIds?: LocationId[] | undefined;
  annotationIds?: string[] | undefined;
  userIds?: string[] | undefined;
  mentionedUserIds?: string[] | undefined;
  resolvedBy?: string | undefined;
  statusIds?: string[] | undefined;
  updatedAfter?: number | undefined;
  updatedBefore?: number | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
  agentId?: string | undefined;
  executionId?: string | undefined;
  agentType?: string | undefined;
  agentSource?: string | undefined;
  agentSuggestions?: boolean | undefined;
  agentComments?: boolean | undefined;
  statusId?: string | string[] | undefined;
  order?: "asc" | "desc" | undefined;
  pageSize?: number | undefined;
  pageToken?: string | undefined;
};

export type CommentannotationsUpdateInput = {
  organizationId: string;
  documentId: string;
  annotationIds?: string[] | undefined;
  locationIds?: LocationId[] | undefined;
  userIds?: string[] | undefined;
  updatedData?: CommentAnnotationChange | CommentAnnotationChange[] | undefined;
  updateUsers?: { oldUser: { userId: string }; newUser: EmbeddedUser }[] | undefined;
};

export type CrdtAddInput = {
  organizationId: string;
  documentId: string;
  editorId: string;
  data: unknown;
  type: CrdtType;
  contentKey?: string | undefined;
};

export type CrdtData = {
  data: unknown;
  id: string;
  type: CrdtType;
  contentKey: string;
  lastUpdate: string;
  lastUpdatedBy: string | null;
  sessionId: null;
  update?: string | undefined;
};

export type CrdtDeleteInput = { organizationId: string; documentId: string; editorIds?: string[] | undefined };

export type CrdtGetInput = {
  organizationId: string;
  documentId: string;
  editorId?: string | undefined;
  includeUpdate?: boolean | undefined;
  pageSize?: number | undefined;
  pageToken?: string | undefined;
};

export type CrdtType = "text" | "map" | "array" | "xml" | "xmltext";

export type CrdtUpdateInput = {
  organizationId: string;
  documentId: string;
  editorId: string;
  data: unknown;
  type: CrdtType;
  contentKey?: string | undefined;
};

export type DataDeletion = { jobId: string; tasksCount: number };

export type DataDeletionStatus = {
  isDeleteCompleted: boolean;
  tasksLeft: number;
  lastTaskCompletedTime: number | null;
};

export type Document = {
  id: string;
  documentName: string;
  disabled: boolean;
  accessType: AccessType;
  folderId?: string | undefined;
  createdAt: number;
  lastUpdated: number;
  [key: string]: unknown;
};

export type DocumentChange = {
  documentId: string;
  documentName?: string | undefined | null;
  accessType?: AccessType | undefined | null;
  [key: string]: unknown;
};

export type DocumentFields = {
  documentId: string;
  documentName?: string | undefined;
  accessType?: AccessType | undefined;
  [key: string]: unknown;
};

export type DocumentFilter =
  | { key: string; operator: "==" | "!=" | "array-contains"; value: string | number | boolean | null }
  | { key: string; operator: "<" | "<=" | ">" | ">="; value: string | number }
  | { key: string; operator: "in"; value: (string | number | boolean | null)[] };

export type DocumentsStreamEvents = {
  ready: StreamReady;
  presence: PresenceEntry | { userId: string; removed: true };
  livestate: LiveState | { liveStateDataId: string; removed: true };
  comment: CommentAnnotation | { annotationId: string; removed: true };
  notification: Notification | { id: string; removed: true };
  bye: StreamBye;
};

export type DocumentsStreamInput = { organizationId: string; documentId: string };

export type EarlierCommentAnnotation = {
  annotationId: string;
  documentId: string;
  location?: ThreadLocation | undefined;
  targetElement?: TargetElement | undefined;
  pageInfo?: Record<string, unknown> | undefined;
  isPageAnnotation?: boolean | undefined;
  positionX?: number | undefined;
  positionY?: number | undefined;
  screenWidth?: number | undefined;
  screenHeight?: number | undefined;
  screenScrollTop?: number | undefined;
  screenScrollHeight?: number | undefined;
  assignedTo?: EmbeddedUser | undefined;
  context?: Record<string, unknown> | undefined;
  metadata?: Record<string, unknown> | undefined;
  priority?: ThreadPriority | undefined;
  suggestion?: Suggestion | undefined;
  from: EmbeddedUser;
  status: ThreadStatus;
  statusUpdatedByUserId?: string | undefined;
  resolvedByUserId?: string | undefined;
  resolvedByUser?: EmbeddedUser | undefined;
  type: "comment" | "suggestion";
  commentType: "manual" | "chart" | "suggestion";
  sourceType: "rest-api" | "agent";
  visibility: ThreadVisibility;
  visibilityConfig: {
    type: string;
    organizationId?: string | undefined;
    organizationIds?: string[] | undefined;
    userIds: string[];
  };
  viewedByUserIds: string[];
  customList?: { id: string; label?: string | undefined; [key: string]: unknown }[] | undefined;
  moderation?: Moderation | undefined;
  subscribedUserIds?: string[] | undefined;
  createdAt: string;
  lastUpdated: number;
  comments: {
    commentId: number;
    commentText?: string | undefined;
    commentHtml?: string | undefined;
    context?: Record<string, unknown> | undefined;
    isCommentResolverUsed?: boolean | undefined;
    isCommentTextAvailable?: boolean | undefined;
    taggedUserContacts?: TaggedUserContact[] | undefined;
    attachments?: Attachment[] | undefined;
    reactionAnnotations?: ReactionAnnotation[] | undefined;
    agent?: Agent | undefined;
    from: EmbeddedUser;
    createdAt: string;
    lastUpdated: string;
    reactionCount: number;
  }[];
};

export type EarlierCommentAnnotationChange = {
  location?: ThreadLocation | null | undefined;
  targetElement?: TargetElement | null | undefined;
  from?: EmbeddedUser | undefined;
  status?: ThreadStatus | undefined;
  assignedTo?: EmbeddedUser | null | undefined;
  context?: Record<string, unknown> | null | undefined;
  metadata?: Record<string, unknown> | null | undefined;
  priority?: ThreadPriority | null | undefined;
  customList?: { id: string; label?: string | undefined; [key: string]: unknown }[] | null | undefined;
};

export type EarlierUserSummary = {
  email: string;
  name: string;
  userId: string;
  initial?: string | undefined;
  [key: string]: unknown;
};

export type EmailConfigChange = {
  useEmailService?: boolean | null | undefined;
  emailServiceConfig?:
    | {
        type?: "default" | "sendgrid" | "custom" | null | undefined;
        apiKey?: string | null | undefined;
        fromEmail?: string | null | undefined;
        fromCompany?: string | null | undefined;
        commentTemplateId?: string | null | undefined;
        tagTemplateId?: string | null | undefined;
        triggers?: Record<string, boolean | null> | null | undefined;
      }
    | null
    | undefined;
};

export type EmailServiceConfig = {
  type?: "default" | "sendgrid" | "custom" | undefined;
  apiKey?: string | undefined;
  fromEmail?: string | undefined;
  fromCompany?: string | undefined;
  commentTemplateId?: string | undefined;
  tagTemplateId?: string | undefined;
  triggers?: Record<string, boolean> | undefined;
};

export type EmbeddedUser = {
  userId: string;
  name?: string | undefined;
  email?: string | undefined;
  [key: string]: unknown;
};

export type FeatureType = "comment" | "reaction" | "recorder" | "crdt" | "custom";

export type Features = {
  advancedQueries: boolean;
  activityService: boolean;
  notificationPreferences: boolean;
  advancedWebhooks: boolean;
};

export type Folder = {
  apiKey: string;
  organizationId: string;
  folderId: string;
  folderName: string;
  parentFolderId: string;
  ancestors: string[];
  accessType: AccessType;
  inheritAccessFromParent: boolean;
  createdAt: number;
  lastUpdated: number;
  subFolders?: Folder[] | undefined;
};

export type FolderPatch = {
  folderId: string;
  folderName?: string | null | undefined;
  parentFolderId?: string | null | undefined;
};

export type ItemResults = Record<
  string,
  { success: boolean; id?: string | undefined; message: string; code?: string | undefined; [key: string]: unknown }
>;

export type LiveState = { liveStateDataId: string; data: Record<string, unknown>; lastUpdated: number };

export type LivestateBroadcastData = { success: boolean };

export type LivestateBroadcastInput = {
  organizationId: string;
  documentId: string;
  liveStateDataId: string;
  data: Record<string, unknown>;
  merge?: boolean | undefined;
};

export type LivestateGetInput = {
  organizationId: string;
  documentId: string;
  liveStateDataId?: string | undefined;
  pageSize?: number | undefined;
  pageToken?: string | undefined;
};

export type LocationId = string | number;

export type Migration = {
  migrationId: string;
  status: MigrationStatus;
  copied: number;
  total: number;
  error?: string | undefined;
};

export type MigrationStatus = "pending" | "in_progress" | "completed" | "failed";

export type MissingDocument = { id: string; success: false; message: string; code: "not-found" | "permission-denied" };

export type MissingOrganization = { id: string; success: false; message: string; code: "not-found" };

export type Moderation = "accepted" | "rejected" | "approved";

export type NewFolder = {
  folderId: string;
  folderName?: string | undefined;
  parentFolderId?: string | undefined;
  accessType?: AccessType | undefined;
};

export type NewThreadStatus = {
  id: string;
  name: string;
  type: "default" | "ongoing" | "terminal";
  svg?: string | undefined;
  iconUrl?: string | undefined;
  color: string;
  lightColor: string;
};

export type NewWebhookEndpoint = {
  url: string;
  description?: string | undefined;
  filterTypes?: string[] | undefined;
  channels?: string[] | undefined;
  disabled?: boolean | undefined;
  rateLimit?: number | undefined;
  metadata?: Record<string, string> | undefined;
  uid?: string | undefined;
};

export type Notification = {
  actionUser: EmbeddedUser;
  displayHeadlineMessageTemplate?: string | undefined;
  displayHeadlineMessageTemplateData?: TemplateData | undefined;
  displayBodyMessage?: string | undefined;
  notificationSourceData?: Record<string, unknown> | undefined;
  displayBodyMessageTemplate?: string | undefined;
  displayBodyMessageTemplateData?: TemplateData | undefined;
  notificationSource?: NotificationSource | undefined;
  context?: NotificationContext | undefined;
  metadata: Record<string, unknown>;
  isNotificationResolverUsed?: boolean | undefined;
  location?: ThreadLocation | undefined;
  notifyUsers: EmbeddedUser[];
  notifyAll: boolean;
  id: string;
  timestamp: number;
  isRead?: boolean | undefined;
  readAt?: number | undefined;
};

export type NotificationConfigChange = {
  useNotificationService?: boolean | null | undefined;
  notificationServiceConfig?:
    | {
        triggers?:
          | {
              comment?: Record<string, boolean | null> | null | undefined;
              huddle?: Record<string, boolean | null> | null | undefined;
            }
          | null
          | undefined;
        delayConfig?:
          | { isEnabled?: boolean | null | undefined; delaySeconds?: number | null | undefined }
          | null
          | undefined;
        batchConfig?:
          | {
              document?:
                | {
                    isEnabled?: boolean | null | undefined;
                    batchWindowSeconds?: number | null | undefined;
                    maxActivities?: number | null | undefined;
                  }
                | null
                | undefined;
              user?:
                | {
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

export type NotificationContext = { access?: Record<string, string | number> | undefined; [key: string]: unknown };

export type NotificationServiceConfig = {
  triggers?:
    | { comment?: Record<string, boolean> | undefined; huddle?: Record<string, boolean> | undefined }
    | undefined;
  delayConfig?: { isEnabled?: boolean | undefined; delaySeconds?: number | undefined } | undefined;
  batchConfig?:
    | {
        document?:
          | {
              isEnabled?: boolean | undefined;
              batchWindowSeconds?: number | undefined;
              maxActivities?: number | undefined;
            }
          | undefined;
        user?:
          | {
              isEnabled?: boolean | undefined;
              batchWindowSeconds?: number | undefined;
              maxActivities?: number | undefined;
            }
          | undefined;
      }
    | undefined;
};

export type NotificationSource = "custom" | "comment" | "huddle" | "crdt";

export type NotificationUpdate = {
  id: string;
  actionUser?: EmbeddedUser | undefined;
  displayHeadlineMessageTemplate?: string | undefined | null;
  displayHeadlineMessageTemplateData?: TemplateData | undefined | null;
  displayBodyMessage?: string | undefined | null;
  notificationSourceData?: Record<string, unknown> | undefined | null;
  displayBodyMessageTemplate?: string | undefined | null;
  displayBodyMessageTemplateData?: TemplateData | undefined | null;
  notificationSource?: NotificationSource | undefined | null;
  context?: NotificationContext | undefined | null;
  metadata?: Record<string, unknown> | undefined | null;
  readByUserIds?: string[] | undefined;
  persistReadForUsers?: boolean | undefined;
};

export type NotificationsAddData = { success: true; message: string };

export type NotificationsAddInput = {
  organizationId: string;
  documentId: string;
  notificationId?: string | undefined;
  actionUser: EmbeddedUser;
  displayHeadlineMessageTemplate?: string | undefined;
  displayHeadlineMessageTemplateData?: TemplateData | undefined;
  displayBodyMessage?: string | undefined;
  notificationSourceData?: Record<string, unknown> | undefined;
  displayBodyMessageTemplate?: string | undefined;
  displayBodyMessageTemplateData?: TemplateData | undefined;
  notificationSource?: NotificationSource | undefined;
  context?: NotificationContext | undefined;
  metadata?: Record<string, unknown> | undefined;
  location?: ThreadLocation | undefined;
  notifyUsers: EmbeddedUser[];
  notifyAll?: boolean | undefined;
  isNotificationResolverUsed?: boolean | undefined;
  verifyUserPermissions?: boolean | undefined;
  createDocument?: boolean | undefined;
  createOrganization?: boolean | undefined;
};

export type NotificationsConfigGetInput = {
  organizationId: string;
  userId: string;
  documentIds?: string[] | undefined;
  getOrganizationConfig?: boolean | undefined;
};

export type NotificationsConfigSetData = Record<
  string,
  { success: true; userId: string; documentId: string | null; message: string }
>;

export type NotificationsConfigSetInput = {
  organizationId: string;
  documentIds?: string[] | undefined;
  userIds: string[];
  config: ChosenConfig;
};

export type NotificationsDeleteInput = {
  organizationId: string;
  documentId?: string | undefined;
  locationId?: LocationId | undefined;
  userId?: string | undefined;
  notificationIds?: string[] | undefined;
};

export type NotificationsGetInput = {
  organizationId: string;
  documentId?: string | undefined;
  locationId?: LocationId | undefined;
  userId?: string | undefined;
  notificationIds?: string[] | undefined;
  order?: "asc" | "desc" | undefined;
  pageSize?: number | undefined;
  pageToken?: string | undefined;
};

export type NotificationsUpdateInput = {
  organizationId: string;
  documentId?: string | undefined;
  locationId?: LocationId | undefined;
  userId?: string | undefined;
  verifyUserPermissions?: boolean | undefined;
  notifications: NotificationUpdate[];
};

export type Organization = { id: string; organizationName: string; disabled: boolean; [key: string]: unknown };

export type OrganizationChange = {
  organizationId: string;
  organizationName?: string | undefined | null;
  [key: string]: unknown;
};

export type OrganizationFields = {
  organizationId: string;
  organizationName?: string | undefined;
  [key: string]: unknown;
};

export type OrganizationsAccessDisablestateUpdateInput = { organizationIds: string[]; disabled: boolean };

export type OrganizationsAddInput = { organizations: OrganizationFields[] };

export type OrganizationsDeleteInput = { organizationIds: string[] };

export type OrganizationsDocumentsAccessDisablestateUpdateInput = {
  organizationId: string;
  documentIds: string[];
  disabled: boolean;
};

export type OrganizationsDocumentsAccessUpdateInput = {
  organizationId: string;
  documentIds: string[];
  accessType?: AccessType | null | undefined;
};

export type OrganizationsDocumentsAddInput = {
  organizationId: string;
  createOrganization?: boolean | undefined;
  folderId?: string | undefined;
  createFolder?: boolean | undefined;
  documents: DocumentFields[];
};

export type OrganizationsDocumentsCountGetData = { count: number };

export type OrganizationsDocumentsCountGetInput = { organizationId: string; folderId?: string | undefined };

export type OrganizationsDocumentsDeleteInput = { organizationId: string; documentIds: string[] };

export type OrganizationsDocumentsGetInput = {
  organizationId: string;
  documentIds?: string[] | undefined;
  folderId?: string | undefined;
  filters?: DocumentFilter[] | undefined;
  orderByCommentViews?: unknown | undefined;
  pageSize?: number | undefined;
  pageToken?: string | undefined;
};

export type OrganizationsDocumentsLocationsDataDeleteInput = {
  apiKey?: string | undefined;
  authToken?: string | undefined;
  organizationId: string;
  documentId: string;
  location: ThreadLocation;
};

export type OrganizationsDocumentsLocationsUpdateInput = {
  apiKey?: string | undefined;
  authToken?: string | undefined;
  organizationId: string;
  documentId: string;
  migrate: { oldLocation: ThreadLocation; newLocation: ThreadLocation };
  merge?: boolean | undefined;
};

export type OrganizationsDocumentsMigrateData = { migrationId: string };

export type OrganizationsDocumentsMigrateInput = { organizationId: string; documentId: string; newDocumentId: string };

export type OrganizationsDocumentsMigrateStatusInput = { organizationId: string; migrationId: string };

export type OrganizationsDocumentsMoveInput = { organizationId: string; documentIds: string[]; folderId: string };

export type OrganizationsDocumentsUpdateInput = { organizationId: string; documents: DocumentChange[] };

export type OrganizationsFoldersAccessUpdateInput = {
  organizationId: string;
  folderIds: string[];
  accessType?: AccessType | null | undefined;
  inheritFromParent?: boolean | undefined;
};

export type OrganizationsFoldersAddInput = {
  organizationId: string;
  createOrganization?: boolean | undefined;
  folders: NewFolder[];
};

export type OrganizationsFoldersDeleteInput = { organizationId: string; folderId: string };

export type OrganizationsFoldersGetInput = {
  organizationId: string;
  folderId?: string | undefined;
  maxDepth?: number | undefined;
  rootFoldersOnly?: boolean | undefined;
  pageSize?: number | undefined;
  pageToken?: string | undefined;
};

export type OrganizationsFoldersUpdateInput = { organizationId: string; folders: FolderPatch[] };

export type OrganizationsGetInput = {
  organizationIds?: string[] | undefined;
  pageSize?: number | undefined;
  pageToken?: string | undefined;
};

export type OrganizationsUpdateInput = { organizations: OrganizationChange[] };

export type OrganizationsUsergroupsAddInput = {
  organizationId: string;
  createOrganization?: boolean | undefined;
  organizationUserGroups: UserGroup[];
};

export type OrganizationsUsergroupsUsersAddInput = {
  organizationId: string;
  organizationUserGroupId: string;
  userIds: string[];
};

export type OrganizationsUsergroupsUsersDeleteInput = {
  organizationId: string;
  organizationUserGroupId: string;
  userIds?: string[] | undefined;
  deleteAll?: boolean | undefined;
};

export type Owner = { email: string; id: string; name: string; avatar: string };

export type PermissionProviderConfigChange = {
  usePermissionProvider?: boolean | null | undefined;
  permissionProviderConfig?:
    | { permissionProviderUrl?: string | null | undefined; authToken?: string | null | undefined }
    | null
    | undefined;
};

export type PermissionResource = {
  type: ResourceType;
  id: string;
  organizationId?: string | undefined;
  accessRole?: AccessRole | undefined;
  expiresAt?: number | undefined;
};

export type Preference = "ALL" | "MINE" | "NONE";

export type PresenceAddData = { success: boolean };

export type PresenceAddInput = { organizationId: string; documentId: string; users: PresenceUser[] };

export type PresenceDeleteData = { success: boolean };

export type PresenceDeleteInput = { organizationId: string; documentId: string; userIds: string[] };

export type PresenceEntry = {
  userId: string;
  name?: string | undefined;
  email?: string | undefined;
  status?: string | undefined;
  lastUpdated: number;
  expiresAt?: number | undefined;
};

export type PresenceGetInput = {
  organizationId: string;
  documentId: string;
  userIds?: string[] | undefined;
  pageSize?: number | undefined;
  pageToken?: string | undefined;
};

export type PresenceUpdateData = { success: boolean };

export type PresenceUpdateInput = { organizationId: string; documentId: string; users: PresenceUserChange[] };

export type PresenceUser = {
  userId: string;
  name?: string | undefined;
  email?: string | undefined;
  status?: string | undefined;
};

export type PresenceUserChange = {
  userId: string;
  name?: string | undefined | null;
  email?: string | undefined | null;
  status?: string | undefined | null;
};

export type Quota = {
  documents?: number | null | undefined;
  bytes?: number | null | undefined;
  writesPerDay?: number | null | undefined;
};

export type ReactionAnnotation = {
  annotationId?: string | undefined;
  reactionId?: string | undefined;
  icon: string;
  from: EmbeddedUser;
  createdAt?: number | undefined;
  lastUpdated?: number | undefined;
};

export type Recording = {
  annotationId: string;
  type: "recorder";
  recordingType: string;
  mode: string;
  latestVersion: number;
  metadata: { apiKey: string; documentId: string; organizationId: string };
  [key: string]: unknown;
};

export type RecordingInput = {
  annotationId?: string | undefined;
  type?: "recorder" | undefined;
  recordingType: "audio" | "video" | "screen";
  mode?: "floating" | "thread" | undefined;
  from?: EmbeddedUser | undefined;
  recordedTime?: { duration: number; display: string } | undefined;
  displayName?: string | undefined;
  attachments?:
    | {
        attachmentId: number;
        url?: string | undefined;
        mimeType?: string | undefined;
        name?: string | undefined;
        type?: string | undefined;
        size?: number | undefined;
        [key: string]: unknown;
      }[]
    | undefined;
  latestVersion?: number | undefined;
  [key: string]: unknown;
};

export type RecordingsAddInput = { organizationId: string; documentId: string; recordings: RecordingInput[] };

export type RecordingsDeleteInput = { organizationId: string; documentId: string; recordingIds: string[] };

export type RecordingsGetInput = {
  organizationId: string;
  documentId?: string | undefined;
  recordingIds?: string[] | undefined;
  pageSize?: number | undefined;
  pageToken?: string | undefined;
};

export type ResourceReference = { type: ResourceType; id: string; organizationId?: string | undefined };

export type ResourceType = "organization" | "folder" | "document";

export type SignedPermission = {
  userId: string;
  resourceId: string;
  type: ResourceType;
  organizationId?: string | undefined;
  hasAccess: boolean;
  accessRole?: AccessRole | undefined;
  expiresAt?: number | undefined;
};

export type StreamBye = {
  reason: "token_ended" | "access_ended" | "document_gone" | "feature_off" | "shutdown" | "unavailable";
  reconnect: boolean;
  error: { status: string; message: string; details?: unknown | undefined };
};

export type StreamReady = {
  organizationId: string;
  documentId: string;
  present: { presence: string[]; livestate: string[]; comment: string[]; notification: string[] };
};

export type Suggestion = {
  targetId?: string | undefined;
  targetType?: string | undefined;
  oldValue?: unknown | undefined;
  newValue?: unknown | undefined;
  summary?: string | undefined;
  driftDetected?: boolean | undefined;
  status?: string | undefined;
  [key: string]: unknown;
};

export type TaggedUserContact = { text?: string | undefined; userId: string; contact: EmbeddedUser };

export type TargetElement = {
  elementId?: string | undefined;
  targetText?: string | undefined;
  occurrence?: number | undefined;
  selectAllContent?: boolean | undefined;
};

export type TemplateData = {
  actionUser?: EmbeddedUser | undefined;
  recipientUser?: EmbeddedUser | string | undefined;
  [key: string]: unknown;
};

export type ThreadLocation = { id?: LocationId | undefined; locationName?: string | undefined; [key: string]: unknown };

export type ThreadPriority = { id: string; name: string; color?: string | undefined; lightColor?: string | undefined };

export type ThreadStatus = {
  id: string;
  name: string;
  type: "default" | "ongoing" | "terminal";
  svg?: string | undefined;
  iconUrl?: string | undefined;
  color?: string | undefined;
  lightColor?: string | undefined;
};

export type ThreadVisibility = {
  type: "public" | "organizationPrivate" | "restricted";
  organizationId?: string | undefined;
  userIds?: string[] | undefined;
};

export type User = {
  userId: string;
  name?: string | undefined;
  email?: string | undefined;
  initial?: string | undefined;
  accessRole?: AccessRole | undefined;
  [key: string]: unknown;
};

export type UserAccess = {
  organization?: Record<string, AccessEntry> | undefined;
  folders?: Record<string, AccessEntry> | undefined;
  documents?: Record<string, AccessEntry> | undefined;
};

export type UserChange = {
  userId: string;
  name?: string | undefined | null;
  email?: string | undefined | null;
  initial?: string | undefined | null;
  accessRole?: AccessRole | undefined | null;
  [key: string]: unknown;
};

export type UserConfig = {
  config: { inbox: Preference; email: Preference; slack: Preference };
  metadata: { apiKey: string; organizationId: string; documentId?: string | undefined; userId: string };
};

export type UserData = {
  comments: {
    commentId: number;
    commentText?: string | undefined;
    commentHtml?: string | undefined;
    context?: Record<string, unknown> | undefined;
    isCommentResolverUsed?: boolean | undefined;
    isCommentTextAvailable?: boolean | undefined;
    taggedUserContacts?: TaggedUserContact[] | undefined;
    attachments?: Attachment[] | undefined;
    reactionAnnotations?: ReactionAnnotation[] | undefined;
    agent?: Agent | undefined;
    from: EmbeddedUser;
    createdAt: number;
    lastUpdated: string;
    reactionCount: number;
    organizationId: string;
    documentId: string;
    commentAnnotationId: string;
  }[];
  reactions: {
    annotationId?: string | undefined;
    reactionId?: string | undefined;
    icon: string;
    from: EmbeddedUser;
    createdAt?: number | undefined;
    lastUpdated?: number | undefined;
    organizationId: string;
    documentId: string;
    commentAnnotationId: string;
    commentId: number;
  }[];
  recordings: Recording[];
  notifications: Notification[];
  uniqueId?: string | undefined;
};

export type UserGroup = { groupId: string; groupName?: string | undefined };

export type UserSummary = {
  email: string;
  name: string;
  userId: string;
  initial?: string | undefined;
  accessRole?: AccessRole | undefined;
  [key: string]: unknown;
};

export type UsersAddInput = {
  organizationId: string;
  documentId?: string | undefined;
  folderId?: string | undefined;
  createOrganization?: boolean | undefined;
  createDocument?: boolean | undefined;
  createFolder?: boolean | undefined;
  parentFolderId?: string | undefined;
  users: User[];
};

export type UsersCountGetData = { count: number };

export type UsersCountGetInput = {
  organizationId: string;
  documentId?: string | undefined;
  folderId?: string | undefined;
};

export type UsersDataDeleteInput = { userIds: string[]; organizationIds?: string[] | undefined };

export type UsersDataDeleteStatusInput = { jobId: string };

export type UsersDataGetInput = {
  organizationId?: string | undefined;
  allOrganizations?: boolean | undefined;
  userId?: string | undefined;
  userIds?: string[] | undefined;
  uniqueId?: string | undefined;
  pageToken?: string | undefined;
};

export type UsersDeleteInput = {
  organizationId: string;
  documentId?: string | undefined;
  folderId?: string | undefined;
  userIds: string[];
};

export type UsersGetInput = {
  organizationId: string;
  documentId?: string | undefined;
  folderId?: string | undefined;
  userIds?: string[] | undefined;
  organizationUserGroupIds?: string[] | undefined;
  searchKey?: string | undefined;
  allDocuments?: boolean | undefined;
  groupByDocumentId?: boolean | undefined;
  pageSize?: number | undefined;
  pageToken?: string | undefined;
};

export type UsersUpdateInput = {
  organizationId: string;
  documentId?: string | undefined;
  folderId?: string | undefined;
  users: UserChange[];
};

export type V1CommentannotationsAddInput = {
  organizationId: string;
  documentId: string;
  commentAnnotations: {
    annotationId?: string | undefined;
    location?: ThreadLocation | undefined;
    targetElement?: TargetElement | undefined;
    pageInfo?: Record<string, unknown> | undefined;
    isPageAnnotation?: boolean | undefined;
    positionX?: number | undefined;
    positionY?: number | undefined;
    screenWidth?: number | undefined;
    screenHeight?: number | undefined;
    screenScrollTop?: number | undefined;
    screenScrollHeight?: number | undefined;
    assignedTo?: EmbeddedUser | undefined;
    context?: Record<string, unknown> | undefined;
    metadata?: Record<string, unknown> | undefined;
    priority?: ThreadPriority | undefined;
    commentData: {
      commentId?: number | undefined;
      commentText?: string | undefined;
      commentHtml?: string | undefined;
      isCommentResolverUsed?: boolean | undefined;
      isCommentTextAvailable?: boolean | undefined;
      taggedUserContacts?: TaggedUserContact[] | undefined;
      attachments?: Attachment[] | undefined;
      reactionAnnotations?: ReactionAnnotation[] | undefined;
      from: EmbeddedUser;
      createdAt?: number | undefined;
      lastUpdated?: number | string | undefined;
    }[];
    from?: EmbeddedUser | undefined;
    status?: NewThreadStatus | undefined;
    commentType?: "manual" | "chart" | "suggestion" | undefined;
    customList?: { id: string; label?: string | undefined; [key: string]: unknown }[] | undefined;
    visibility?: ThreadVisibility | undefined;
    createdAt?: number | undefined;
    lastUpdated?: number | undefined;
  }[];
};

export type V1CommentannotationsCommentsAddInput = {
  organizationId: string;
  documentId: string;
  annotationId: string;
  commentData: {
    commentId?: number | undefined;
    commentText?: string | undefined;
    commentHtml?: string | undefined;
    isCommentResolverUsed?: boolean | undefined;
    isCommentTextAvailable?: boolean | undefined;
    taggedUserContacts?: TaggedUserContact[] | undefined;
    attachments?: Attachment[] | undefined;
    reactionAnnotations?: ReactionAnnotation[] | undefined;
    from: EmbeddedUser;
    createdAt?: number | undefined;
    lastUpdated?: number | string | undefined;
  }[];
};

export type V1CommentannotationsDeleteInput = {
  organizationId: string;
  documentId: string;
  annotationIds?: string[] | undefined;
  locationIds?: LocationId[] | undefined;
  userIds?: string[] | undefined;
};

export type V1CommentannotationsGetInput = {
  organizationId: string;
  documentId: string;
  locationIds?: LocationId[] | undefined;
  annotationIds?: string[] | undefined;
  userIds?: string[] | undefined;
};

export type V1CommentannotationsUpdateInput = {
  organizationId: string;
  documentId: string;
  annotationIds?: string[] | undefined;
  locationIds?: LocationId[] | undefined;
  userIds?: string[] | undefined;
  updatedData?: EarlierCommentAnnotationChange | EarlierCommentAnnotationChange[] | undefined;
  updateUsers?: { oldUser: { userId: string }; newUser: EmbeddedUser }[] | undefined;
};

export type V1NotificationsAddInput = {
  organizationId: string;
  documentId: string;
  notificationId?: string | undefined;
  actionUser: EmbeddedUser;
  displayHeadlineMessageTemplate: string;
  displayHeadlineMessageTemplateData?: TemplateData | undefined;
  displayBodyMessage: string;
  notificationSourceData?: Record<string, unknown> | undefined;
  notifyUsers: EmbeddedUser[];
  notifyAll?: boolean | undefined;
  createDocument?: boolean | undefined;
  createOrganization?: boolean | undefined;
};

export type V1NotificationsConfigGetInput = {
  organizationId: string;
  userId: string;
  documentIds: string[];
  getOrganizationConfig?: boolean | undefined;
};

export type V1NotificationsConfigSetInput = {
  organizationId: string;
  documentIds: string[];
  userIds: string[];
  config: ChosenConfig;
};

export type V1NotificationsGetInput = {
  organizationId: string;
  documentId?: string | undefined;
  locationId?: LocationId | undefined;
  userId?: string | undefined;
  notificationIds?: string[] | undefined;
};

export type V1NotificationsUpdateInput = {
  organizationId: string;
  documentId?: string | undefined;
  locationId?: LocationId | undefined;
  userId?: string | undefined;
  notifications: NotificationUpdate[];
};

export type V1OrganizationsDocumentsAddInput = {
  organizationId: string;
  folderId?: string | undefined;
  documents: DocumentFields[];
};

export type V1OrganizationsDocumentsGetInput = {
  organizationId: string;
  documentIds?: string[] | undefined;
  pageSize?: number | undefined;
  pageToken?: string | undefined;
};

export type V1OrganizationsFoldersAccessUpdateInput = {
  organizationId: string;
  folderIds: string[];
  accessType?: AccessType | undefined;
};

export type V1OrganizationsFoldersAddInput = { organizationId: string; folders: NewFolder[] };

export type V1OrganizationsFoldersGetInput = {
  organizationId: string;
  folderId?: string | undefined;
  pageToken?: string | undefined;
};

export type V1OrganizationsGetInput = { organizationIds?: string[] | undefined };

export type V1OrganizationsUsergroupsAddInput = { organizationId: string; organizationUserGroups: UserGroup[] };

export type V1UsersAddInput = {
  organizationId: string;
  documentId?: string | undefined;
  folderId?: string | undefined;
  users: User[];
};

export type V1UsersGetInput = {
  organizationId: string;
  documentId?: string | undefined;
  folderId?: string | undefined;
  userIds?: string[] | undefined;
  organizationUserGroupIds?: string[] | undefined;
};

export type WebhookConfigChange = {
  useWebhookService?: boolean | null | undefined;
  webhookServiceConfig?:
    | {
        authToken?: string | null | undefined;
        rawNotificationUrl?: string | null | undefined;
        processedNotificationUrl?: string | null | undefined;
        encodeData?: boolean | null | undefined;
        encryptData?: boolean | null | undefined;
        publicKey?: string | null | undefined;
        enableDataProtection?: boolean | null | undefined;
        triggers?: Record<string, boolean | null> | null | undefined;
      }
    | null
    | undefined;
};

export type WebhookEndpoint = {
  id: string;
  url: string;
  description: string | null;
  filterTypes: string[] | null;
  channels: string[] | null;
  disabled: boolean;
  disabledReason: string | null;
  rateLimit: number | null;
  uid: string | null;
  metadata: Record<string, string>;
  createdAt: string;
  updatedAt: string;
};

export type WebhookServiceConfig = {
  authToken?: string | undefined;
  rawNotificationUrl?: string | undefined;
  processedNotificationUrl?: string | undefined;
  encodeData?: boolean | undefined;
  encryptData?: boolean | undefined;
  publicKey?: string | undefined;
  enableDataProtection?: boolean | undefined;
  triggers?: Record<string, boolean> | undefined;
};

export type Workspace = {
  id: string;
  name: string;
  owner: Owner;
  authToken: string;
  apiKeyList: Record<string, ApiKeySummary>;
};

export type WorkspaceActivityconfigGetData = { activityServiceConfig: ActivityConfig };

export type WorkspaceActivityconfigUpdateData = { activityServiceConfig: ActivityConfig };

export type WorkspaceActivityconfigUpdateInput = { activityServiceConfig: ActivityConfigChange };

export type WorkspaceAdvancedwebhookDeliveriesGetData = {
  deliveryId: string;
  messageId: string;
  endpointId: string;
  eventType: string;
  status: "pending" | "succeeded" | "failed" | "canceled";
  createdAt: string;
  nextAttemptAt: string | null;
  attempts: { at: string; duration: number; status: number | null; error: string | null; response: string }[];
}[];

export type WorkspaceAdvancedwebhookDeliveriesGetInput = {
  endpointId?: string | undefined;
  statuses?: ("pending" | "succeeded" | "failed" | "canceled")[] | undefined;
  eventTypes?: string[] | undefined;
  pageSize?: number | undefined;
  pageToken?: string | undefined;
};

export type WorkspaceAdvancedwebhookDeliveriesRecoverData = { endpointId: string };

export type WorkspaceAdvancedwebhookDeliveriesRecoverInput = { endpointId: string; since: string };

export type WorkspaceAdvancedwebhookDeliveriesResendData = { deliveryId: string };

export type WorkspaceAdvancedwebhookDeliveriesResendInput = { deliveryId: string };

export type WorkspaceAdvancedwebhookEndpointsDeleteData = { endpointId: string; deleted: true };

export type WorkspaceAdvancedwebhookEndpointsDeleteInput = { endpointId: string };

export type WorkspaceAdvancedwebhookEndpointsGetData = {
  endpoints: WebhookEndpoint[];
  iterator: string | null;
  prevIterator: string | null;
  done: boolean;
};

export type WorkspaceAdvancedwebhookEndpointsGetInput = { limit?: number | undefined; iterator?: string | undefined };

export type WorkspaceAdvancedwebhookEndpointsSecretGetData = { endpointId: string; secret: string };

export type WorkspaceAdvancedwebhookEndpointsSecretGetInput = { endpointId: string };

export type WorkspaceAdvancedwebhookEndpointsSecretRotateData = { endpointId: string; secret: string };

export type WorkspaceAdvancedwebhookEndpointsSecretRotateInput = { endpointId: string };

export type WorkspaceAdvancedwebhookEndpointsTestData = { messageId: string; deliveryId: string };

export type WorkspaceAdvancedwebhookEndpointsTestInput = { endpointId: string; eventType?: string | undefined };

export type WorkspaceAdvancedwebhookEndpointsUpdateInput = {
  endpointId: string;
  url?: string | undefined;
  description?: string | null | undefined;
  filterTypes?: string[] | null | undefined;
  channels?: string[] | null | undefined;
  disabled?: boolean | undefined;
  rateLimit?: number | null | undefined;
  metadata?: Record<string, string> | null | undefined;
};

export type WorkspaceAdvancedwebhookEventtypesGetData = {
  name: string;
  description: string;
  isEmitted: boolean;
  schema: Record<string, unknown>;
  example: Record<string, unknown>;
}[];

export type WorkspaceApikeyCreateData = { apiKey: string; authToken?: string | undefined };

export type WorkspaceApikeyCreateInput = {
  ownerEmail: string;
  type: ApiKeyType;
  apiKeyName?: string | undefined;
  createAuthToken?: boolean | undefined;
  allowedDomains?: string[] | undefined;
  addLocalHostToAllowedDomains?: boolean | undefined;
  requireAutoOrgUser?: boolean | undefined;
  enablePrivateComments?: boolean | undefined;
  useEmailService?: boolean | undefined;
  emailServiceConfig?: EmailServiceConfig | undefined;
  useWebhookService?: boolean | undefined;
  webhookServiceConfig?: WebhookServiceConfig | undefined;
  useNotificationService?: boolean | undefined;
  setDefaultEmailTriggers?: boolean | undefined;
  setDefaultNotificationTriggers?: boolean | undefined;
};

export type WorkspaceApikeyUpdateInput = { apiKey: string; apiKeyName: string };

export type WorkspaceApikeyconfigGetData = {
  ownerEmail: string;
  planInfo: { type: ApiKeyType };
  defaultDocumentAccessType: AccessType;
  isPrivateCommentsEnabled: boolean;
  requireJwtToken: boolean;
  requireAutoOrgUser: boolean;
  quota?: Quota | undefined;
  userQuota?: Quota | undefined;
};

export type WorkspaceApikeyconfigUpdateData = {
  enablePrivateComments?: boolean | undefined;
  requireJwtToken?: boolean | undefined;
  requireAutoOrgUser?: boolean | undefined;
  defaultDocumentAccessType?: AccessType | undefined;
  quota?: Quota | undefined;
  userQuota?: Quota | undefined;
};

export type WorkspaceApikeyconfigUpdateInput = {
  enablePrivateComments?: boolean | null | undefined;
  requireJwtToken?: boolean | null | undefined;
  requireAutoOrgUser?: boolean | null | undefined;
  defaultDocumentAccessType?: AccessType | null | undefined;
  quota?: Quota | null | undefined;
  userQuota?: Quota | null | undefined;
  aiModelApiKey?: unknown | undefined;
  aiModelsConfig?: unknown | undefined;
};

export type WorkspaceApikeymetadataGetData = {
  ownerEmail: string;
  planInfo: { type: ApiKeyType };
  defaultDocumentAccessType: AccessType;
  isPrivateCommentsEnabled: boolean;
  requireJwtToken: boolean;
  requireAutoOrgUser: boolean;
  quota?: Quota | undefined;
  userQuota?: Quota | undefined;
};

export type WorkspaceApikeysGetInput = {
  apiKeys?: string[] | undefined;
  pageSize?: number | undefined;
  pageToken?: string | undefined;
};

export type WorkspaceAuditlogGetData = {
  id: string;
  time: number;
  action: string;
  actor: { type: "apiKey" | "workspace" | "user" | "operator" | "public"; id?: string | undefined };
  apiKey?: string | undefined;
  ip?: string | undefined;
  requestId?: string | undefined;
  targets: Record<string, { ids: string[]; count: number }>;
  fields: string[];
}[];

export type WorkspaceAuditlogGetInput = {
  apiKey?: string | undefined;
  action?: string | undefined;
  actor?: { type: "apiKey" | "workspace" | "user" | "operator" | "public"; id?: string | undefined } | undefined;
  from?: number | undefined;
  to?: number | undefined;
  pageSize?: number | undefined;
  pageToken?: string | undefined;
};

export type WorkspaceAuthtokenResetData = { apiKey: string; newAuthToken: AuthToken };

export type WorkspaceAuthtokenResetInput = { apiKey: string; name?: string | undefined };

export type WorkspaceAuthtokensGetData = { apiKey: string; authTokens: AuthToken[] };

export type WorkspaceAuthtokensGetInput = { apiKey: string };

export type WorkspaceCreateInput = {
  ownerEmail: string;
  name?: string | undefined;
  workspaceName?: string | undefined;
  avatar?: string | undefined;
};

export type WorkspaceDomainsAddData = { domainsAdded: string[]; skippedDomains?: string[] | undefined };

export type WorkspaceDomainsAddInput = { domains: string[] };

export type WorkspaceDomainsDeleteData = { domainsRemoved: string[]; skippedDomains?: string[] | undefined };

export type WorkspaceDomainsDeleteInput = { domains: string[] };

export type WorkspaceDomainsGetData = { allowedDomains: string[] };

export type WorkspaceEmailconfigGetData = { useEmailService: boolean; emailServiceConfig: EmailServiceConfig };

export type WorkspaceEmailconfigUpdateData = { useEmailService: boolean; emailServiceConfig: EmailServiceConfig };

export type WorkspaceFeaturesGetData = { apiKey: string; features: Features };

export type WorkspaceFeaturesGetInput = { apiKey: string };

export type WorkspaceFeaturesUpdateData = { apiKey: string; features: Features };

export type WorkspaceFeaturesUpdateInput = {
  apiKey: string;
  features: {
    advancedQueries?: boolean | undefined;
    activityService?: boolean | undefined;
    notificationPreferences?: boolean | undefined;
    advancedWebhooks?: boolean | undefined;
  };
};

export type WorkspaceNotificationconfigGetData = {
  useNotificationService: boolean;
  notificationServiceConfig: NotificationServiceConfig;
};

export type WorkspaceNotificationconfigUpdateData = {
  useNotificationService: boolean;
  notificationServiceConfig: NotificationServiceConfig;
};

export type WorkspacePermissionproviderconfigGetData = {
  usePermissionProvider: boolean;
  permissionProviderConfig: { permissionProviderUrl?: string | undefined; authToken?: string | undefined };
};

export type WorkspacePermissionproviderconfigUpdateData = {
  usePermissionProvider: boolean;
  permissionProviderConfig: { permissionProviderUrl?: string | undefined; authToken?: string | undefined };
};

export type WorkspaceWebhookconfigGetData = { useWebhookService: boolean; webhookServiceConfig: WebhookServiceConfig };

export type WorkspaceWebhookconfigUpdateData = {
  useWebhookService: boolean;
  webhookServiceConfig: WebhookServiceConfig;
};

/** What each endpoint takes and gives, by path. */
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
    data: undefined;
  };
  "/v1/organizations/documents/locations/update": {
    input: OrganizationsDocumentsLocationsUpdateInput;
    data: undefined;
  };
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
  "/v1/users/update": { input: UsersUpdateInput; data: ItemResults };
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
  "/v2/commentannotations/update": { input: CommentannotationsUpdateInput; data: ItemResults };
  "/v2/crdt/add": { input: CrdtAddInput; data: undefined };
  "/v2/crdt/delete": { input: CrdtDeleteInput; data: ItemResults };
  "/v2/crdt/get": { input: CrdtGetInput; data: CrdtData[] };
  "/v2/crdt/update": { input: CrdtUpdateInput; data: undefined };
  "/v2/documents/stream": { input: DocumentsStreamInput; events: DocumentsStreamEvents };
  "/v2/livestate/broadcast": { input: LivestateBroadcastInput; data: LivestateBroadcastData };
  "/v2/livestate/get": { input: LivestateGetInput; data: LiveState[] };
  "/v2/notifications/add": { input: NotificationsAddInput; data: NotificationsAddData };
  "/v2/notifications/config/get": { input: NotificationsConfigGetInput; data: UserConfig[] };
  "/v2/notifications/config/set": { input: NotificationsConfigSetInput; data: NotificationsConfigSetData };
  "/v2/notifications/delete": { input: NotificationsDeleteInput; data: ItemResults };
  "/v2/notifications/get": { input: NotificationsGetInput; data: Notification[] };
  "/v2/notifications/update": { input: NotificationsUpdateInput; data: ItemResults };
  "/v2/organizations/access/disablestate/update": {
    input: OrganizationsAccessDisablestateUpdateInput;
    data: ItemResults;
  };
  "/v2/organizations/add": { input: OrganizationsAddInput; data: ItemResults };
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
    data: undefined;
  };
  "/v2/organizations/documents/locations/update": {
    input: OrganizationsDocumentsLocationsUpdateInput;
    data: undefined;
  };
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
  "/v2/workspace/emailconfig/update": { input: EmailConfigChange; data: WorkspaceEmailconfigUpdateData };
  "/v2/workspace/features/get": { input: WorkspaceFeaturesGetInput; data: WorkspaceFeaturesGetData };
  "/v2/workspace/features/update": { input: WorkspaceFeaturesUpdateInput; data: WorkspaceFeaturesUpdateData };
  "/v2/workspace/get": { input: Record<string, never>; data: Workspace };
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
  "/v2/workspace/webhookconfig/get": { input: Record<string, never>; data: WorkspaceWebhookconfigGetData };
  "/v2/workspace/webhookconfig/update": { input: WebhookConfigChange; data: WorkspaceWebhookconfigUpdateData };
}

/** What `createClient` makes: a method for each endpoint, at its path; those of version 2 without a prefix. */
export interface AtriumClient {
  activities: {
    /** Add activity records to a document. A record whose id already exists is overwritten and keeps its time; if activities are immutable, the call is refused. With a user token, an id that another caller has used is refused. If a server adds a record under an id that a user chose, the server's record takes that id. */
    add: Method<ActivitiesAddInput, ActivitiesAddData>;
    /** Delete activity records by id, or all of a document or entity; the reply lists the first 400, and the others are deleted in the background. The call is refused if activities are immutable. */
    delete: Method<ActivitiesDeleteInput, ItemResults>;
    /** Read activity records by id, or list those that match, ordered by time. Ids of no record are left out. A page may be shorter than its size; as long as there is a nextPageToken, there may be more. */
    get: ListMethod<ActivitiesGetInput, Activity[]>;
    /** Change activity records: each field in the request replaces the stored one. The call is refused if activities are immutable. */
    update: Method<ActivitiesUpdateInput, ItemResults>;
  };
  auth: {
    access: {
      /** Check whether users may read or write organizations, folders and documents, and which rule decides. */
      check: Method<AuthAccessCheckInput, AuthAccessCheckData>;
    };
    /** Sign the answers of your permission provider. A provider that sends the `signature` beside its `data` is believed only if it belongs to just these answers, in this order. */
    generate_signature: Method<AuthGenerateSignatureInput, AuthGenerateSignatureData>;
    /** Sign a token that identifies a user for 48 hours and lists what the user may open. The list of resources may be empty: the token then gives access to what the user has been granted. A token has at most 12288 bytes: the longer the ids, the fewer resources fit. */
    generate_token: Method<AuthGenerateTokenInput, AuthGenerateTokenData>;
    permissions: {
      /** Give a user permissions on organizations, folders and documents, permanently or until a given time. */
      add: Method<AuthPermissionsAddInput, undefined>;
      /** Read what users may do with an organization, and with some of its folders and documents. */
      get: Method<AuthPermissionsGetInput, Record<string, UserAccess>>;
      /** Remove permissions of a user; memberships stay. What the user's tokens grant on those organizations is revoked too. */
      remove: Method<AuthPermissionsRemoveInput, undefined>;
    };
    token: {
      /** Sign a token for a user, as editor of one organization for 48 hours. The credentials may stand in the body in place of the headers. The later form is /v2/auth/generate_token. */
      get: Method<AuthTokenGetInput, AuthTokenGetData>;
    };
    tokens: {
      /** Revoke user tokens before they expire: all tokens issued to users so far, or single ones by their `jti`. */
      revoke: Method<AuthTokensRevokeInput, ItemResults>;
    };
  };
  commentannotations: {
    /** Start comment threads on a document. If a server uses an id that a user chose, the server's thread takes that id and the user's thread gets a new one. */
    add: Method<CommentannotationsAddInput, ItemResults>;
    comments: {
      /** Add comments to a thread. Either all of them are added or none. */
      add: Method<CommentannotationsCommentsAddInput, number[]>;
      /** Delete comments of a thread: by id, by author, or all of them. With a user token, users delete only their own comments. The thread stays. */
      delete: Method<CommentannotationsCommentsDeleteInput, CommentannotationsCommentsDeleteData>;
      /** Read the comments of a thread, oldest first, or by id. An id of no comment yields null. */
      get: ListMethod<CommentannotationsCommentsGetInput, (Comment | null)[]>;
      reactions: {
        /** Add one reaction to a comment; the reactions that it has stay. Each user has each icon once: adding it again changes nothing. With a user token one adds one's own. */
        add: Method<CommentannotationsCommentsReactionsAddInput, CommentannotationsCommentsReactionsAddData>;
        /** Delete one reaction of a user from a comment. Deleting one that is not there changes nothing. With a user token one deletes one's own. */
        delete: Method<CommentannotationsCommentsReactionsDeleteInput, CommentannotationsCommentsReactionsDeleteData>;
      };
      /** Change comments of a thread, all in the same way: by id, by author, or all of them. Fields that are left out stay, and null removes a field. With a user token, users change only their own comments, and their own reactions to any comment. */
      update: Method<CommentannotationsCommentsUpdateInput, CommentannotationsCommentsUpdateData>;
    };
    count: {
      /** Count the threads of documents that a user may see, and those that hold something unread. At most 10,000 threads of a document are counted. */
      get: Method<CommentannotationsCountGetInput, CommentannotationsCountGetData>;
    };
    /** Delete threads of a document with their comments: the threads that meet all conditions, or every thread of the document if there are none. */
    delete: Method<CommentannotationsDeleteInput, ItemResults>;
    /** Read comment threads with their comments: of a document, of several or of the organization, most recently changed first. An annotationId of no thread yields null. A page may be shorter than its size; as long as there is a nextPageToken, there may be more. */
    get: ListMethod<CommentannotationsGetInput, (CommentAnnotation | null)[] | Record<string, CommentAnnotation[]>>;
    /** Change threads of a document, all in the same way. Fields that are left out stay, and null removes a field. The change applies to the threads that meet all conditions, or to every thread of the document if there are none. */
    update: Method<CommentannotationsUpdateInput, ItemResults>;
  };
  crdt: {
    /** Add the first content of an editor, as a Yjs document that clients can join. */
    add: Method<CrdtAddInput, undefined>;
    /** Delete the content of editors, or of all editors of a document. */
    delete: Method<CrdtDeleteInput, ItemResults>;
    /** Read the content of one editor or of all editors of a document, on request with the Yjs document. */
    get: ListMethod<CrdtGetInput, CrdtData[]>;
    /** Replace the content of an editor with operations that connected clients can apply. */
    update: Method<CrdtUpdateInput, undefined>;
  };
  documents: {
    /** Follow the changes of a document as a user */
    stream: StreamMethod<DocumentsStreamInput, DocumentsStreamEvents>;
  };
  livestate: {
    /** Set live state of a document. With `merge`, objects are merged at any depth and `null` removes a key; otherwise the data replaces what is stored. */
    broadcast: Method<LivestateBroadcastInput, LivestateBroadcastData>;
    /** Read the live state of a document: all of it, or that of one id. A page may be shorter than its size; as long as there is a pageToken, there may be more. */
    get: ListMethod<LivestateGetInput, LiveState[]>;
  };
  notifications: {
    /** Add a notification to the inboxes of an organization's users. A notification whose id already exists is not added again. With a user token, an id that another caller has used is refused. If a server adds a notification under an id that a user chose, the server's notification takes that id. */
    add: Method<NotificationsAddInput, NotificationsAddData>;
    config: {
      /** Read which notifications a user receives for documents and, on request, for the organization. A document without settings of its own has those of the organization, and an organization without settings has the defaults: inbox ALL, email MINE, slack NONE. */
      get: Method<NotificationsConfigGetInput, UserConfig[]>;
      /** Set which notifications users receive for documents or, without documentIds, for all documents of an organization. Channels that are left out keep their settings. */
      set: Method<NotificationsConfigSetInput, NotificationsConfigSetData>;
    };
    /** Delete notifications by id, or those of a document or location; with a userId, only from the inbox of that user. Without ids, the reply covers the oldest 200, and the others are deleted in the background. */
    delete: Method<NotificationsDeleteInput, ItemResults>;
    /** Read notifications by id, or list those of an organization, a document or the inbox of a user. */
    get: ListMethod<NotificationsGetInput, Notification[]>;
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
    /** Delete organizations with all their users, groups, folders and documents. */
    delete: Method<OrganizationsDeleteInput, ItemResults>;
    documents: {
      access: {
        disablestate: {
          /** Block all users from documents, or unblock them. */
          update: Method<OrganizationsDocumentsAccessDisablestateUpdateInput, ItemResults>;
        };
        /** Set the access type of documents; null removes it, so that they inherit one. */
        update: Method<OrganizationsDocumentsAccessUpdateInput, ItemResults>;
      };
      /** Add documents to an organization, at its top or in a folder. */
      add: Method<OrganizationsDocumentsAddInput, ItemResults>;
      count: {
        /** Count the documents of an organization, or those directly in one of its folders. Counting ends at 100,000. */
        get: Method<OrganizationsDocumentsCountGetInput, OrganizationsDocumentsCountGetData>;
      };
      /** Delete documents with everything in them. */
      delete: Method<OrganizationsDocumentsDeleteInput, ItemResults>;
      /** Read documents by id, or list those of an organization or folder; of either those that meet all filters. A page may be short while there is a pageToken. */
      get: ListMethod<OrganizationsDocumentsGetInput, (Document | MissingDocument)[]>;
      locations: {
        data: {
          /** Delete what belongs to one location of a document: its threads with their comments, and in the background the notifications whose location has the same id. */
          delete: Method<OrganizationsDocumentsLocationsDataDeleteInput, undefined>;
        };
        /** Move the threads at one location of a document to another, or give the location other details. With `merge` the fields that a thread's location has besides stay. */
        update: Method<OrganizationsDocumentsLocationsUpdateInput, undefined>;
      };
      /** Move a document, with everything that belongs to it, to another id. The call replies at once; ask for the status of the migration to follow its progress. Until it completes, the document is read under its old id and can't be changed. */
      migrate: Method<OrganizationsDocumentsMigrateInput, OrganizationsDocumentsMigrateData> & {
        /** Read the progress of a document's migration. */
        status: Method<OrganizationsDocumentsMigrateStatusInput, Migration>;
      };
      /** Move documents into a folder, or with `root` to the top of the organization: either all of them or none. */
      move: Method<OrganizationsDocumentsMoveInput, undefined>;
      /** Change fields of documents; fields that are left out stay, and null removes a field. */
      update: Method<OrganizationsDocumentsUpdateInput, ItemResults>;
    };
    folders: {
      access: {
        /** Set the access type of folders, or let them inherit that of the parent folder. */
        update: Method<OrganizationsFoldersAccessUpdateInput, ItemResults>;
      };
      /** Add folders, each at the top of the organization, in an existing folder or in one that comes earlier in the call. */
      add: Method<OrganizationsFoldersAddInput, ItemResults>;
      /** Delete a folder with its sub-folders and all documents in them. */
      delete: Method<OrganizationsFoldersDeleteInput, null>;
      /** List the folders of an organization, or read one folder with its contents. */
      get: ListMethod<OrganizationsFoldersGetInput, Folder[]>;
      /** Rename folders, or move them with their contents under another parent. */
      update: Method<OrganizationsFoldersUpdateInput, ItemResults>;
    };
    /** Read organizations: by id, in the order of their ids, or all of them in pages. */
    get: ListMethod<OrganizationsGetInput, (Organization | MissingOrganization)[]>;
    /** Change names and custom fields of organizations; null removes a field. */
    update: Method<OrganizationsUpdateInput, ItemResults>;
    usergroups: {
      /** Add user groups to an organization; a group that exists is renamed. */
      add: Method<OrganizationsUsergroupsAddInput, ItemResults>;
      users: {
        /** Add users of an organization to one of its user groups, which is created if it does not exist. */
        add: Method<OrganizationsUsergroupsUsersAddInput, ItemResults>;
        /** Remove users from a user group: by id, or with deleteAll every user, whichever ids are listed. */
        delete: Method<OrganizationsUsergroupsUsersDeleteInput, ItemResults>;
      };
    };
  };
  presence: {
    /** Set who is present in a document. An entry expires 60 seconds after its last add or update, unless it is `offline`. */
    add: Method<PresenceAddInput, PresenceAddData>;
    /** Remove users from a document's presence. A user who is not present is not an error. */
    delete: Method<PresenceDeleteInput, PresenceDeleteData>;
    /** Read who is present in a document: all users whose entry has not expired, or some of them by id. */
    get: ListMethod<PresenceGetInput, PresenceEntry[]>;
    /** Update the presence of users in a document and renew its expiry. Fields that are left out stay, null removes them. A user who is not present is added. */
    update: Method<PresenceUpdateInput, PresenceUpdateData>;
  };
  recordings: {
    /** Add recordings to a document. A recording whose id already exists is replaced, and its version increases if its content has changed. */
    add: Method<RecordingsAddInput, ItemResults>;
    /** Delete recordings of a document. */
    delete: Method<RecordingsDeleteInput, ItemResults>;
    /** Read recordings of a document or of a whole organization, all or by id; ids of no recording are left out. */
    get: ListMethod<RecordingsGetInput, Recording[]>;
  };
  users: {
    /** Add users to an organization, or to one of its folders or documents. */
    add: Method<UsersAddInput, ItemResults>;
    count: {
      /** Count the users of an organization, or of one of its folders or documents. Counting ends at 100,000. */
      get: Method<UsersCountGetInput, UsersCountGetData>;
    };
    data: {
      /** Delete what users have written and remove them from the content of others, in some organizations or in all. The call replies at once; ask for the status of the job to follow its progress. */
      delete: Method<UsersDataDeleteInput, DataDeletion> & {
        /** Read the progress of a deletion of users' data. */
        status: Method<UsersDataDeleteStatusInput, DataDeletionStatus>;
      };
      /** Read what users have written, recorded and been notified of, in an organization or in all of them: up to 100 of each kind, user by user. A page may be short while there is a nextPageToken. `userIds` and `allOrganizations` may have the brand of the headers before their names, such as `serviceUserIds`. */
      get: PagedMethod<UsersDataGetInput, UserData>;
    };
    /** Remove users and their permission from an organization, with its groups, folders and documents, or from a folder or document. A user who leaves an organization needs a new user token. */
    delete: Method<UsersDeleteInput, ItemResults>;
    /** Read the users of an organization, of one of its folders or documents, or of all its documents. Users must match all filters. A page may be shorter than its size; as long as there is a nextPageToken, there may be more. */
    get: ListMethod<UsersGetInput, UserSummary[] | Record<string, UserSummary[]>>;
    /** Change users of an organization, folder or document. Fields that are left out stay, and null removes a field. */
    update: Method<UsersUpdateInput, ItemResults>;
  };
  workspace: {
    activityconfig: {
      /** Read whether and how activities are logged. */
      get: Method<Record<string, never>, WorkspaceActivityconfigGetData>;
      /** Change whether and how activities are logged. Fields that are left out stay; enabling it for the first time sets the default triggers. */
      update: Method<WorkspaceActivityconfigUpdateInput, WorkspaceActivityconfigUpdateData>;
    };
    advancedwebhook: {
      deliveries: {
        /** List past and pending deliveries, newest first, with every attempt of the last 30 days. */
        get: ListMethod<WorkspaceAdvancedwebhookDeliveriesGetInput, WorkspaceAdvancedwebhookDeliveriesGetData>;
        /** Resend, in the background, everything that an endpoint has missed since a given time. */
        recover: Method<WorkspaceAdvancedwebhookDeliveriesRecoverInput, WorkspaceAdvancedwebhookDeliveriesRecoverData>;
        /** Resend one delivery at once; the message keeps its id, and earlier attempts stay listed. */
        resend: Method<WorkspaceAdvancedwebhookDeliveriesResendInput, WorkspaceAdvancedwebhookDeliveriesResendData>;
      };
      endpoints: {
        /** Add a webhook endpoint, which gets its own signing secret. */
        create: Method<NewWebhookEndpoint, WebhookEndpoint>;
        /** Delete a webhook endpoint for good: its deliveries stop at once, and its secret is no longer used. */
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
        /** Change a webhook endpoint; fields that are left out stay, and null removes those that may be missing. */
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
      /** Enable or disable advanced webhooks, and change how payloads are protected; fields that are left out stay, and null sets the default. */
      update: Method<AdvancedWebhookConfigChange, AdvancedWebhookConfig>;
    };
    apikey: {
      /** Create another API key, which is a separate tenant in the workspace. */
      create: Method<WorkspaceApikeyCreateInput, WorkspaceApikeyCreateData>;
      /** Rename an API key. */
      update: Method<WorkspaceApikeyUpdateInput, null>;
    };
    apikeyconfig: {
      /** Read the settings of the API key. */
      get: Method<Record<string, never>, WorkspaceApikeyconfigGetData>;
      /** Change settings of the API key; settings that are left out stay, and null sets the default. */
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
      /** List the administrative changes of the last year, the newest first: who has changed what, from where and when. Secrets, values and free text are never recorded. */
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
      /** Change how e-mails are sent. Fields that are left out stay, null removes them; enabling it for the first time fills in the defaults. */
      update: Method<EmailConfigChange, WorkspaceEmailconfigUpdateData>;
    };
    features: {
      /** Read which features of an API key are on. */
      get: Method<WorkspaceFeaturesGetInput, WorkspaceFeaturesGetData>;
      /** Turn features of an API key on or off; features that are left out stay. */
      update: Method<WorkspaceFeaturesUpdateInput, WorkspaceFeaturesUpdateData>;
    };
    /** Read the workspace with its owner, auth token and API keys. */
    get: Method<Record<string, never>, Workspace>;
    notificationconfig: {
      /** Read which notifications are sent, and how they are delayed and batched. */
      get: Method<Record<string, never>, WorkspaceNotificationconfigGetData>;
      /** Change which notifications are sent. Fields that are left out stay, null removes them; enabling it for the first time sets the default triggers. */
      update: Method<NotificationConfigChange, WorkspaceNotificationconfigUpdateData>;
    };
    permissionproviderconfig: {
      /** Read the configuration of the permission provider; the token is masked except for its last 4 characters. */
      get: Method<Record<string, never>, WorkspacePermissionproviderconfigGetData>;
      /** Change the permission provider; fields that are left out stay, and null removes them. */
      update: Method<PermissionProviderConfigChange, WorkspacePermissionproviderconfigUpdateData>;
    };
    webhookconfig: {
      /** Read where and how basic webhooks are sent; the token is masked except for its last 4 characters. */
      get: Method<Record<string, never>, WorkspaceWebhookconfigGetData>;
      /** Change where and how basic webhooks are sent. Fields that are left out stay, null removes them; enabling it for the first time sets the default triggers. */
      update: Method<WebhookConfigChange, WorkspaceWebhookconfigUpdateData>;
    };
  };
  v1: AtriumV1Client;
}

/** The endpoints of version 1. */
export interface AtriumV1Client {
  auth: {
    token: {
      /** Sign a token for a user, as editor of one organization for 48 hours. The credentials may stand in the body in place of the headers. The later form is /v2/auth/generate_token. */
      get: Method<AuthTokenGetInput, AuthTokenGetData>;
    };
  };
  commentannotations: {
    /** Start comment threads on a document. If a server uses an id that a user chose, the server's thread takes that id and the user's thread gets a new one. */
    add: Method<V1CommentannotationsAddInput, ItemResults>;
    comments: {
      /** Add comments to a thread. Either all of them are added or none. */
      add: Method<V1CommentannotationsCommentsAddInput, number[]>;
      /** Delete comments of a thread: by id, by author, or all of them. With a user token, users delete only their own comments. The thread stays. */
      delete: Method<CommentannotationsCommentsDeleteInput, CommentannotationsCommentsDeleteData>;
      /** Read the comments of a thread, oldest first, or by id. An id of no comment yields null. */
      get: ListMethod<CommentannotationsCommentsGetInput, (Comment | null)[]>;
      /** Change comments of a thread, all in the same way: by id, by author, or all of them. Fields that are left out stay, and null removes a field. With a user token, users change only their own comments, and their own reactions to any comment. */
      update: Method<CommentannotationsCommentsUpdateInput, CommentannotationsCommentsUpdateData>;
    };
    count: {
      /** Count the threads of documents that a user may see, and those that hold something unread. At most 10,000 threads of a document are counted. */
      get: Method<CommentannotationsCountGetInput, CommentannotationsCountGetData>;
    };
    /** Delete threads of a document with their comments: the threads that meet all conditions, or every thread of the document if there are none. */
    delete: Method<V1CommentannotationsDeleteInput, ItemResults>;
    /** Read the comment threads of a document, most recently changed first: by id, or the first 1,000. */
    get: Method<V1CommentannotationsGetInput, (EarlierCommentAnnotation | null)[]>;
    /** Change threads of a document, all in the same way. Fields that are left out stay, and null removes a field. The change applies to the threads that meet all conditions, or to every thread of the document if there are none. */
    update: Method<V1CommentannotationsUpdateInput, ItemResults>;
  };
  livestate: {
    /** Set live state of a document. With `merge`, objects are merged at any depth and `null` removes a key; otherwise the data replaces what is stored. */
    broadcast: Method<LivestateBroadcastInput, LivestateBroadcastData>;
  };
  notifications: {
    /** Add a notification to the inboxes of an organization's users. A notification whose id already exists is not added again. With a user token, an id that another caller has used is refused. If a server adds a notification under an id that a user chose, the server's notification takes that id. */
    add: Method<V1NotificationsAddInput, NotificationsAddData>;
    config: {
      /** Read which notifications a user receives for documents and, on request, for the organization. A document without settings of its own has those of the organization, and an organization without settings has the defaults: inbox ALL, email MINE, slack NONE. */
      get: Method<V1NotificationsConfigGetInput, UserConfig[]>;
      /** Set which notifications users receive for documents. Channels that are left out keep their settings. */
      set: Method<V1NotificationsConfigSetInput, NotificationsConfigSetData>;
    };
    /** Delete notifications by id, or those of a document or location; with a userId, only from the inbox of that user. Without ids, the reply covers the oldest 200, and the others are deleted in the background. */
    delete: Method<NotificationsDeleteInput, ItemResults>;
    /** Read notifications by id, or those of an organization, a document or the inbox of a user: the 1,000 newest. To read the rest of a longer list, pass its pageToken to the v2 endpoint. */
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
        /** Set the access type of documents; null removes it, so that they inherit one. */
        update: Method<OrganizationsDocumentsAccessUpdateInput, ItemResults>;
      };
      /** Add documents to an organization, at its top or in a folder. */
      add: Method<V1OrganizationsDocumentsAddInput, ItemResults>;
      /** Delete documents with everything in them. */
      delete: Method<OrganizationsDocumentsDeleteInput, ItemResults>;
      /** Read documents by id, or list those of an organization or folder; of either those that meet all filters. A page may be short while there is a pageToken. */
      get: ListMethod<V1OrganizationsDocumentsGetInput, (Document | MissingDocument)[]>;
      locations: {
        data: {
          /** Delete what belongs to one location of a document: its threads with their comments, and in the background the notifications whose location has the same id. */
          delete: Method<OrganizationsDocumentsLocationsDataDeleteInput, undefined>;
        };
        /** Move the threads at one location of a document to another, or give the location other details. With `merge` the fields that a thread's location has besides stay. */
        update: Method<OrganizationsDocumentsLocationsUpdateInput, undefined>;
      };
      /** Move documents into a folder, or with `root` to the top of the organization: either all of them or none. */
      move: Method<OrganizationsDocumentsMoveInput, undefined>;
      /** Change fields of documents; fields that are left out stay, and null removes a field. */
      update: Method<OrganizationsDocumentsUpdateInput, ItemResults>;
    };
    folders: {
      access: {
        /** Set the access type of folders, or let them inherit that of the parent folder. */
        update: Method<V1OrganizationsFoldersAccessUpdateInput, ItemResults>;
      };
      /** Add folders, each at the top of the organization, in an existing folder or in one that comes earlier in the call. */
      add: Method<V1OrganizationsFoldersAddInput, ItemResults>;
      /** List the folders of an organization, or read one folder with its contents. */
      get: ListMethod<V1OrganizationsFoldersGetInput, Folder[]>;
      /** Rename folders, or move them with their contents under another parent. */
      update: Method<OrganizationsFoldersUpdateInput, ItemResults>;
    };
    /** Read organizations: by id, or the first 1,000. To read the rest of a longer list, pass its nextPageToken to the v2 endpoint. */
    get: Method<V1OrganizationsGetInput, (Organization | MissingOrganization)[]>;
    /** Change names and custom fields of organizations; null removes a field. */
    update: Method<OrganizationsUpdateInput, ItemResults>;
    usergroups: {
      /** Add user groups to an organization; a group that exists is renamed. */
      add: Method<V1OrganizationsUsergroupsAddInput, ItemResults>;
      users: {
        /** Add users of an organization to one of its user groups, which is created if it does not exist. */
        add: Method<OrganizationsUsergroupsUsersAddInput, ItemResults>;
        /** Remove users from a user group: by id, or with deleteAll every user, whichever ids are listed. */
        delete: Method<OrganizationsUsergroupsUsersDeleteInput, ItemResults>;
      };
    };
  };
  users: {
    /** Add users to an organization, or to one of its folders or documents. */
    add: Method<V1UsersAddInput, ItemResults>;
    data: {
      /** Delete what users have written and remove them from the content of others, in some organizations or in all. The call replies at once; ask for the status of the job to follow its progress. */
      delete: Method<UsersDataDeleteInput, DataDeletion> & {
        /** Read the progress of a deletion of users' data. */
        status: Method<UsersDataDeleteStatusInput, DataDeletionStatus>;
      };
      /** Read what users have written, recorded and been notified of, in an organization or in all of them: up to 100 of each kind, user by user. A page may be short while there is a nextPageToken. `userIds` and `allOrganizations` may have the brand of the headers before their names, such as `serviceUserIds`. */
      get: PagedMethod<UsersDataGetInput, UserData>;
    };
    /** Remove users and their permission from an organization, with its groups, folders and documents, or from a folder or document. A user who leaves an organization needs a new user token. */
    delete: Method<UsersDeleteInput, ItemResults>;
    /** Read the users of an organization, or of one of its folders or documents: the first 1,000. To read the rest of a longer list, pass its nextPageToken to the v2 endpoint. */
    get: Method<V1UsersGetInput, EarlierUserSummary[]>;
    /** Change users of an organization, folder or document. Fields that are left out stay, and null removes a field. */
    update: Method<UsersUpdateInput, ItemResults>;
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

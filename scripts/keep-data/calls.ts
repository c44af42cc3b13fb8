import type { KeptCall } from "../../server/testing/kept-data.ts";

/** A call without its reply. */
export type Call = Omit<KeptCall, "reply">;

const place = { organizationId: "acme", documentId: "plan" };
const ada = { userId: "ada", name: "Ada Lovelace", email: "ada@example.com" };
const lin = { userId: "lin", name: "Lin Wei", email: "lin@example.com" };

const byKey = (path: string, data: object): Call => ({ path, data, as: "apiKey" });
const byWorkspace = (path: string, data: object): Call => ({ path, data, as: "workspace" });
const byUser = (path: string, data: object): Call => ({ path, data, as: "user" });

/** Places, and the people with access to them. */
const places = [
  byKey("/v2/workspace/domains/add", { domains: ["app.example.com"] }),
  byKey("/v2/users/add", { organizationId: "acme", users: [{ ...ada, team: { floor: 3 } }, lin] }),
  byKey("/v2/organizations/folders/add", {
    organizationId: "acme",
    folders: [
      { folderId: "archive", folderName: "Archive" },
      { folderId: "plans", folderName: "Plans", parentFolderId: "archive" },
    ],
  }),
  byKey("/v2/organizations/documents/add", {
    organizationId: "acme",
    folderId: "plans",
    documents: [{ documentId: "plan", documentName: "Plan for 2026", accessType: "restricted", colour: "green" }],
  }),
  byKey("/v2/organizations/usergroups/add", {
    organizationId: "acme",
    organizationUserGroups: [{ groupId: "engineers", groupName: "Engineers" }],
  }),
  byKey("/v2/organizations/usergroups/users/add", {
    organizationId: "acme",
    organizationUserGroupId: "engineers",
    userIds: ["ada"],
  }),
  byKey("/v2/auth/permissions/add", {
    user: { userId: "lin" },
    permissions: { resources: [{ type: "document", id: "plan", organizationId: "acme", accessRole: "editor" }] },
  }),
];

/** Settings of the API key, and a webhook endpoint. */
const settings = [
  byKey("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true }),
  byKey("/v2/workspace/advancedwebhook/endpoints/create", {
    url: "http://127.0.0.1:9/hook",
    filterTypes: ["recording.add"],
  }),
  byKey("/v2/workspace/activityconfig/update", {
    activityServiceConfig: { isEnabled: true, immutable: false, triggers: { comment: { "comment.add": true } } },
  }),
];

/** People's collaboration in a document. */
const collaboration = [
  byKey("/v2/commentannotations/add", {
    ...place,
    commentAnnotations: [
      {
        annotationId: "budget",
        commentData: [{ commentId: 1, commentText: "Is this {{lin}}’s figure?", from: ada }],
      },
    ],
  }),
  byUser("/v2/commentannotations/comments/add", {
    ...place,
    annotationId: "budget",
    commentData: [{ commentText: "It is." }],
  }),
  byKey("/v2/presence/add", { ...place, users: [{ userId: "ada", status: "online" }] }),
  byKey("/v2/livestate/broadcast", { ...place, liveStateDataId: "cursor", data: { slide: 3 } }),
  byKey("/v2/crdt/add", { ...place, editorId: "body", type: "text", data: "For everyone" }),
];

/** A document's notifications, activities and recordings. */
const records = [
  byKey("/v2/notifications/add", {
    ...place,
    notificationId: "question",
    actionUser: { userId: "ada" },
    displayHeadlineMessageTemplate: "{actionUser} asks {what}",
    displayHeadlineMessageTemplateData: { what: "a question" },
    displayBodyMessage: "Please look at the budget.",
    notifyAll: false,
    notifyUsers: [{ userId: "lin" }],
  }),
  byKey("/v2/activities/add", {
    ...place,
    activities: [{ featureType: "custom", actionType: "plan.read", targetEntityId: "plan", actionUser: ada }],
  }),
  byKey("/v2/recordings/add", {
    ...place,
    recordings: [
      {
        annotationId: "walk",
        recordingType: "screen",
        from: ada,
        attachments: [{ attachmentId: 1, url: "https://example.com/walk.webm", mimeType: "video/webm", size: 482_133 }],
      },
    ],
  }),
];

/** The folder that `deletion` deletes. */
const doomed = [
  byKey("/v2/organizations/folders/add", {
    organizationId: "acme",
    folders: [{ folderId: "doomed", folderName: "Doomed" }],
  }),
  byKey("/v2/organizations/documents/add", {
    organizationId: "acme",
    folderId: "doomed",
    documents: [{ documentId: "doomed", documentName: "Doomed" }],
  }),
];

/** Calls that create records of every topic. @param apiKey id of the tenant's key. */
export function writes(apiKey: string): Call[] {
  const features = { activityService: true, notificationPreferences: true };
  return [
    byWorkspace("/v2/workspace/features/update", { apiKey, features }),
    ...places,
    ...settings,
    ...collaboration,
    ...records,
    ...doomed,
  ];
}

/** A call that leaves a task in the queue, which no process works on. */
export const deletion = byKey("/v2/organizations/folders/delete", { organizationId: "acme", folderId: "doomed" });

/** A call that is refused until the task of `deletion` has run. */
export const afterDeletion = byKey("/v2/organizations/folders/add", {
  organizationId: "acme",
  folders: [{ folderId: "doomed", folderName: "Made anew" }],
});

/** The reads. @param apiKey id of the tenant's key. */
export function reads(apiKey: string): Call[] {
  return [
    byWorkspace("/v2/workspace/get", {}),
    byWorkspace("/v2/workspace/apikeys/get", {}),
    byWorkspace("/v2/workspace/authtokens/get", { apiKey }),
    byWorkspace("/v2/workspace/features/get", { apiKey }),
    byKey("/v2/workspace/domains/get", {}),
    byKey("/v2/workspace/activityconfig/get", {}),
    byKey("/v2/workspace/advancedwebhook/endpoints/get", {}),
    byKey("/v2/organizations/get", {}),
    byKey("/v2/users/get", { organizationId: "acme" }),
    byKey("/v2/organizations/folders/get", { organizationId: "acme", folderId: "archive" }),
    byKey("/v2/organizations/documents/get", { organizationId: "acme", documentIds: ["plan"] }),
    byKey("/v2/auth/permissions/get", { organizationId: "acme", userIds: ["lin"], documentIds: ["plan"] }),
    byKey("/v2/commentannotations/get", place),
    byKey("/v2/commentannotations/comments/get", { ...place, annotationId: "budget" }),
    byKey("/v2/presence/get", place),
    byKey("/v2/livestate/get", place),
    byKey("/v2/crdt/get", { ...place, editorId: "body" }),
    byKey("/v2/notifications/get", { organizationId: "acme", userId: "lin" }),
    byKey("/v2/activities/get", place),
    byKey("/v2/recordings/get", place),
    byUser("/v2/commentannotations/get", place),
    byUser("/v2/notifications/get", { organizationId: "acme", userId: "lin" }),
  ];
}

import assert from "node:assert/strict";
import { apiKeyPath } from "#store/api-keys";
import { allFeatures, setFeatures } from "./example-world.ts";
import { dumpBelow } from "./store-dump.ts";
import type { World } from "./world.ts";

/** Who leaves traces: nothing else in a world is called so. */
export const eve = { userId: "eve-4711", name: "Eva Quantrill", email: "Eva.Quantrill@Example.org" };
/** Who stays. */
export const lin = { userId: "lin", name: "Lin Chen", email: "lin@example.com" };

/** Names, in a place of every kind of an organization, one user who is to go and one who stays, all through the public door. */
export async function leaveTraces(w: World, organizationId = "acme"): Promise<void> {
  await setFeatures(w, w.tenant, allFeatures);
  const users = [
    { ...eve, note: "of eve" },
    { ...lin, manager: eve, team: ["core"] },
  ];
  await w.ok("/v2/users/add", { organizationId, users });
  await w.ok("/v2/users/add", { organizationId, folderId: "designs", createFolder: true, users });
  for (const documentId of ["plan", "notes"])
    await w.ok("/v2/users/add", { organizationId, documentId, createDocument: true, users });
  await addResources(w, organizationId);
  for (const documentId of ["plan", "notes"]) {
    await addPresenceAndState(w, { organizationId, documentId });
    await addEditors(w, { organizationId, documentId });
    await addThreads(w, { organizationId, documentId });
    await addRecords(w, { organizationId, documentId });
  }
  await addNotifications(w, { organizationId, documentId: "plan" });
}

async function addResources(w: World, organizationId: string): Promise<void> {
  const owners = { owner: eve, ownerUserId: eve.userId, deputies: [lin, eve] };
  await w.ok("/v2/organizations/update", { organizations: [{ organizationId, plan: "pro", ...owners }] });
  await w.ok("/v2/organizations/documents/update", { organizationId, documents: [{ documentId: "plan", ...owners }] });
  const group = { organizationId, organizationUserGroupId: "core" };
  const organizationUserGroups = [{ groupId: "core", groupName: "Core" }];
  await w.ok("/v2/organizations/usergroups/add", { organizationId, organizationUserGroups });
  await w.ok("/v2/organizations/usergroups/users/add", { ...group, userIds: [eve.userId, lin.userId] });
  const resources = [
    { type: "organization", id: organizationId },
    { type: "folder", id: "designs", organizationId },
    { type: "document", id: "plan", organizationId },
  ].map((resource) => ({ ...resource, accessRole: "editor" }));
  for (const { userId } of [eve, lin])
    await w.ok("/v2/auth/permissions/add", { user: { userId }, permissions: { resources } });
  for (const documentIds of [undefined, ["plan"]])
    await w.ok("/v2/notifications/config/set", {
      ...{ organizationId, documentIds, userIds: [eve.userId, lin.userId] },
      config: { inbox: "ALL" },
    });
}

async function addEditors(w: World, place: Place): Promise<void> {
  const map = { people: [eve, lin], ownerUserId: eve.userId, title: "Plan", done: true };
  await w.ok("/v2/crdt/add", { ...place, editorId: "map", type: "map", data: map });
  await w.ok("/v2/crdt/add", { ...place, editorId: "text", type: "text", data: `For {{${eve.userId}}} and {{lin}}.` });
  await w.ok("/v2/crdt/add", { ...place, editorId: "array", type: "array", data: [eve, [lin]] });
  await w.ok("/v2/crdt/add", { ...place, editorId: "quiet", type: "xml", data: "<p>Nobody</p>" });
}

type Place = { organizationId: string; documentId: string };

async function addPresenceAndState(w: World, place: Place): Promise<void> {
  await w.ok("/v2/presence/add", { ...place, users: [eve, lin].map((user) => ({ ...user, status: "offline" })) });
  const cursors = {
    people: [
      { ...eve, x: 1 },
      { ...lin, x: 2 },
    ],
    speaker: { userId: eve.userId },
    slide: 3,
    votes: { [eve.userId]: "yes", lin: "no" },
  };
  await w.ok("/v2/livestate/broadcast", { ...place, liveStateDataId: "cursors", data: cursors });
  await w.ok("/v2/livestate/broadcast", { ...place, liveStateDataId: "own", data: { ...eve, color: "red" } });
  await w.ok("/v2/livestate/broadcast", { ...place, liveStateDataId: "free", data: { constructor: [[lin]] } });
}

async function addThreads(w: World, place: Place): Promise<void> {
  const tagged = (user: typeof eve) => ({ text: `@${user.name}`, userId: user.userId, contact: user });
  const byLin = {
    commentId: 1,
    from: lin,
    commentText: `{{${eve.userId}}}, @${eve.name}, @${lin.name}: write to ${eve.email.toLowerCase()}.`,
    commentHtml: `<b>@${eve.name}</b> and {{${lin.userId}}}`,
    taggedUserContacts: [tagged(eve), tagged(lin)],
    reactionAnnotations: [
      { icon: "heart", from: eve },
      { icon: "star", from: lin },
    ],
    context: { reviewers: [eve, lin] },
  };
  const byEve = { commentId: 2, from: eve, commentText: "By eve.", reactionAnnotations: [{ icon: "sun", from: lin }] };
  const status = { id: "DONE", name: "Done", type: "terminal", color: "#000", lightColor: "#fff" };
  const commentAnnotations = [
    { annotationId: "of-eve", commentData: [byEve] },
    { annotationId: "of-lin", commentData: [{ ...byLin, taggedUserContacts: [], ...quiet }] },
    {
      ...{ annotationId: "of-both", from: eve, commentData: [byLin, byEve], assignedTo: eve, status },
      ...{ context: { for: eve, page: 1 }, metadata: { asked: [eve.userId].map((userId) => ({ userId })) } },
      visibility: { type: "restricted", userIds: [eve.userId, lin.userId] },
    },
  ];
  await w.ok("/v2/commentannotations/add", { ...place, commentAnnotations });
  await w.ok("/v2/commentannotations/update", {
    ...{ ...place, annotationIds: ["of-both"] },
    updatedData: {
      ...{ status, statusUpdatedByUserId: eve.userId, resolvedByUserId: eve.userId },
      viewedByUserIds: [eve.userId, lin.userId],
    },
  });
}

/** A comment that names lin only. */
const quiet = {
  commentText: `{{${lin.userId}}}`,
  commentHtml: "",
  reactionAnnotations: [],
  context: { reviewers: [lin] },
};

async function addRecords(w: World, { organizationId, documentId }: Place): Promise<void> {
  const place = { organizationId, documentId };
  const record = (id: string, actionUser: object, more: object = {}) => ({
    ...{ id: `${documentId}-${id}`, featureType: "custom", actionType: "task.assign", targetEntityId: "task-1" },
    ...{ actionUser, ...more },
  });
  const naming = {
    changes: { assignee: { from: lin, to: eve }, assigneeId: { from: eve.userId, to: "lin" } },
    entityData: { watchers: [eve, lin], assignedUserId: eve.userId },
    displayMessageTemplate: "{{user.name}} assigned {{name}} {{lin}}",
    displayMessageTemplateData: { user: lin, name: eve.name, mail: eve.email, to: eve, lin: lin.name },
    requester: eve,
    userId: eve.userId,
  };
  const activities = [
    record("eve", eve),
    record("lin", lin, naming),
    record("quiet", lin, { entityData: [lin] }),
    record("about", lin, { entityData: eve, targetEntityId: eve.userId }),
  ];
  await w.ok("/v2/activities/add", { ...place, activities });
  const recording = (annotationId: string, from: object, more: object = {}) => ({
    ...{ annotationId, recordingType: "screen", from, displayName: "A walk" },
    ...more,
  });
  const recordings = [
    recording("rec-eve", eve),
    recording("rec-lin", lin, { speakers: [eve, lin] }),
    recording("rec-quiet", lin),
  ];
  await w.ok("/v2/recordings/add", { ...place, recordings });
}

async function addNotifications(w: World, place: Place): Promise<void> {
  const add = (notificationId: string, actionUser: object, more: object = {}) =>
    w.ok("/v2/notifications/add", {
      ...{ ...place, notificationId, actionUser, notifyUsers: [lin] },
      ...{ displayHeadlineMessageTemplate: "News of {project}", displayBodyMessage: "Have a look." },
      displayHeadlineMessageTemplateData: { project: "Atlas" },
      ...more,
    });
  const data = { project: "Atlas", recipientUser: eve, who: eve.name, id: eve.userId, stays: lin.name };
  await add("ntf-of-eve", eve, { displayBodyMessage: `By ${eve.name}.` });
  await add("ntf-naming-eve", lin, {
    ...{ notifyUsers: [eve, { userId: "grace" }], displayHeadlineMessageTemplateData: data },
    notificationSourceData: { comment: { from: eve, text: `Hi {{${eve.userId}}}` }, by: lin },
  });
  await add("ntf-of-lin", lin, { notifyAll: false, notifyUsers: [{ userId: "grace" }] });
}

/** Paths below the tenant's key whose document names the user by id, name or address, in any case. */
export async function tracesOf(w: World, { userId, name, email }: typeof eve): Promise<string[]> {
  const all = Object.entries(await dumpBelow(w.context.store, apiKeyPath(w.tenant.apiKeyId)));
  const needles = [userId, name, email].map((text) => text.toLowerCase());
  const names = (text: string) => needles.some((needle) => text.toLowerCase().includes(needle));
  return all.filter(([path, text]) => names(path) || names(text) || names(yjsText(text))).map(([path]) => path);
}

/** What stands in the Yjs document of an editor. */
function yjsText(text: string): string {
  const [, update = ""] = text.match(/"update":"([^"]*)"/) ?? [];
  return Buffer.from(update, "base64").toString("latin1");
}

/** Waits until a deletion is done. */
export async function isForgotten(w: World, jobId: string): Promise<void> {
  await w.drain();
  const { data } = await w.ok("/v2/users/data/delete/status", { jobId });
  assert.deepEqual([data.isDeleteCompleted, data.tasksLeft], [true, 0]);
}

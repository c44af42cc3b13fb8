import { expect, test } from "@jest/globals";
import type { ProviderQuestion } from "#domain/access/permission-provider";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { addEndpoint, bodiesSent } from "#testing/fixtures/webhooks/webhooks";
import { exampleWorld } from "#testing/harness/example-world";
import type { World } from "#testing/harness/world";

const homepage = { organizationId: "acme", documentId: "homepage" };
const RAW = "https://raw.example.com/";
const PROCESSED = "https://people.example.com/";

const addComment = (w: World, fields: object = {}) =>
  w.ok("/v2/commentannotations/comments/add", {
    ...homepage,
    annotationId: "ann-1",
    commentData: [{ commentId: 7, commentText: "Shorter?", from: { userId: "lin", name: "Lin Chen" }, ...fields }],
  });

async function threadOf(w: World, annotationId = "ann-1") {
  const { data } = await w.ok("/v2/commentannotations/get", { ...homepage, annotationIds: [annotationId] });
  return data[0];
}

test("events of comments carry the comment and its thread as read, with the colours of its status", async () => {
  const w = await exampleWorld();
  await addEndpoint(w, "all");
  await addComment(w);
  const [{ data }] = await bodiesSent(w);
  const thread = await threadOf(w);
  expect(data.commentAnnotation).toStrictEqual(thread);
  expect(data.commentAnnotation.status.color).toMatch(/^#/);
  expect(data.targetComment).toStrictEqual(thread.comments.at(-1));
  await w.ok("/v2/commentannotations/comments/delete", { ...homepage, annotationId: "ann-1", commentIds: [7] });
  const [deleted] = await bodiesSent(w);
  expect(deleted.data.commentId).toBe(7);
  expect(deleted.data.targetComment).toStrictEqual(thread.comments.at(-1));
  expect(deleted.data.commentAnnotation).toStrictEqual(await threadOf(w));
});

test("the event of a restricted thread contains its visibility, and the mentioned users who may not see it", async () => {
  const w = await exampleWorld();
  await addEndpoint(w, "all");
  await basicWebhook(w);
  const visibility = { type: "restricted", userIds: ["ada"] };
  const taggedUserContacts = [{ userId: "lin", contact: { userId: "lin" } }];
  const commentData = [{ commentText: "{{lin}}?", from: { userId: "ada" }, taggedUserContacts }];
  const commentAnnotations = [{ annotationId: "secret", visibility, commentData }];
  await w.ok("/v2/commentannotations/add", { ...homepage, commentAnnotations });
  const bodies = await bodiesSent(w);
  const advanced = bodies.find((body) => !("notificationSource" in body));
  expect(advanced.data.visibility).toStrictEqual(visibility);
  expect(advanced.data.commentAnnotation.visibility).toStrictEqual(visibility);
  expect(bodies.find((body) => "accessDeniedUsers" in body).accessDeniedUsers).toStrictEqual(["lin"]);
});

test("users whom a thread names are denied by access to the document and by the visibility of the thread", async () => {
  const w = await exampleWorld();
  await basicWebhook(w);
  await w.ok("/v2/organizations/add", { organizations: [{ organizationId: "other" }] });
  await w.ok("/v2/organizations/documents/access/update", {
    organizationId: "acme",
    documentIds: ["roadmap"],
    accessType: "restricted",
  });
  await w.ok("/v2/users/add", { ...homepage, documentId: "roadmap", users: [{ userId: "lin" }] });
  const denied = async (place: object, visibility?: object) => {
    const taggedUserContacts = ["lin", "stranger"].map((userId) => ({ userId, contact: { userId } }));
    const commentData = [{ commentText: "Look", from: { userId: "ada" }, taggedUserContacts }];
    await w.ok("/v2/commentannotations/add", {
      ...homepage,
      ...place,
      commentAnnotations: [{ commentData, visibility }],
    });
    const [body] = await bodiesSent(w, RAW);
    return body.accessDeniedUsers;
  };
  expect(await denied({})).toStrictEqual([]);
  expect(await denied({ documentId: "roadmap" })).toStrictEqual(["ada", "stranger"]);
  const inOrganization = (organizationId: string) => ({ type: "organizationPrivate", organizationId });
  expect(await denied({}, inOrganization("acme"))).toStrictEqual(["stranger"]);
  expect(await denied({}, inOrganization("other"))).toStrictEqual(["lin", "stranger"]);
  expect(await denied({}, { type: "restricted", userIds: ["stranger"] })).toStrictEqual(["lin"]);
});

test("a permission provider decides who is denied", async () => {
  const w = await exampleWorld();
  await basicWebhook(w);
  await w.ok("/v2/workspace/permissionproviderconfig/update", {
    usePermissionProvider: true,
    permissionProviderConfig: { permissionProviderUrl: "https://provider.example.com/" },
  });
  w.receivers.answer = ({ url, json }) => {
    if (!url.startsWith("https://provider")) return { status: 200, body: "" };
    const data = json.data.requests.map(({ userId, resource: { id, type } }: ProviderQuestion) => ({
      ...{ userId, resourceId: id, type },
      hasAccess: userId !== "lin",
    }));
    return { status: 200, body: JSON.stringify({ data }) };
  };
  await addComment(w);
  const [body] = await bodiesSent(w, RAW);
  expect(body.accessDeniedUsers).toStrictEqual(["lin"]);
});

test("events contain the organization and the document with the customer's own fields, and the page of a thread", async () => {
  const w = await exampleWorld();
  await addEndpoint(w, "all");
  const pageInfo = { url: "https://example.com/plan", title: "Plan" };
  const documents = [{ documentId: "page", documentName: "Page", team: "core" }];
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents });
  const commentData = [{ commentText: "Look", from: { userId: "ada" } }];
  const page = { organizationId: "acme", documentId: "page" };
  await w.ok("/v2/commentannotations/add", { ...page, commentAnnotations: [{ pageInfo, commentData }] });
  const bodies = await bodiesSent(w);
  const [thread] = bodies.filter(({ event }) => event === "comment_annotation.add");
  expect(thread.data.metadata).toStrictEqual({
    apiKey: w.tenant.apiKeyId,
    ...page,
    organization: { organizationId: "acme", organizationName: "Acme", owner: "ada" },
    document: { documentId: "page", documentName: "Page", team: "core" },
    pageInfo,
  });
  await w.ok("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["page"] });
  const [deleted] = await bodiesSent(w);
  expect(deleted.data.metadata.document).toStrictEqual({ documentId: "page" });
});

test("an event of a large thread contains its newest comments, and every event has a maximum size", async () => {
  const w = await exampleWorld();
  await addEndpoint(w, "all");
  const from = { userId: "ada" };
  const commentData = Array.from({ length: 100 }, (_, i) => ({ commentId: i, commentText: "x".repeat(5000), from }));
  await w.ok("/v2/commentannotations/add", {
    ...homepage,
    commentAnnotations: [{ annotationId: "long", commentData: commentData.slice(0, 1) }],
  });
  await bodiesSent(w);
  await w.ok("/v2/commentannotations/comments/add", {
    ...homepage,
    annotationId: "long",
    commentData: commentData.slice(1),
  });
  const bodies = await bodiesSent(w);
  expect(bodies.length).toBe(99);
  for (const { data } of bodies) {
    expect(data.commentAnnotation.isTruncated).toBe(true);
    expect(data.commentAnnotation.comments.at(-1).commentId).toBe(99);
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(70_000);
  }
  expect(new Set(bodies.map(({ data }) => data.targetComment.commentId)).size).toBe(99);
});

test("events of editors carry the content as crdt/get returns it, unless it is large", async () => {
  const w = await exampleWorld();
  await addEndpoint(w, "all");
  const editor = { ...homepage, editorId: "subtitle", type: "text" };
  await w.ok("/v2/crdt/add", { ...editor, data: "For everyone" });
  const [{ data }] = await bodiesSent(w);
  const [read] = (await w.ok("/v2/crdt/get", { ...homepage, editorId: "subtitle" })).data;
  const { id, data: content, lastUpdatedBy, lastUpdate, sessionId } = read;
  expect(data.crdtData).toStrictEqual({ id, data: content, lastUpdatedBy, lastUpdate, sessionId });
  expect([data.editorId, data.type]).toStrictEqual(["subtitle", "text"]);
  await w.ok("/v2/crdt/update", { ...editor, data: "é".repeat(30_000) });
  const [large] = await bodiesSent(w);
  expect(large.data.crdtData).toMatchObject({ id: "subtitle", isTruncated: true, sessionId: null });
  expect(large.data.crdtData.data).toBeUndefined();
});

async function basicWebhook(w: World, fields: object = {}): Promise<void> {
  const webhookServiceConfig = { rawNotificationUrl: RAW, ...fields };
  await w.ok("/v2/workspace/webhookconfig/update", { useWebhookService: true, webhookServiceConfig });
}

test("a basic webhook receives its own names and fields, and those of earlier versions", async () => {
  const w = await exampleWorld();
  await basicWebhook(w);
  await addComment(w);
  const [body] = await bodiesSent(w, RAW);
  const thread = await threadOf(w);
  expect(body).toMatchObject({
    webhookId: expect.stringMatching(/^evt_/),
    actionType: "added",
    notificationSource: "comment",
    platform: "rest",
    actionUser: { userId: "lin", name: "Lin Chen" },
    metadata: {
      ...homepage,
      clientOrganizationId: "acme",
      clientDocumentId: "homepage",
      organizationMetadata: { organizationId: "acme", organizationName: "Acme", owner: "ada" },
      documentMetadata: { documentId: "homepage", documentName: "Document homepage", owner: "ada" },
      apiKey: w.tenant.apiKeyId,
    },
    commentAnnotation: thread,
    targetComment: thread.comments.at(-1),
    accessDeniedUsers: [],
    event: "comment.add",
    source: "comment",
    data: { annotationId: "ann-1", targetComment: { commentId: 7, commentText: "Shorter?" } },
  });
  expect(body.data.metadata).toStrictEqual({ ...homepage, apiKey: w.tenant.apiKeyId });
  const updatedData = { assignedTo: { userId: "newcomer" }, priority: { id: "P9", name: "Never" } };
  await w.ok("/v2/commentannotations/update", { ...homepage, annotationIds: ["ann-1"], updatedData });
  const changed = Object.fromEntries((await bodiesSent(w, RAW)).map((one) => [one.actionType, one]));
  expect(changed.assigned.assigned).toStrictEqual({ userId: "newcomer" });
  expect(changed.priorityChanged.newPriority).toStrictEqual({ id: "P9", name: "Never" });
});

test("the URL for people receives who did what and where, with the text", async () => {
  const w = await exampleWorld();
  await basicWebhook(w, { rawNotificationUrl: "", processedNotificationUrl: PROCESSED });
  await addComment(w);
  const [body] = await bodiesSent(w, PROCESSED);
  expect(body).toStrictEqual({
    id: body.webhookId,
    webhookId: expect.stringMatching(/^evt_/),
    timestamp: expect.any(Number),
    event: "comment.add",
    actionType: "added",
    notificationSource: "comment",
    from: { userId: "lin", name: "Lin Chen" },
    title: "Lin Chen added a comment.",
    text: "Shorter?",
    ...homepage,
    annotationId: "ann-1",
    commentId: 7,
  });
  await addComment(w, { commentId: 9, commentText: undefined, commentHtml: "<p>Even <b>shorter</b>?</p>" });
  const [ofHtml] = await bodiesSent(w, PROCESSED);
  expect(ofHtml.text).toBe("Even shorter?");
  await basicWebhook(w, { processedNotificationUrl: "" });
  await addComment(w, { commentId: 8 });
  expect((await bodiesSent(w)).map(({ data }) => data.targetComment.commentId)).toStrictEqual([8]);
});

test("with data protection no body contains text or names", async () => {
  const w = await exampleWorld();
  await addEndpoint(w, "all");
  const protection = { enableDataProtection: true };
  await w.ok("/v2/workspace/advancedwebhookconfig/update", { isEnabled: true, ...protection });
  const triggers = { "crdt.update_data": true, "crdt.add": true, "comment_annotation.add": true };
  await basicWebhook(w, { ...protection, processedNotificationUrl: PROCESSED, triggers });
  const secret = "Mallory";
  const person = { userId: "m", name: secret, email: `${secret}@example.com`, employeeId: secret };
  const comment = {
    commentText: secret,
    commentHtml: `<b>${secret}</b>`,
    from: person,
    context: { patientId: secret },
    taggedUserContacts: [{ text: `@${secret}`, userId: "m", contact: person }],
    attachments: [{ attachmentId: 1, name: secret, url: `https://example.com/${secret}`, metadata: { type: secret } }],
    agent: { agentId: "a", ownerId: secret },
  };
  const thread = {
    commentData: [comment],
    assignedTo: person,
    context: { id: secret },
    metadata: { ownerId: secret },
    pageInfo: { type: secret },
    location: { id: 1, wardId: secret },
    customList: [{ id: "l", label: secret, type: secret }],
    suggestion: { status: "open", newValue: { id: secret } },
  };
  await w.ok("/v2/commentannotations/add", { ...homepage, commentAnnotations: [thread] });
  await w.ok("/v2/crdt/add", { ...homepage, editorId: "notes", type: "map", data: { ownerId: secret } });
  const bodies = await bodiesSent(w);
  expect(bodies.length).toBe(6);
  expect(JSON.stringify(bodies)).not.toContain(secret);
  const [advanced] = bodies.filter(({ event, data }) => event === "comment_annotation.add" && data);
  expect(advanced.data.actionUser).toStrictEqual({ userId: "m" });
});

test("events contain people's preferences beside the data: those for the document, else those for the organization", async () => {
  const w = await exampleWorld();
  await addEndpoint(w, "all");
  const { apiKeyId: apiKey } = w.tenant;
  const turn = (notificationPreferences: boolean) =>
    w.ok("/v2/workspace/features/update", { apiKey, features: { notificationPreferences } });
  await turn(false);
  await addComment(w);
  const [off] = await bodiesSent(w);
  expect(Object.keys(off).filter((field) => field.startsWith("users"))).toStrictEqual([]);
  await turn(true);
  await addComment(w, { commentId: 8 });
  const [organization] = await bodiesSent(w);
  expect(organization.usersOrganizationNotificationsConfig.lin).toStrictEqual({
    inbox: "ALL",
    email: "MINE",
    slack: "NONE",
  });
  const config = { inbox: "NONE" };
  const configRequest = { organizationId: "acme", documentIds: ["homepage"], userIds: ["lin"], config };
  await w.ok("/v2/notifications/config/set", configRequest);
  await addComment(w, { commentId: 9 });
  const [document] = await bodiesSent(w);
  expect(document.usersOrganizationNotificationsConfig).toBeUndefined();
  expect(document.usersDocumentNotificationsConfig.lin.inbox).toBe("NONE");
  const { data: eventTypes } = await w.ok("/v2/workspace/advancedwebhook/eventtypes/get", {});
  const { schema } = eventTypes.find(({ name }: { name: string }) => name === "comment.add");
  for (const body of [organization, document])
    for (const field of Object.keys(body)) expect(schema.properties).toHaveProperty(field);
});

test("an event of a notification contains its texts, and its recipients with their channels", async () => {
  const w = await exampleWorld();
  await addEndpoint(w, "all");
  await w.ok("/v2/notifications/add", {
    ...homepage,
    actionUser: { userId: "ada", name: "Ada Lovelace" },
    displayHeadlineMessageTemplate: "{actionUser.name} invited {recipientUser.name} to {project}",
    displayHeadlineMessageTemplateData: { project: "Atlas" },
    displayBodyMessage: "Have a look.",
    notifyUsers: [{ userId: "lin" }],
    notifyAll: false,
  });
  const [{ data }] = await bodiesSent(w);
  expect(data).toMatchObject({
    displayHeadlineMessage: "Ada Lovelace invited {recipientUser.name} to Atlas",
    displayBodyMessage: "Have a look.",
    recipients: [{ userId: "lin", channels: ["inbox", "email"] }],
  });
});

test("after a user's data is deleted, stored messages contain neither the user's comments and texts nor that the user was denied", async () => {
  const w = await exampleWorld();
  await addEndpoint(w, "all");
  await basicWebhook(w);
  const eve = { userId: "eve", name: "Eve Mallory", email: "eve@example.com" };
  await addComment(w, { from: eve, commentText: "Nobody else knows this", context: { note: "private" } });
  await addComment(w, { commentId: 8, commentText: "Yes" });
  const commentData = [{ from: { userId: "ada" }, taggedUserContacts: [{ userId: "eve", contact: eve }] }];
  const visibility = { type: "restricted", userIds: ["ada"] };
  await w.ok("/v2/commentannotations/add", { ...homepage, commentAnnotations: [{ commentData, visibility }] });
  await w.drain();
  await w.ok("/v2/users/data/delete", { userIds: ["eve"] });
  await w.drain();
  const { docs } = await w.context.store.query({ collection: `${apiKeyPath(w.tenant.apiKeyId)}/messages` });
  const messagesJson = JSON.stringify(docs.map(({ data }) => data));
  expect(messagesJson).toContain("Yes");
  expect(messagesJson).toContain("accessDeniedUsers");
  for (const gone of ["Nobody else knows", "private", "Mallory", "eve@", '\\"eve\\"'])
    expect(messagesJson).not.toContain(gone);
});

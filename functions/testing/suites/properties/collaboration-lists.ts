import type { World } from "#testing/harness/world";
import { idsBy, type List } from "./list.ts";

const acme = { organizationId: "acme" };
const plan = { ...acme, documentId: "plan" };

async function document(w: World): Promise<void> {
  await w.ok("/v2/organizations/documents/add", {
    ...acme,
    createOrganization: true,
    documents: [{ documentId: "plan" }],
  });
}

const thread = { ...plan, annotationId: "t" };
const ada = { userId: "ada" };
const numberIn = (id: string) => Number(id.replace("item-", ""));

const comments = (path: string): List => ({
  path,
  plainIds: true,
  of: "a thread's comments",
  query: thread,
  async before(w) {
    await document(w);
    const first = { commentId: 1000, commentText: "First", from: ada };
    await w.ok("/v2/commentannotations/add", {
      ...plan,
      commentAnnotations: [{ annotationId: "t", commentData: [first] }],
    });
  },
  insert: (w, id) =>
    w.ok("/v2/commentannotations/comments/add", {
      ...thread,
      commentData: [{ commentId: numberIn(id), commentText: id, from: ada }],
    }),
  remove: (w, id) => w.ok("/v2/commentannotations/comments/delete", { ...thread, commentIds: [numberIn(id)] }),
  ids: (data) => data.map(({ commentId }: { commentId: number }) => `item-${commentId}`),
});

const notifications = (path: string, of: string, query: object): List => ({
  path,
  of,
  plainIds: true,
  query: { ...acme, ...query },
  before: document,
  insert: (w, notificationId) =>
    w.ok("/v2/notifications/add", {
      ...plan,
      notificationId,
      actionUser: ada,
      displayHeadlineMessageTemplate: "Something is new",
      displayBodyMessage: "Have a look",
      notifyUsers: [{ userId: "lin" }],
    }),
  remove: (w, id) => w.ok("/v2/notifications/delete", { ...acme, notificationIds: [id] }),
  ids: idsBy("id"),
});

const activities = (of: string, query: object): List => ({
  path: "/v2/activities/get",
  of,
  query: { ...acme, ...query },
  before: document,
  insert: (w, id) =>
    w.ok("/v2/activities/add", {
      ...plan,
      activities: [{ id, featureType: "crdt", actionType: "text.change", actionUser: ada }],
    }),
  remove: (w, id) => w.ok("/v2/activities/delete", { ...acme, activityIds: [id] }),
  ids: idsBy("id"),
});

const recordings = (of: string, query: object): List => ({
  path: "/v2/recordings/get",
  of,
  query,
  before: document,
  insert: (w, annotationId) =>
    w.ok("/v2/recordings/add", { ...plan, recordings: [{ annotationId, recordingType: "audio" }] }),
  remove: (w, id) => w.ok("/v2/recordings/delete", { ...plan, recordingIds: [id] }),
  ids: idsBy("annotationId"),
});

const threads = (path: string, of: string, query: object): List => ({
  path,
  of,
  query,
  before: document,
  insert: (w, annotationId) =>
    w.ok("/v2/commentannotations/add", {
      ...plan,
      commentAnnotations: [{ annotationId, commentData: [{ commentText: "Hello", from: ada }] }],
    }),
  remove: (w, id) => w.ok("/v2/commentannotations/delete", { ...plan, annotationIds: [id] }),
  ids: idsBy("annotationId"),
});

const CROWD = Array.from({ length: 230 }, (_, i) => `crowd-${i}`);

const recordingsOf = (path: string): List => {
  const add = (w: World, ids: string[]) =>
    w.ok("/v2/recordings/add", {
      ...plan,
      recordings: ids.map((annotationId) => ({ annotationId, recordingType: "audio", from: ada })),
    });
  return {
    ...recordings("what a user has recorded", { ...acme, userId: "ada" }),
    path,
    async crowd(w) {
      await add(w, CROWD);
      return CROWD;
    },
    insert: (w, id) => add(w, [id]),
    ids: (data) => idsBy("annotationId")(data.recordings),
  };
};

const commentsOf = (path: string): List => {
  const commentData = [{ commentText: "Hello", from: ada }];
  const add = (w: World, ids: string[]) =>
    w.ok("/v2/commentannotations/add", {
      ...plan,
      commentAnnotations: ids.map((annotationId) => ({ annotationId, commentData })),
    });
  return {
    ...threads(path, "what a user has written", { ...acme, userId: "ada" }),
    async crowd(w) {
      await add(w, CROWD);
      return CROWD;
    },
    insert: (w, id) => add(w, [id]),
    ids: (data) => idsBy("commentAnnotationId")(data.comments),
  };
};

/** Lists of what people write together. */
export const collaborationLists: List[] = [
  {
    path: "/v2/presence/get",
    of: "who is in a document",
    query: plan,
    before: document,
    insert: (w, userId) => w.ok("/v2/presence/add", { ...plan, users: [{ userId, status: "offline" }] }),
    remove: (w, userId) => w.ok("/v2/presence/delete", { ...plan, userIds: [userId] }),
    ids: idsBy("userId"),
  },
  comments("/v1/commentannotations/comments/get"),
  comments("/v2/commentannotations/comments/get"),
  {
    path: "/v2/crdt/get",
    of: "a document's editors",
    query: plan,
    before: document,
    insert: (w, editorId) => w.ok("/v2/crdt/add", { ...plan, editorId, type: "text", data: "hello" }),
    remove: (w, editorId) => w.ok("/v2/crdt/delete", { ...plan, editorIds: [editorId] }),
    ids: idsBy("id"),
  },
  {
    path: "/v2/livestate/get",
    of: "a document's live states",
    query: plan,
    before: document,
    insert: (w, liveStateDataId) => w.ok("/v2/livestate/broadcast", { ...plan, liveStateDataId, data: { a: 1 } }),
    ids: idsBy("liveStateDataId"),
  },
  notifications("/v2/notifications/get", "an organization's notifications", {}),
  notifications("/v2/notifications/get", "a document's notifications, the oldest first", {
    documentId: "plan",
    order: "asc",
  }),
  notifications("/v2/notifications/get", "a user's notifications", { userId: "lin" }),
  activities("an organization's activities", {}),
  activities("a document's activities, the oldest first", { documentId: "plan", order: "asc" }),
  activities("a user's activities of some kinds", { userId: "ada", featureTypes: ["crdt", "custom"] }),
  recordings("a document's recordings", plan),
  recordings("an organization's recordings", acme),
  threads("/v2/commentannotations/get", "a document's threads", plan),
  threads("/v2/commentannotations/get", "an organization's threads, the oldest first", { ...acme, order: "asc" }),
  threads("/v2/commentannotations/get", "the threads that name a user", { ...plan, userIds: ["ada"] }),
  recordingsOf("/v1/users/data/get"),
  recordingsOf("/v2/users/data/get"),
  commentsOf("/v2/users/data/get"),
];

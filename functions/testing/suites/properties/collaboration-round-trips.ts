import fc from "fast-check";
import { TRAPS } from "#testing/harness/arbitraries";
import type { World } from "#testing/harness/world";
import type { RoundTrip, Written } from "./round-trip.ts";

const acme = { organizationId: "acme" };
const plan = { ...acme, documentId: "plan" };
/** Id of a comment that is there before others are added. */
const FIRST = 10 ** 15;
const thread = { ...plan, annotationId: "t" };
const making = { createOrganization: true, createDocument: true };

async function document(w: World): Promise<void> {
  await w.ok("/v2/organizations/documents/add", {
    ...acme,
    createOrganization: true,
    documents: [{ documentId: "plan" }],
  });
}

/** A thread of one comment. */
async function beginThread(w: World): Promise<void> {
  const commentData = [{ commentId: FIRST, from: { userId: "ada" } }];
  const commentAnnotations = [{ annotationId: "t", commentData }];
  await w.ok("/v2/commentannotations/add", { ...plan, ...making, commentAnnotations });
}

const reading = (path: string, query: object) => async (w: World) => (await w.ok(path, query)).data;

/** Ids without a colon. */
const annotationId = fc.oneof(
  fc.constantFrom(...TRAPS),
  fc.string({ unit: "grapheme", minLength: 1 }).map((text) => `a${text.replaceAll(":", "")}`),
);

/** ms since 1970, to the end of the year 9999. */
const moment = fc.integer({ min: 0, max: 253_402_300_799_999 });

/** What the service adds to the metadata of what is of a document. */
const known = (w: World) => ({ apiKey: w.tenant.apiKeyId, ...plan });

/** A location must have an id or a name. */
const located = ({ location, ...rest }: Written): Written =>
  location ? { ...rest, location: { ...location, id: location.id ?? 0 } } : rest;

/** A comment as it is read. What it only instructs is not kept. */
const toReadComment = ({ triggerNotification: _t, triggerActivities: _a, ...comment }: Written): Written => ({
  ...comment,
  ...(comment.lastUpdated !== undefined && { lastUpdated: new Date(comment.lastUpdated).toISOString() }),
  reactionCount: comment.reactionAnnotations?.length ?? 0,
});

/** A thread is told from others by its id, a comment within it by its number; whoever wrote it may always see it. */
function fitThread(item: Written): Written {
  const commentData = item.commentData.map((comment: Written, i: number) => ({ ...comment, commentId: i }));
  const author = (item.from ?? commentData[0].from).userId;
  const { type, userIds = [], organizationId = "acme" } = item.visibility ?? {};
  const named = { type, organizationId, userIds: [...new Set([...userIds, author])] };
  const visibility = type === "public" ? { type } : named;
  return located({ ...item, commentData, ...(type && { visibility }) });
}

function toReadThread({ commentData, ...item }: Written, w: World): Written {
  const { visibility: { organizationId = undefined, userIds = [], type = "public" } = {}, suggestion } = item;
  return {
    ...item,
    ...(suggestion && { suggestion: { ...suggestion, status: "pending" } }),
    documentId: "plan",
    metadata: { ...item.metadata, ...known(w) },
    visibilityConfig: { type, userIds, ...(organizationId && { organizationId, organizationIds: [organizationId] }) },
    sourceType: commentData[0].agent ? "agent" : "rest-api",
    viewedByUserIds: [],
    comments: commentData.map(toReadComment),
  };
}

/** CRDT data that fits its type. */
function fitContent({ type, data, ...rest }: Written): Written {
  const isMap = typeof data === "object" && data !== null && !Array.isArray(data);
  const fitting: Record<string, unknown> = {
    text: JSON.stringify(data),
    xml: "<p>Hello, <b>world</b></p>",
    array: Array.isArray(data) ? data : [data],
    map: isMap ? data : { data },
  };
  return { ...rest, type, data: fitting[type] };
}

/** What people write together, by document. */
export const collaborationRoundTrips: RoundTrip[] = [
  {
    resource: "who is present in a document",
    add: "/v2/presence/add",
    list: "users",
    id: "userId",
    beside: plan,
    before: document,
    read: reading("/v2/presence/get", plan),
    owned: ["lastUpdated", "expiresAt"],
  },
  {
    resource: "the live state of a document",
    add: "/v2/livestate/broadcast",
    id: "liveStateDataId",
    beside: { ...plan, merge: false },
    before: document,
    read: reading("/v2/livestate/get", plan),
    owned: ["lastUpdated"],
  },
  {
    resource: "CRDT data",
    add: "/v2/crdt/add",
    id: "editorId",
    readId: "id",
    beside: plan,
    fit: fitContent,
    before: document,
    read: reading("/v2/crdt/get", plan),
    owned: ["lastUpdate", "lastUpdatedBy", "sessionId"],
  },
  {
    resource: "an activity record",
    add: "/v2/activities/add",
    list: "activities",
    id: "id",
    beside: plan,
    fit: (item) => ({ ...item, targetEntityId: item.targetEntityId ?? "headline" }),
    before: document,
    read: reading("/v2/activities/get", plan),
    owned: ["timestamp", "metadata"],
  },
  {
    resource: "a recording",
    add: "/v2/recordings/add",
    list: "recordings",
    id: "annotationId",
    beside: plan,
    fields: { annotationId },
    before: document,
    read: reading("/v2/recordings/get", plan),
    owned: ["metadata"],
  },
  {
    resource: "a notification",
    add: "/v2/notifications/add",
    id: "notificationId",
    readId: "id",
    beside: { ...plan, ...making, verifyUserPermissions: false },
    fields: {
      displayHeadlineMessageTemplate: fc.constant("{actionUser.userId} has changed something"),
      displayBodyMessageTemplate: fc.constant("Ask {actionUser.userId}"),
    },
    fit: (item) =>
      located({ displayHeadlineMessageTemplate: "Something is new", displayBodyMessage: "Have a look", ...item }),
    read: reading("/v2/notifications/get", acme),
    toRead: (item, w) => ({ ...item, metadata: { ...item.metadata, ...known(w) } }),
    owned: ["timestamp"],
  },
  ...[{}, { documentIds: ["plan"] }].map(
    (place): RoundTrip => ({
      resource: `what a user wants to be told of ${"documentIds" in place ? "a document" : "an organization"}`,
      add: "/v2/notifications/config/set",
      beside: { ...acme, userIds: ["lin"], documentIds: undefined, ...place },
      fit: ({ config }) => ({ config: { inbox: "MINE", ...config } }),
      before: document,
      read: reading("/v2/notifications/config/get", {
        ...{ ...acme, userId: "lin", ...place },
        getOrganizationConfig: !("documentIds" in place),
      }),
      owned: ["metadata"],
    }),
  ),
  {
    resource: "a comment thread",
    add: "/v2/commentannotations/add",
    list: "commentAnnotations",
    id: "annotationId",
    beside: { ...plan, ...making },
    fields: { annotationId, createdAt: moment, lastUpdated: moment },
    fit: fitThread,
    read: reading("/v2/commentannotations/get", plan),
    toRead: toReadThread,
  },
  {
    resource: "a change of a comment",
    add: "/v2/commentannotations/comments/update",
    beside: { ...thread, commentIds: [FIRST] },
    before: beginThread,
    read: async (w) => {
      const { data } = await w.ok("/v2/commentannotations/comments/get", { ...thread, commentIds: [FIRST] });
      const { commentId: _, createdAt: __, lastUpdated: ___, reactionCount: ____, ...updatedData } = data[0];
      return [{ updatedData }];
    },
    // Null takes a field away.
    toRead: ({ updatedData: { triggerNotification: _, triggerActivities: __, ...given } }) => ({
      updatedData: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
    }),
  },
  {
    resource: "a comment",
    add: "/v2/commentannotations/comments/add",
    list: "commentData",
    id: "commentId",
    beside: thread,
    fields: { createdAt: moment, lastUpdated: moment },
    before: beginThread,
    read: async (w, items) => {
      const commentIds = items.map(({ commentId }) => commentId);
      return (await w.ok("/v2/commentannotations/comments/get", { ...thread, commentIds })).data;
    },
    toRead: toReadComment,
  },
];

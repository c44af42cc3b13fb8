import * as z from "zod";
import { readableOnly } from "#domain/access/store/user-view";
import { ActionType, Activity, FeatureType } from "#domain/activities/activity";
import { type StoredActivity, toActivity } from "#domain/activities/store/activities";
import { queryActivities, readActivities } from "#domain/activities/store/queries";
import { readLists } from "#domain/documents/store/moving";
import { organizationPath } from "#domain/organizations/store/organizations";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { Id, Ids, PageSize, PageToken } from "#platform/shapes/fields";
import { MAX_IN } from "#platform/shapes/limits";

export default endpoint({
  path: "/v2/activities/get",
  auth: "apiKey",
  user: { action: "read", on: documentOf, handlerFilters: true },
  requires: "activityService",
  kind: "read",
  summary:
    "Read activity records by id, or list those that match, ordered by time. Unknown ids are left out. If the ids make several pages, these follow the order of the ids, and each is sorted by time. A page may be shorter than its size; as long as there is a pageToken, there may be more.",
  input: z.object({
    organizationId: Id,
    documentId: Id.optional(),
    targetEntityId: Id.optional(),
    featureTypes: z.array(FeatureType).min(1).max(MAX_IN).optional(),
    actionTypes: z.array(ActionType).min(1).max(MAX_IN).optional(),
    userId: Id.optional(),
    activityIds: Ids.optional(),
    order: z.enum(["asc", "desc"]).default("desc"),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  output: z.array(Activity),
  cost: {
    reads: 4,
    leastReads: 3,
    writes: 0,
    trips: 1,
    byUser: { reads: 7, writes: 0, trips: 2 },
    note: "It also reads the organization.",
  },
  example: { organizationId: "acme", documentId: "homepage", order: "asc", pageSize: 50 },
  async handle(call, { organizationId, activityIds = [], order, pageSize, pageToken, ...selection }) {
    const organization = organizationPath(call, organizationId);
    const query = ["activities", organization, selection, activityIds, order];
    const after = fromPageToken(call, query, pageToken);
    const place = { organizationId, documentId: selection.documentId };
    const filterReadable = readableOnly<StoredActivity>(call, organizationId, ({ data }) => data.documentId);
    const page = { order, size: pageSize, after, shown: filterReadable };
    const { docs, cursor } = await readLists(call, place, (reader) =>
      activityIds.length > 0
        ? readActivities(reader, organization, activityIds, selection, page)
        : queryActivities(reader, organization, selection, page),
    );
    return {
      message: "Activity(s) retrieved successfully.",
      data: docs.map((doc) => toActivity(call, organizationId, doc)),
      pageToken: toPageToken(call, query, cursor),
    };
  },
});

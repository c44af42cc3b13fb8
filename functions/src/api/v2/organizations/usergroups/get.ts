import * as z from "zod";
import { listGroups, toUserGroup } from "#domain/organizations/store/group-lists";
import { ReadUserGroup } from "#domain/organizations/user-group";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { Id, Ids, PageSize, PageToken } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/organizations/usergroups/get",
  auth: "apiKey",
  requires: "advancedQueries",
  kind: "read",
  summary:
    "Read the user groups of an organization: by id, or all of them in pages. Unknown ids are left out. Members are read with users/get.",
  input: z.object({
    organizationId: Id,
    organizationUserGroupIds: Ids.optional(),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  output: z.array(ReadUserGroup),
  cost: { reads: 1, writes: 0, trips: 1 },
  example: { organizationId: "acme" },
  async handle(call, { organizationId, organizationUserGroupIds: groupIds, pageSize, pageToken }) {
    const selection = ["usergroups", organizationId, groupIds ?? null];
    const page = { limit: pageSize, after: fromPageToken(call, selection, pageToken) };
    const { docs, cursor } = await listGroups(call, { organizationId, groupIds }, page);
    return {
      message: "Organization user group(s) retrieved successfully.",
      data: docs.map(toUserGroup),
      pageToken: toPageToken(call, selection, cursor),
    };
  },
});

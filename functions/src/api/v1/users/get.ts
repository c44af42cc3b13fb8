import * as z from "zod";
import get from "#api/v2/users/get";
import { EarlierUserSummary } from "#domain/organizations/user";
import { endpoint } from "#http/endpoint";
import { Ids, PageToken } from "#platform/shapes/fields";
import { folderOrDocument, placeFields } from "#platform/shapes/place";

export default endpoint({
  path: "/v1/users/get",
  auth: "apiKey",
  kind: "read",
  summary: "Read the users of an organization, or of one of its folders or documents, in pages of 1,000.",
  input: z
    .object({
      ...placeFields,
      userIds: Ids.optional(),
      organizationUserGroupIds: Ids.optional(),
      pageToken: PageToken.optional(),
    })
    .check(folderOrDocument),
  pageTokenName: "nextPageToken",
  output: z.array(EarlierUserSummary),
  cost: get.cost,
  example: { organizationId: "acme", organizationUserGroupIds: ["engineers"] },
  async handle(call, filter) {
    const { data, ...reply } = await get.handle(call, { ...filter, pageSize: 1000 });
    const users = Array.isArray(data) ? data : [];
    return { ...reply, data: users.map(({ accessRole: _accessRole, ...user }) => user) };
  },
});

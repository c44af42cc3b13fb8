import * as z from "zod";
import { toSummaries, toSummariesByDocument, usersOfDocuments } from "#domain/documents/store/document-users";
import { usersOfPlace } from "#domain/documents/store/place-users";
import { toUserSummary } from "#domain/organizations/store/users";
import { UserSummary } from "#domain/organizations/user";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { contractCheck, maxCharacters } from "#platform/shapes/contract-check";
import { hasValue, isOff, onlyWithout } from "#platform/shapes/field-rules";
import { Ids, PageSize, PageToken } from "#platform/shapes/fields";
import { folderOrDocument, placeFields } from "#platform/shapes/place";

const List = z.array(UserSummary);
const ByDocument = z.record(z.string(), List);

export default endpoint({
  path: "/v2/users/get",
  auth: "apiKey",
  requires: "advancedQueries",
  kind: "read",
  summary:
    "Read the users of an organization, of one of its folders or documents, or of all its documents. Users must match all filters. A page may be shorter than its size; as long as there is a nextPageToken, there may be more.",
  input: z
    .object({
      ...placeFields,
      userIds: Ids.optional(),
      organizationUserGroupIds: Ids.optional(),
      /** The beginning of a word of the name or e-mail address, regardless of case and accents. */
      searchKey: z.string().check(maxCharacters(100)).optional(),
      allDocuments: z.boolean().optional(),
      groupByDocumentId: z.boolean().optional(),
      pageSize: PageSize,
      pageToken: PageToken.optional(),
    })
    .check(
      folderOrDocument,
      contractCheck(
        { anyOf: [isOff("groupByDocumentId"), hasValue("allDocuments", true)] },
        ({ groupByDocumentId, allDocuments }: { groupByDocumentId?: boolean; allDocuments?: boolean }) =>
          !groupByDocumentId || allDocuments,
        { path: ["groupByDocumentId"], message: "needs allDocuments." },
      ),
      onlyWithout("allDocuments", ["documentId", "folderId", "organizationUserGroupIds"], {
        message: "must not be given together with documentId, folderId or organizationUserGroupIds.",
      }),
    ),
  pageTokenName: "nextPageToken",
  output: z.union([List, ByDocument]),
  forms: [
    { when: { groupByDocumentId: [true] }, output: ByDocument },
    { when: { groupByDocumentId: [false, undefined] }, output: List },
  ],
  cost: {
    reads: 2,
    writes: 0,
    trips: 2,
    extraTrip: "The list of a user group's members must be read before the users.",
  },
  example: { organizationId: "acme", organizationUserGroupIds: ["engineers"] },
  async handle(call, { pageSize, pageToken, ...query }) {
    const message = "User(s) retrieved successfully.";
    const binding = ["users", query];
    const page = { limit: pageSize, after: fromPageToken(call, binding, pageToken) };
    if (!query.allDocuments) {
      const { docs, cursor } = await usersOfPlace(call, query, page);
      return { message, data: docs.map(toUserSummary), nextPageToken: toPageToken(call, binding, cursor) };
    }
    const { users, cursor } = await usersOfDocuments(call, query, page);
    const data = query.groupByDocumentId ? toSummariesByDocument(users) : toSummaries(users);
    return { message, data, nextPageToken: toPageToken(call, binding, cursor) };
  },
});

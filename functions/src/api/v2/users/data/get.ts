import * as z from "zod";
import { type PlacePosition, userDataAt } from "#domain/erasure/store/user-data-places";
import { UserData } from "#domain/erasure/user-data";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { maxCharacters } from "#platform/shapes/contract-check";
import { atLeastOne, requiredUnless } from "#platform/shapes/field-rules";
import { Id, Ids } from "#platform/shapes/fields";

/** A page token for all lists at once. */
const PageToken = z
  .string()
  .check(maxCharacters(28_000))
  .transform((token) => token || undefined);

export default endpoint({
  path: "/v2/users/data/get",
  alsoAt: "/v1/users/data/get",
  auth: "apiKey",
  kind: "read",
  branded: ["userIds", "allOrganizations"],
  summary:
    "Read the data of users in one organization or in all: what they have written, recorded and been notified of, and stored mails to them, up to 100 of each kind, user by user. Use it for access requests under the GDPR. A page may be shorter than its size; as long as there is a nextPageToken, there may be more. The names `userIds` and `allOrganizations` may be prefixed with the brand of the headers, such as `serviceUserIds`.",
  input: z
    .object({
      /** Required unless `allOrganizations` is true, which takes precedence. */
      organizationId: Id.optional(),
      allOrganizations: z.boolean().optional(),
      /** One of `userId` and `userIds` is required. */
      userId: Id.optional(),
      userIds: Ids.optional(),
      /** Returned unchanged in the reply. */
      uniqueId: Id.optional(),
      pageToken: PageToken.optional(),
    })
    .check(
      requiredUnless("organizationId", ["allOrganizations", true], "is required unless allOrganizations is true."),
      atLeastOne(["userId", "userIds"], { at: "userId", message: "is required unless there are userIds." }),
    ),
  pageTokenName: "nextPageToken",
  output: UserData,
  cost: {
    reads: 14,
    leastReads: 13,
    writes: 0,
    trips: 2,
    note: "It also reads the organization.",
    extraTrip: "The inbox lists the ids of the notifications, which all recipients share.",
  },
  example: { organizationId: "acme", userId: "ada" },
  async handle(call, { organizationId, allOrganizations, userId, userIds: others = [], uniqueId, pageToken }) {
    const userIds = [...new Set([...(userId === undefined ? [] : [userId]), ...others])];
    const where = allOrganizations ? {} : { organizationId };
    const selection = ["userData", where, userIds];
    const [position] = fromPageToken(call, selection, pageToken) ?? [];
    const start = position === undefined ? undefined : (JSON.parse(String(position)) as PlacePosition);
    const { next, ...data } = await userDataAt(call, { ...where, userIds }, start);
    return {
      message: "Data fetched successfully.",
      data: { ...data, ...(uniqueId !== undefined && { uniqueId }) },
      nextPageToken: toPageToken(call, selection, next && [JSON.stringify(next)]),
    };
  },
});

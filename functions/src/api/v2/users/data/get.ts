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
    "Read what users have written, recorded and been notified of, and mails to them that the server keeps, in an organization or in all of them: up to 100 of each kind, user by user. It serves who asks for their data, as the GDPR lets them. A page may be short while there is a nextPageToken. `userIds` and `allOrganizations` may have the brand of the headers before their names, such as `serviceUserIds`.",
  input: z
    .object({
      /** Required unless `allOrganizations` is true, which comes before it. */
      organizationId: Id.optional(),
      allOrganizations: z.boolean().optional(),
      /** One of `userId` and `userIds` is required. */
      userId: Id.optional(),
      userIds: Ids.optional(),
      /** The reply repeats it. */
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
    extraTrip: "The inbox says which notifications to read; all recipients share these.",
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

import * as z from "zod";
import { readLists } from "#domain/documents/store/moving";
import { userDataPage } from "#domain/erasure/store/user-data-pages";
import { UserData } from "#domain/erasure/user-data";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { Id } from "#platform/fields";

/** A page token that covers three lists. */
const PageToken = z.string().min(1).max(24_000);

export default endpoint({
  path: "/v2/users/data/get",
  alsoAt: "/v1/users/data/get",
  auth: "apiKey",
  kind: "read",
  summary:
    "Read the comments, reactions, recordings and notifications of a user in an organization: up to 100 of each kind. A page may be shorter than its size; as long as there is a nextPageToken, there may be more.",
  input: z.object({ organizationId: Id, userId: Id, pageToken: PageToken.optional() }),
  pageTokenName: "nextPageToken",
  output: UserData,
  cost: {
    reads: 12,
    leastReads: 11,
    writes: 0,
    trips: 2,
    note: "It also reads the organization.",
    extraTrip: "The inbox says which notifications to read; all recipients share these.",
  },
  example: { organizationId: "acme", userId: "ada" },
  async handle(call, { organizationId, userId, pageToken }) {
    const selection = ["userData", organizationId, userId];
    const [position = "{}"] = fromPageToken(call, selection, pageToken) ?? [];
    const { next, ...data } = await readLists(call, { organizationId }, (reader) =>
      userDataPage(reader, call, { organizationId, userId }, JSON.parse(String(position))),
    );
    return {
      message: "Data fetched successfully.",
      data,
      nextPageToken: toPageToken(call, selection, next && [JSON.stringify(next)]),
    };
  },
});

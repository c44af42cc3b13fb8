import * as z from "zod";
import get from "#api/v2/organizations/folders/get";
import { earlierVersion } from "#http/endpoint";
import { Id, PageToken } from "#platform/shapes/fields";

/** v1 returns all folders in one page of at most this many; the page token leads to the rest. */
const MAX_FOLDERS = 10_000;

const listing = earlierVersion(get, {
  path: "/v1/organizations/folders/get",
  cost: { reads: 2, writes: 0, trips: 1 },
  input: z
    .object({ organizationId: Id, folderId: Id.optional(), pageToken: PageToken.optional() })
    .transform((input) => ({ ...input, maxDepth: 1, pageSize: MAX_FOLDERS })),
  example: { organizationId: "acme", folderId: "designs" },
});

export default {
  ...listing,
  async handle(...input: Parameters<typeof listing.handle>) {
    return { ...(await listing.handle(...input)), message: "Folders retrieved successfully." };
  },
} satisfies typeof listing;

import * as z from "zod";
import { MissingOrganization, Organization } from "#domain/organizations/organization";
import { readOrganizations, toOrganization } from "#domain/organizations/store/organization-changes";
import { organizationsPath, present, type StoredOrganization } from "#domain/organizations/store/organizations";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { atMostOne } from "#platform/shapes/field-rules";
import { Ids, PageSize, PageToken, SearchKey } from "#platform/shapes/fields";
import { searchWords } from "#platform/text/word-search";
import { missingText } from "#src/errors";
import { PAGE_BYTES } from "#store/page-bytes";
import { scan } from "#store/scan";

export default endpoint({
  path: "/v2/organizations/get",
  auth: "apiKey",
  requires: "advancedQueries",
  kind: "read",
  summary:
    "Read organizations: by id, in the order of their ids, or in pages all of them or those that a text finds. A page may be short while there is a nextPageToken.",
  input: z
    .object({
      organizationIds: Ids.optional(),
      searchKey: SearchKey.optional(),
      pageSize: PageSize,
      pageToken: PageToken.optional(),
    })
    .check(atMostOne(["organizationIds", "searchKey"])),
  pageTokenName: "nextPageToken",
  output: z.array(z.union([Organization, MissingOrganization])),
  forms: [{ when: { organizationIds: [undefined] }, output: z.array(Organization) }],
  cost: { reads: 1, writes: 0, trips: 1 },
  example: { organizationIds: ["acme"] },
  async handle(call, { organizationIds, searchKey, pageSize, pageToken }) {
    const message = "Organization(s) retrieved successfully.";
    const collection = organizationsPath(call);
    const selection = [collection, organizationIds ?? null, ...(searchKey ? [searchKey] : [])];
    const after = fromPageToken(call, selection, pageToken);
    if (organizationIds) {
      const found = await readOrganizations(call.store, call, organizationIds);
      const data = [...found].map(([id, doc]) => {
        const organization = present(doc);
        return organization ? toOrganization(organization) : missing(id);
      });
      return { message, data };
    }
    const query = { collection, ...(after && { after }) };
    const { docs, cursor } = searchKey
      ? await scan<StoredOrganization>(call.store, query, pageSize, (page) =>
          searchWords(page, searchKey, ({ id, data }) => [id, data.organizationName ?? ""]),
        )
      : await call.store.query<StoredOrganization>({ ...query, limit: pageSize, maxBytes: PAGE_BYTES });
    const data = docs.filter(present).map(toOrganization);
    return { message, data, nextPageToken: toPageToken(call, selection, cursor) };
  },
});

/** Replacement for an id of no organization: the others are returned anyway. */
function missing(id: string): MissingOrganization {
  return { id, success: false, message: missingText("organization"), code: "not-found" };
}

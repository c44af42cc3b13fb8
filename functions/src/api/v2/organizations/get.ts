import * as z from "zod";
import { MissingOrganization, Organization } from "#domain/organizations/organization";
import { readOrganizations, toOrganization } from "#domain/organizations/store/organization-changes";
import { organizationsPath, type StoredOrganization, unlessDeleting } from "#domain/organizations/store/organizations";
import { endpoint } from "#http/endpoint";
import { fromPageToken, idsOfPage, toPageToken } from "#http/page-token";
import { Ids, PageSize, PageToken, SearchKey } from "#platform/shapes/fields";
import { searchWords } from "#platform/text/word-search";
import { missingText } from "#src/errors";
import { scanInTurn } from "#src/heavy-reads";
import { PAGE_BYTES } from "#store/page-bytes";
import type { Doc } from "#store/port";

export default endpoint({
  path: "/v2/organizations/get",
  auth: "apiKey",
  requires: "advancedQueries",
  kind: "read",
  summary:
    "Read organizations by id, in the order of the ids in the request, or list all of them in pages. Either way, only organizations that match the search text are returned. A page may be shorter than its size; as long as there is a nextPageToken, there may be more.",
  input: z.object({
    organizationIds: Ids.optional(),
    searchKey: SearchKey.optional(),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
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
    const select = (docs: Doc<StoredOrganization>[]) =>
      searchWords(docs, searchKey, ({ id, data }) => [id, data.organizationName ?? ""]);
    if (organizationIds) {
      const { ids, cursor } = idsOfPage(organizationIds, { limit: pageSize, after });
      const read = await readOrganizations(call.store, call, ids);
      const there = [...read.values()].flatMap((doc) => unlessDeleting(doc) ?? []);
      const matches = new Map((await select(there)).map((doc) => [doc.id, toOrganization(doc)]));
      const isThere = new Set(there.map(({ id }) => id));
      const data = [...read.keys()].flatMap(
        (id) => matches.get(id) ?? (isThere.has(id) ? [] : missingOrganization(id)),
      );
      return { message, data, nextPageToken: toPageToken(call, selection, cursor) };
    }
    const query = { collection, ...(after && { after }) };
    const { docs, cursor } = searchKey
      ? await scanInTurn(call, query, pageSize, select)
      : await call.store.query<StoredOrganization>({ ...query, limit: pageSize, maxBytes: PAGE_BYTES });
    const data = docs.filter(unlessDeleting).map(toOrganization);
    return { message, data, nextPageToken: toPageToken(call, selection, cursor) };
  },
});

/** Replacement for an unknown id: the other organizations are returned anyway. */
function missingOrganization(id: string): MissingOrganization {
  return { id, success: false, message: missingText("organization"), code: "not-found" };
}

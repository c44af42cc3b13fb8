import type { Page, UserSummary } from "@atrium/client";
import type { OrganizationPlace } from "../place.ts";

/**
 * Reads a page of the people of an organization or document: everybody, or those whose name or e-mail address matches a
 * text. The person whose id equals the text comes first.
 */
export async function findPeople(
  { client, organizationId, documentId }: OrganizationPlace & { documentId?: string | undefined },
  text: string,
  page: { pageSize: number; pageToken: string | undefined },
  signal: AbortSignal,
): Promise<Page<UserSummary[]>> {
  const read = (filter: { searchKey?: string; userIds?: string[] }) => {
    const where = { organizationId, documentId, ...filter, groupByDocumentId: false as const };
    return client.users.get({ ...page, ...where }, { signal });
  };
  if (text.trim() === "") return read({});
  const isFirst = page.pageToken === undefined;
  const [matches, exactMatch] = await Promise.all([
    read({ searchKey: text }),
    isFirst ? read({ userIds: [text] }) : { data: [] },
  ]);
  return { ...matches, data: [...exactMatch.data, ...matches.data.filter(({ userId }) => userId !== text)] };
}

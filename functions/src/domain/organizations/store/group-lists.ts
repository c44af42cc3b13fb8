import type { ReadUserGroup } from "#domain/organizations/user-group";
import type { KeyCall } from "#src/call";
import { PAGE_BYTES } from "#store/page-bytes";
import type { Doc, QueryResult } from "#store/port";
import { groupPath } from "./groups.ts";
import type { StoredGroup } from "./members.ts";
import { organizationPath, readWithOrganization, requireOrganization } from "./organizations.ts";
import type { Page } from "./users.ts";

/** A user group as returned. */
export function toUserGroup({ id, data }: Doc<StoredGroup>): ReadUserGroup {
  return { groupId: id, groupName: data.groupName, createdAt: data.createdAt };
}

/**
 * Reads one page of the groups of an organization, ordered by id, or all existing groups of `groupIds`.
 * @throws ApiError NOT_FOUND when the organization does not exist.
 */
export async function listGroups(
  call: KeyCall,
  { organizationId, groupIds }: { organizationId: string; groupIds?: string[] | undefined },
  { limit, after }: Page,
): Promise<QueryResult<StoredGroup>> {
  const path = organizationPath(call, organizationId);
  const groupPaths = (groupIds ?? []).map((groupId) => groupPath(path, groupId));
  const query = { collection: `${path}/userGroups`, limit, maxBytes: PAGE_BYTES, ...(after && { after }) };
  const [{ organization, docs }, page] = await Promise.all([
    readWithOrganization(call.store, call, organizationId, groupPaths),
    groupIds ? undefined : call.store.query<StoredGroup>(query),
  ]);
  requireOrganization(organization);
  return page ?? { docs: docs.filter((group) => group !== undefined) };
}

import type { Document, Organization, ReadUserGroup, UserSummary } from "@atrium/client";
import type { DocumentPlace, GroupPlace, OrganizationPlace } from "./place.ts";

/** The organization with this id; null where there is none. */
export async function findOrganization(
  { client, organizationId }: Pick<OrganizationPlace, "client" | "organizationId">,
  signal?: AbortSignal,
): Promise<Organization | null> {
  const [found] = (await client.organizations.get({ organizationIds: [organizationId] }, { signal })).data;
  return found !== undefined && "organizationName" in found ? (found as Organization) : null;
}

/** The document with this id; null where there is none. */
export async function findDocument(
  { client, organizationId, documentId }: Pick<DocumentPlace, "client" | "organizationId" | "documentId">,
  signal?: AbortSignal,
): Promise<Document | null> {
  const of = { organizationId, documentIds: [documentId] };
  const [found] = (await client.organizations.documents.get(of, { signal })).data;
  return found !== undefined && "documentName" in found ? (found as Document) : null;
}

/** The person with this id in an organization, or in a document of it; null where there is none. */
export async function findPerson(
  place: Pick<OrganizationPlace, "client" | "organizationId"> & { documentId?: string | undefined },
  userId: string,
  signal?: AbortSignal,
): Promise<UserSummary | null> {
  const { client, organizationId, documentId } = place;
  const where = { organizationId, documentId, userIds: [userId], groupByDocumentId: false as const };
  return (await client.users.get(where, { signal })).data[0] ?? null;
}

/** The user group with this id; null where there is none. */
export async function findGroup(
  { client, organizationId, groupId }: Pick<GroupPlace, "client" | "organizationId" | "groupId">,
  signal?: AbortSignal,
): Promise<ReadUserGroup | null> {
  const where = { organizationId, organizationUserGroupIds: [groupId] };
  return (await client.organizations.usergroups.get(where, { signal })).data[0] ?? null;
}

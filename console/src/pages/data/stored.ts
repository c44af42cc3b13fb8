import {
  type Document,
  type Folder,
  isAtriumError,
  type Organization,
  type ReadUserGroup,
  type UserSummary,
} from "@atrium/client";
import type { FormValue } from "../../forms/form-value.ts";
import type { DocumentPlace, GroupPlace, OrganizationPlace } from "./place.ts";

/** The organization with this id; null if there is none. */
export async function findOrganization(
  { client, organizationId }: Pick<OrganizationPlace, "client" | "organizationId">,
  signal?: AbortSignal,
): Promise<Organization | null> {
  const [organization] = (await client.organizations.get({ organizationIds: [organizationId] }, { signal })).data;
  return organization !== undefined && "organizationName" in organization ? (organization as Organization) : null;
}

/** The folder with this id; null if there is none. */
export async function findFolder(
  { client, organizationId }: Pick<OrganizationPlace, "client" | "organizationId">,
  folderId: string,
  signal?: AbortSignal,
): Promise<Folder | null> {
  const of = { organizationId, folderId, pageSize: 1 };
  const [folder] = await emptyIfPlaceMissing(client.organizations.folders.get(of, { signal }));
  return folder ?? null;
}

/** The document with this id; null if there is none. */
export async function findDocument(
  { client, organizationId, documentId }: Pick<DocumentPlace, "client" | "organizationId" | "documentId">,
  signal?: AbortSignal,
): Promise<Document | null> {
  const of = { organizationId, documentIds: [documentId] };
  const [storedDocument] = await emptyIfPlaceMissing(client.organizations.documents.get(of, { signal }));
  return storedDocument !== undefined && "documentName" in storedDocument ? (storedDocument as Document) : null;
}

/** The person with this id in an organization, or in one of its documents; null if there is none. */
export async function findPerson(
  place: Pick<OrganizationPlace, "client" | "organizationId"> & { documentId?: string | undefined },
  userId: string,
  signal?: AbortSignal,
): Promise<UserSummary | null> {
  const { client, organizationId, documentId } = place;
  const where = { organizationId, documentId, userIds: [userId], groupByDocumentId: false as const };
  const [person] = await emptyIfPlaceMissing(client.users.get(where, { signal }));
  return person ?? null;
}

/** The user group with this id; null if there is none. */
export async function findGroup(
  { client, organizationId, groupId }: Pick<GroupPlace, "client" | "organizationId" | "groupId">,
  signal?: AbortSignal,
): Promise<ReadUserGroup | null> {
  const where = { organizationId, organizationUserGroupIds: [groupId] };
  return (await client.organizations.usergroups.get(where, { signal })).data[0] ?? null;
}

/**
 * The fields of a record that its form shows, and how the form rereads them.
 * @param find reads the record again; null if there is none.
 */
export function fieldsInForm<Found>(
  record: Found,
  find: () => Promise<Found | null>,
  fields: (record: Found) => FormValue,
) {
  const reread = async () => {
    const storedRecord = await find();
    return storedRecord && fields(storedRecord);
  };
  return { initial: fields(record), reread };
}

/** The fields of a record, for a form; null if there is no record. */
export function copyOf(record: object | null | undefined): FormValue | null {
  return record ? { ...record } : null;
}

/** The records of a reply; none if their organization or document does not exist. */
async function emptyIfPlaceMissing<Row>(reply: Promise<{ data: Row[] }>): Promise<Row[]> {
  try {
    return (await reply).data;
  } catch (error) {
    if (isAtriumError(error, "NOT_FOUND")) return [];
    throw error;
  }
}

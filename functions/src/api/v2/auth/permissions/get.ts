import * as z from "zod";
import { accessEntry } from "#domain/access/entry";
import { UserAccess } from "#domain/access/permission";
import { decisionFrom } from "#domain/access/store/access-decisions";
import { type AccessFacts, loadAccess } from "#domain/access/store/access-facts";
import { organizationPath, type Place, requireOrganization } from "#domain/organizations/store/organizations";
import { endpoint } from "#http/endpoint";
import { Id, Ids } from "#platform/fields";
import type { KeyCall } from "#src/call";
import { notFound } from "#src/errors";

export default endpoint({
  path: "/v2/auth/permissions/get",
  auth: "apiKey",
  kind: "read",
  summary: "Tell what users may do with an organization, and with some of its folders and documents.",
  input: z.object({
    organizationId: Id,
    userIds: Ids,
    folderIds: Ids.optional(),
    documentIds: Ids.optional(),
    skipResourceExistenceValidation: z.boolean().default(false),
  }),
  output: z.record(z.string(), UserAccess),
  cost: {
    reads: 15,
    writes: 0,
    trips: 1,
    note: "It reads, on each of three places, the grants and memberships of two users.",
  },
  example: { organizationId: "acme", userIds: ["ada", "lin"], folderIds: ["designs"], documentIds: ["homepage"] },
  async handle(call, { userIds, skipResourceExistenceValidation, ...resources }) {
    const places = placesOf(resources);
    const facts = await loadAccess(
      call.store,
      call,
      userIds.flatMap((userId) => places.map((place) => ({ user: { userId }, place }))),
    );
    requireOrganization(facts.docs.get(organizationPath(call, resources.organizationId)));
    const data = Object.fromEntries(userIds.map((userId) => [userId, accessOf(call, facts, resources, userId)]));
    if (!skipResourceExistenceValidation && Object.values(data).some(lacksResource))
      throw notFound("folderOrDocument", { details: data });
    return { message: "User permissions retrieved successfully.", data };
  },
});

interface Resources {
  organizationId: string;
  folderIds?: readonly string[] | undefined;
  documentIds?: readonly string[] | undefined;
}

function placesOf({ organizationId, folderIds = [], documentIds = [] }: Resources): Place[] {
  return [
    { organizationId },
    ...folderIds.map((folderId) => ({ organizationId, folderId })),
    ...documentIds.map((documentId) => ({ organizationId, documentId })),
  ];
}

function accessOf(
  call: KeyCall,
  facts: AccessFacts,
  { organizationId, folderIds, documentIds }: Resources,
  userId: string,
): UserAccess {
  const entry = (place: Omit<Place, "organizationId">) =>
    accessEntry(decisionFrom(call, facts, { user: { userId }, action: "read", place: { organizationId, ...place } }));
  return {
    organization: Object.fromEntries([[organizationId, entry({})]]),
    folders: folderIds && Object.fromEntries(folderIds.map((folderId) => [folderId, entry({ folderId })])),
    documents: documentIds && Object.fromEntries(documentIds.map((documentId) => [documentId, entry({ documentId })])),
  };
}

function lacksResource({ folders, documents }: UserAccess): boolean {
  return [folders, documents]
    .flatMap((entries) => Object.values(entries ?? {}))
    .some((entry) => "errorCode" in entry && entry.errorCode === "does_not_exist");
}

import { z } from "zod";
import { decideAccess } from "#domain/access";
import { accessEntry, missingEntry } from "#domain/access-entry";
import { endpoint } from "#http/endpoint";
import { ApiError } from "#model/error";
import { Id, Ids } from "#model/fields";
import { type ResourceType, UserAccess } from "#model/permission";
import type { KeyCall } from "#src/context";
import { type AccessFacts, type AccessScope, accessQuestion, readAccess } from "#store/grants";
import { type Place, requireOrganization } from "#store/organizations";

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
  example: { organizationId: "acme", userIds: ["ada", "lin"], folderIds: ["designs"], documentIds: ["homepage"] },
  async handle(call, { userIds, skipResourceExistenceValidation, ...resources }) {
    const facts = await readAccess(call.store, call, { ...resources, userIds });
    requireOrganization(facts.organization);
    const data = Object.fromEntries(userIds.map((userId) => [userId, accessOf(call, facts, resources, userId)]));
    if (!skipResourceExistenceValidation && Object.values(data).some(lacksResource))
      throw new ApiError("NOT_FOUND", "Folder or document does not exist", { details: data });
    return { message: "User permissions retrieved successfully.", data };
  },
});

type Resources = Omit<AccessScope, "userIds">;

function accessOf(
  call: KeyCall,
  facts: AccessFacts,
  { organizationId, folderIds, documentIds }: Resources,
  userId: string,
): UserAccess {
  const entry = (type: ResourceType, place: Omit<Place, "organizationId">) => {
    const question = accessQuestion(call, facts, userId, place);
    return question ? accessEntry(type, decideAccess(question)) : missingEntry(type);
  };
  return {
    organization: Object.fromEntries([[organizationId, entry("organization", {})]]),
    folders: folderIds && Object.fromEntries(folderIds.map((folderId) => [folderId, entry("folder", { folderId })])),
    documents:
      documentIds &&
      Object.fromEntries(documentIds.map((documentId) => [documentId, entry("document", { documentId })])),
  };
}

function lacksResource({ folders, documents }: UserAccess): boolean {
  return [folders, documents]
    .flatMap((entries) => Object.values(entries ?? {}))
    .some((entry) => "errorCode" in entry && entry.errorCode === "does_not_exist");
}

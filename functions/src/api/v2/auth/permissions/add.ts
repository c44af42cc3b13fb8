import { z } from "zod";
import { missingEntry } from "#domain/access-entry";
import { endpoint } from "#http/endpoint";
import { ApiError } from "#model/error";
import { Id } from "#model/fields";
import { MAX_ITEMS } from "#model/limits";
import {
  PermissionResource,
  type ResourceReference,
  type ResourceType,
  refuseExpired,
  refuseSameResource,
  type UserAccess,
} from "#model/permission";
import { missingResources, resourcePlace } from "#store/grants";
import { grantPath, type StoredGrant } from "#store/members";
import { placePath } from "#store/organizations";

export default endpoint({
  path: "/v2/auth/permissions/add",
  auth: "apiKey",
  kind: "write",
  summary: "Give a user permissions on organizations, folders and documents, for good or until a time.",
  input: z.object({
    user: z.object({ userId: Id }),
    permissions: z.object({ resources: z.array(PermissionResource).min(1).max(MAX_ITEMS) }),
  }),
  output: z.undefined(),
  example: {
    user: { userId: "ada" },
    permissions: {
      resources: [{ type: "document", id: "homepage", organizationId: "acme", accessRole: "viewer" }],
    },
  },
  async handle(call, { user: { userId }, permissions: { resources } }) {
    refuseSameResource(resources);
    refuseExpired(resources, call.now());
    await call.store.transact(async (tx) => {
      const missing = await missingResources(tx, call, resources);
      if (missing.length > 0) throw notFound(userId, missing);
      for (const resource of resources) {
        const { accessRole, expiresAt } = resource;
        const grant: StoredGrant = { accessRole, expiresAt, createdAt: call.now() };
        tx.set(grantPath(placePath(call, resourcePlace(resource)), userId), grant);
      }
    });
    return { message: "Permissions added successfully." };
  },
});

/** The refusal; its details name each resource that is not there. */
function notFound(userId: string, missing: ResourceReference[]): ApiError {
  const entries = (type: ResourceType) => {
    const found = missing.filter((resource) => resource.type === type);
    return found.length === 0 ? undefined : Object.fromEntries(found.map(({ id }) => [id, missingEntry(type)]));
  };
  const organization = entries("organization");
  const access: UserAccess = { organization, folders: entries("folder"), documents: entries("document") };
  return new ApiError(
    "NOT_FOUND",
    organization ? "Organization does not exist." : "Folder or document does not exist",
    {
      details: Object.fromEntries([[userId, access]]),
    },
  );
}

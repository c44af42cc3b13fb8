import * as z from "zod";
import { missingEntry } from "#domain/access/entry";
import {
  PermissionResource,
  type ResourceReference,
  type ResourceType,
  refuseExpired,
  resourceName,
  resourceNameFields,
  type UserAccess,
} from "#domain/access/permission";
import { idsOfPlaces, missingResources, missingResourcesForChange, resourcePlace } from "#domain/access/store/grants";
import { nameTarget } from "#domain/audit/store/audited-store";
import { BATCH_SIZE, transactItems } from "#domain/events/store/items";
import { grantPath, type StoredGrant } from "#domain/organizations/store/members";
import { placePath } from "#domain/organizations/store/organizations";
import { recheckStreams } from "#domain/tokens/store/token-revocations";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { list } from "#platform/shapes/list";
import { notFound } from "#src/errors";

export default endpoint({
  path: "/v2/auth/permissions/add",
  auth: "apiKey",
  kind: "write",
  audit: { action: "permission.add", target: ({ user: { userId } }) => ({ userId }) },
  emits: ["permission.add"],
  summary: "Give a user permissions on organizations, folders and documents, permanently or until a given time.",
  input: z.object({
    user: z.object({ userId: Id }),
    permissions: z.object({
      resources: list(PermissionResource, { unique: resourceName, by: resourceNameFields, max: MAX_ITEMS }),
    }),
  }),
  output: z.undefined(),
  cost: { reads: 3, writes: 3, trips: 2 },
  example: {
    user: { userId: "ada" },
    permissions: {
      resources: [{ type: "document", id: "homepage", organizationId: "acme", accessRole: "viewer" }],
    },
  },
  async handle(call, { user: { userId }, permissions: { resources } }) {
    refuseExpired(resources, call.now());
    // A call may take several transactions: missing resources must be found before the first one.
    if (resources.length > BATCH_SIZE) refuseMissing(userId, await missingResources(call.store, call, resources));
    await transactItems(call, resources, async (tx, batch, { emit }) => {
      const paths = batch.map((resource) => grantPath(placePath(call, resourcePlace(resource)), userId));
      const [missing, grants] = await Promise.all([
        missingResourcesForChange(tx, call, batch),
        tx.getMany<StoredGrant>(paths),
      ]);
      refuseMissing(userId, missing);
      const changes = batch.filter(
        ({ accessRole, expiresAt }, i) =>
          grants[i]?.data.accessRole !== accessRole || grants[i]?.data.expiresAt !== expiresAt,
      );
      if (changes.length === 0) return {};
      nameTarget(tx, idsOfPlaces(changes.map(resourcePlace)));
      // The new permission may give less than the one that it replaces, or expire earlier.
      recheckStreams(tx, call, userId);
      for (const resource of changes) {
        const { type, id, accessRole, expiresAt } = resource;
        const place = resourcePlace(resource);
        const grant: StoredGrant = { accessRole, expiresAt, createdAt: call.now() };
        tx.set(grantPath(placePath(call, place), userId), grant);
        const { organizationId, documentId } = place;
        const data = { userId, resource: { type, id, accessRole, expiresAt } };
        emit({ type: "permission.add", organizationId, documentId, data });
      }
      return {};
    });
    return { message: "Permissions added successfully." };
  },
});

/** @throws ApiError NOT_FOUND whose details name each missing resource. */
function refuseMissing(userId: string, missing: readonly ResourceReference[]): void {
  if (missing.length === 0) return;
  const entries = (type: ResourceType) => {
    const missingOfType = missing.filter((resource) => resource.type === type);
    return missingOfType.length === 0
      ? undefined
      : Object.fromEntries(missingOfType.map(({ id }) => [id, missingEntry(type)]));
  };
  const organization = entries("organization");
  const access: UserAccess = { organization, folders: entries("folder"), documents: entries("document") };
  throw notFound(organization ? "organization" : "folderOrDocument", {
    details: Object.fromEntries([[userId, access]]),
  });
}

import * as z from "zod";
import { ResourceReference, resourceName, resourceNameFields } from "#domain/access/permission";
import { idsOfPlaces, resourcePlace } from "#domain/access/store/grants";
import { nameTarget } from "#domain/audit/store/audited-store";
import { transactItems } from "#domain/events/store/items";
import { grantPath } from "#domain/organizations/store/members";
import { type Place, placePath, refuseWhileMigrating } from "#domain/organizations/store/organizations";
import { revocations } from "#domain/tokens/store/revocations";
import { withdrawResources } from "#domain/tokens/store/token-revocations";
import { endpoint } from "#http/endpoint";
import { shortHash } from "#platform/crypto/short-hash";
import { Id } from "#platform/shapes/fields";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { list } from "#platform/shapes/list";

export default endpoint({
  path: "/v2/auth/permissions/remove",
  auth: "apiKey",
  kind: "write",
  audit: { action: "permission.remove", target: ({ userId }) => ({ userId }) },
  exemptFromQuota: true,
  emits: ["permission.remove"],
  summary:
    "Remove permissions of a user; memberships stay. Whatever the user's tokens grant on those organizations is revoked too.",
  input: z.object({
    userId: Id,
    permissions: z.object({
      resources: list(ResourceReference, { unique: resourceName, by: resourceNameFields, max: MAX_ITEMS }),
    }),
  }),
  output: z.undefined(),
  cost: {
    reads: 2,
    writes: 3,
    trips: 2,
    note: "It also reads the resource, whose permissions can't change while it migrates, and writes the revocation of the user's tokens.",
  },
  example: {
    userId: "lin",
    permissions: { resources: [{ type: "document", id: "homepage", organizationId: "acme" }] },
  },
  async handle(call, { userId, permissions: { resources } }) {
    await transactItems(call, resources, async (tx, batch, { emit }) => {
      const places = batch.map(resourcePlace);
      nameTarget(tx, idsOfPlaces(places));
      const paths = places.map((place) => placePath(call, place));
      const docs = await tx.getMany([...paths.map((path) => grantPath(path, userId)), ...paths]);
      // Even if nothing is stored: a token may grant the same access.
      withdrawResources(tx, call, userId, new Set(places.map(({ organizationId }) => organizationId)));
      const grants = docs.slice(0, paths.length);
      refuseWhileMigrating(...docs.slice(paths.length));
      batch.forEach(({ type, id }, i) => {
        const grant = grants[i];
        if (!grant) return;
        tx.delete(grant.path);
        const { organizationId, documentId } = places[i] as Place;
        emit({ type: "permission.remove", organizationId, documentId, data: { userId, resource: { type, id } } });
      });
      return {};
    });
    revocations(call).forget(call, [shortHash(userId)]);
    return { message: "Permissions removed successfully." };
  },
});

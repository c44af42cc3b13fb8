import { z } from "zod";
import { endpoint } from "#http/endpoint";
import { Id } from "#model/fields";
import { MAX_ITEMS } from "#model/limits";
import { ResourceReference, refuseSameResource } from "#model/permission";
import { resourcePlace } from "#store/grants";
import { grantPath } from "#store/members";
import { placePath } from "#store/organizations";

export default endpoint({
  path: "/v2/auth/permissions/remove",
  auth: "apiKey",
  kind: "write",
  summary: "Take permissions of a user away; memberships stay.",
  input: z.object({
    userId: Id,
    permissions: z.object({ resources: z.array(ResourceReference).min(1).max(MAX_ITEMS) }),
  }),
  output: z.undefined(),
  example: {
    userId: "lin",
    permissions: { resources: [{ type: "document", id: "homepage", organizationId: "acme" }] },
  },
  async handle(call, { userId, permissions: { resources } }) {
    refuseSameResource(resources);
    const paths = resources.map((resource) => grantPath(placePath(call, resourcePlace(resource)), userId));
    await call.store.commit(paths.map((path) => ({ op: "delete", path })));
    return { message: "Permissions removed successfully." };
  },
});

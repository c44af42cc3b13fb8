import * as z from "zod";
import { PermissionResource, refuseExpired } from "#domain/access/permission";
import { issueUserToken } from "#domain/tokens/store/issue-user-token";
import { MAX_SIGNED_TOKEN_BYTES } from "#domain/tokens/user-token";
import { endpoint } from "#http/endpoint";
import { contractCheck } from "#platform/shapes/contract-check";
import { Email, Id, PersonName } from "#platform/shapes/fields";

/** Maximum number of resources in one token, because the token is sent with every request. */
const MAX_RESOURCES = 100;

const UserProperties = z.object({
  isAdmin: z.boolean().default(false),
  name: PersonName,
  email: Email,
  organizationId: z
    .unknown()
    .optional()
    .check(
      contractCheck(
        { type: "null" },
        (organizationId) => organizationId === undefined,
        "must not be given here. Send it in permissions.resources as a resource of type `organization`.",
      ),
    )
    .meta({ description: "Not accepted here: an organization is one of `permissions.resources`." }),
});

export default endpoint({
  path: "/v2/auth/generate_token",
  auth: "apiKey",
  kind: "read",
  readOnlySessions: false,
  summary: `Sign a token that identifies a user for 48 hours and lists what the user may open. The list of resources may be empty: the token then gives access to what the user has been granted. A token has at most ${MAX_SIGNED_TOKEN_BYTES} bytes: the longer the ids, the fewer resources fit.`,
  input: z.object({
    userId: Id,
    userProperties: UserProperties,
    permissions: z.object({ resources: z.array(PermissionResource).max(MAX_RESOURCES) }),
  }),
  output: z.object({ token: z.string() }),
  cost: { reads: 0, writes: 0, trips: 0 },
  example: {
    userId: "ada",
    userProperties: { name: "Ada Lovelace", email: "ada@example.com" },
    permissions: {
      resources: [
        { type: "organization", id: "acme" },
        { type: "document", id: "homepage", organizationId: "acme", accessRole: "viewer" },
      ],
    },
  },
  async handle(call, { userId, userProperties: { name, email, isAdmin }, permissions }) {
    const { resources } = permissions;
    refuseExpired(resources, call.now());
    const token = await issueUserToken(call, { userId, name, email, isAdmin, resources });
    return { message: "Token generated successfully.", data: { token } };
  },
});

import * as z from "zod";
import { SignedPermission, signPermissions } from "#domain/access/provider-signature";
import { endpoint } from "#http/endpoint";
import { MAX_ITEMS } from "#platform/shapes/limits";

export default endpoint({
  path: "/v2/auth/generate_signature",
  auth: "apiKey",
  kind: "read",
  readOnlySessions: false,
  summary:
    "Sign the answers of your permission provider. A provider may send it as `signature` beside its `data`; its answers are then accepted only if the signature matches exactly these answers in this order.",
  input: z.object({ permissions: z.array(SignedPermission).min(1).max(MAX_ITEMS) }),
  output: z.object({ signature: z.string().regex(/^[0-9a-f]{64}$/) }),
  cost: { reads: 0, writes: 0, trips: 0 },
  example: {
    permissions: [
      { userId: "ada", resourceId: "homepage", type: "document", hasAccess: true, accessRole: "viewer" },
      { userId: "lin", resourceId: "acme", type: "organization", hasAccess: false },
    ],
  },
  async handle(call, { permissions }) {
    return { message: "Signature generated successfully.", data: { signature: signPermissions(call, permissions) } };
  },
});

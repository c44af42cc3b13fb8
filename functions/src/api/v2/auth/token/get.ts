import * as z from "zod";
import { issueUserToken } from "#domain/tokens/store/issue-user-token";
import { credentialFields } from "#http/auth/body-credentials";
import { endpoint } from "#http/endpoint";
import { Email, Id, PersonName } from "#platform/shapes/fields";

const UserProperties = z.object({
  organizationId: Id,
  isAdmin: z.boolean().default(false),
  name: PersonName.default(""),
  email: Email.default(""),
});

export default endpoint({
  path: "/v2/auth/token/get",
  alsoAt: "/v1/auth/token/get",
  auth: "apiKey",
  credentialsInBody: true,
  kind: "read",
  readOnlySessions: false,
  summary:
    "Sign a token that makes a user an editor of one organization for 48 hours. New code should use `/v2/auth/generate_token`. The credentials may be sent in the body instead of the headers.",
  input: z.object({ ...credentialFields, userId: Id, userProperties: UserProperties.optional() }),
  output: z.object({ token: z.string() }),
  cost: { reads: 0, writes: 0, trips: 0 },
  example: {
    apiKey: "{apiKey}",
    authToken: "{authToken}",
    userId: "ada",
    userProperties: { organizationId: "acme", isAdmin: false, email: "ada@example.com" },
  },
  async handle(call, { userId, userProperties }) {
    const { organizationId, isAdmin = false, name = "", email = "" } = userProperties ?? {};
    const resources =
      organizationId === undefined
        ? []
        : [{ type: "organization" as const, id: organizationId, accessRole: "editor" as const }];
    const token = await issueUserToken(call, { userId, name, email, isAdmin, resources });
    return { message: "Token generated successfully.", data: { token } };
  },
});

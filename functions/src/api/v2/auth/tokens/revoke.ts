import * as z from "zod";
import { endpoint } from "#http/endpoint";
import { ItemResults } from "#http/item-results";
import { Id, ManyIds } from "#model/fields";
import { MAX_ITEMS } from "#model/limits";
import { refuseDuplicates } from "#model/lists";
import { revokeTokens, revokeUsers } from "#store/token-revocations";

export default endpoint({
  path: "/v2/auth/tokens/revoke",
  auth: "apiKey",
  kind: "write",
  summary:
    "End user tokens before their time: all that users have been given up to now, or single ones by their `jti`.",
  input: z
    .object({
      userIds: ManyIds.optional(),
      /** The claim `jti` of each. */
      tokenIds: z.array(Id).min(1).max(MAX_ITEMS).optional(),
    })
    .refine(({ userIds, tokenIds }) => (userIds === undefined) !== (tokenIds === undefined), {
      path: ["userIds"],
      message: "or tokenIds is required, not both.",
    }),
  output: ItemResults,
  example: { userIds: ["grace"] },
  async handle(call, { userIds, tokenIds = [] }) {
    refuseDuplicates(userIds ?? [], "userIds");
    refuseDuplicates(tokenIds, "tokenIds");
    const data = await (userIds ? revokeUsers(call, userIds) : revokeTokens(call, tokenIds));
    return { message: "Token(s) revoked successfully.", data };
  },
});

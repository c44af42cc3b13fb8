import * as z from "zod";
import { type DecideBatch, transactItems } from "#domain/events/store/items";
import { revocations } from "#domain/tokens/store/revocations";
import { readTokenRevocations, revokeTokensOfUser } from "#domain/tokens/store/token-revocations";
import { userOfTokenId } from "#domain/tokens/token-revocation";
import { endpoint } from "#http/endpoint";
import { type ItemResult, ItemResults, itemResults } from "#http/item-results";
import { shortHash } from "#platform/crypto/short-hash";
import { exactlyOne } from "#platform/shapes/field-rules";
import { Id, ManyIds } from "#platform/shapes/fields";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { list } from "#platform/shapes/list";
import type { KeyCall } from "#src/call";

export default endpoint({
  path: "/v2/auth/tokens/revoke",
  auth: "apiKey",
  kind: "write",
  audit: { action: "userToken.revoke", items: ({ userIds }) => (userIds ? "userId" : "tokenId") },
  exemptFromQuota: true,
  summary:
    "Revoke user tokens before they expire: all tokens issued to users so far, or individual tokens by their `jti`.",
  input: z
    .object({
      userIds: ManyIds.optional(),
      /** The `jti` claims of individual tokens. */
      tokenIds: list(Id, { unique: String, max: MAX_ITEMS }).optional(),
    })
    .check(exactlyOne(["userIds", "tokenIds"], { at: "userIds", message: "or tokenIds is required, not both." })),
  output: ItemResults,
  cost: { reads: 0, writes: 2, trips: 1 },
  example: { userIds: ["grace"] },
  async handle(call, { userIds, tokenIds = [] }) {
    const data = await transactItems(call, userIds ?? tokenIds, userIds ? refuseUsers(call) : refuseSingle(call));
    revocations(call).forget(call, userIds ? userIds.map(shortHash) : tokenIds.map(userOfTokenId));
    return { message: "Token(s) revoked successfully.", data };
  },
});

type Decide = DecideBatch<string, ItemResult>;

function refuseUsers(call: KeyCall): Decide {
  return async (tx, userIds) =>
    itemResults(userIds, String, (userId) => {
      revokeTokensOfUser(tx, call, userId);
      return { message: "Tokens of the user revoked." };
    });
}

function refuseSingle(call: KeyCall): Decide {
  return async (tx, tokenIds) => {
    const refusals = await readTokenRevocations(tx, call, tokenIds);
    const results = itemResults(tokenIds, String, (tokenId) => {
      refusals.refuse(tokenId);
      return { message: "Token revoked." };
    });
    refusals.save();
    return results;
  };
}

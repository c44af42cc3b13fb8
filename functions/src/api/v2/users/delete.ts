import * as z from "zod";
import { readUsers } from "#domain/documents/store/place-users";
import { transactItems } from "#domain/events/store/items";
import { leaveGroups } from "#domain/organizations/jobs";
import { grantPath } from "#domain/organizations/store/members";
import { placePath } from "#domain/organizations/store/organizations";
import { userEvent } from "#domain/organizations/store/user-events";
import { revocations } from "#domain/tokens/store/revocations";
import { revokeTokensOfUser, withdrawResources } from "#domain/tokens/store/token-revocations";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { shortHash } from "#platform/crypto/short-hash";
import { ManyIds } from "#platform/shapes/fields";
import { folderOrDocument, placeFields } from "#platform/shapes/place";

/** Users per transaction: each needs three writes, and a commit takes at most 500. */
const BATCH_SIZE = 150;

export default endpoint({
  path: "/v2/users/delete",
  alsoAt: "/v1/users/delete",
  auth: "apiKey",
  kind: "write",
  audit: {
    action: "user.delete",
    target: ({ organizationId, folderId, documentId }) => ({ organizationId, folderId, documentId }),
    items: "userId",
  },
  exemptFromQuota: true,
  emits: ["user.delete"],
  summary:
    "Remove users and their permissions from an organization, with its groups, folders and documents, or from a folder or document. A user who leaves an organization needs a new user token.",
  input: z.object({ ...placeFields, userIds: ManyIds }).check(folderOrDocument),
  output: ItemResults,
  cost: {
    reads: 2,
    writes: 5,
    trips: 2,
    note: "It also reads the organization. It writes the membership, the grant, the revocation of tokens, and the task that removes the user from groups and documents.",
  },
  example: { organizationId: "acme", userIds: ["grace"] },
  async handle(call, { userIds, ...place }) {
    const level = placePath(call, place);
    const isOrganization = place.documentId === undefined && place.folderId === undefined;
    const data = await transactItems(
      call,
      userIds,
      async (tx, batch, { later, emit }) => {
        const userOf = await readUsers(tx, call, place, batch);
        const gone: string[] = [];
        const results = itemResults(batch, String, (userId) => {
          tx.delete(userOf(userId).path);
          tx.delete(grantPath(level, userId));
          if (isOrganization) revokeTokensOfUser(tx, call, userId);
          else withdrawResources(tx, call, userId, [place.organizationId]);
          gone.push(userId);
          emit(userEvent("user.delete", place, { userId }));
          return { message: "User removed." };
        });
        if (isOrganization && gone.length > 0)
          later(leaveGroups, { organization: level, userIds: gone, leftAt: call.now() });
        return results;
      },
      BATCH_SIZE,
    );
    revocations(call).forget(call, userIds.map(shortHash));
    return { message: "User(s) deleted successfully.", data };
  },
});

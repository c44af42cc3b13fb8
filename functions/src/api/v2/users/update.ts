import * as z from "zod";
import { readUsers } from "#domain/documents/store/place-users";
import { transactItems } from "#domain/events/store/items";
import { changesRole, toUserPatch } from "#domain/organizations/store/members";
import { changesUser, userEvent } from "#domain/organizations/store/user-events";
import { UserChanges } from "#domain/organizations/user";
import { recheckStreams } from "#domain/tokens/store/token-revocations";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { folderOrDocument, placeFields } from "#platform/shapes/place";

export default endpoint({
  path: "/v2/users/update",
  auth: "apiKey",
  kind: "write",
  audit: {
    action: "user.role.set",
    target: ({ organizationId, folderId, documentId }) => ({ organizationId, folderId, documentId }),
    items: "userId",
    when: ({ users }) => users.some(({ accessRole }) => accessRole !== undefined),
  },
  emits: ["user.update"],
  summary:
    "Change users of an organization, folder or document. Omitted fields stay unchanged, and null removes a field.",
  input: z.object({ ...placeFields, users: UserChanges }).check(folderOrDocument),
  output: ItemResults,
  cost: { reads: 2, writes: 2, trips: 2, note: "One more write for each user whose role changes." },
  example: { organizationId: "acme", users: [{ userId: "ada", name: "Ada King", accessRole: "editor" }] },
  async handle(call, { users, ...place }) {
    const data = await transactItems(call, users, async (tx, batch, { emit }) => {
      const userIds = batch.map(({ userId }) => userId);
      const userOf = await readUsers(tx, call, place, userIds);
      return itemResults(
        batch,
        ({ userId }) => userId,
        (user) => {
          const { path, data: storedUser } = userOf(user.userId);
          const patch = toUserPatch(call, storedUser, user);
          tx.update(path, patch);
          if (changesRole(storedUser, user.accessRole)) recheckStreams(tx, call, user.userId);
          if (changesUser(storedUser, patch)) emit(userEvent("user.update", place, user));
          return { id: user.userId, message: "User updated." };
        },
      );
    });
    return { message: "User(s) processed successfully.", data };
  },
});

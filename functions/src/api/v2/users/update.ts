import { z } from "zod";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { refuseDuplicates } from "#model/lists";
import { folderOrDocument, placeFields } from "#model/place";
import { Users } from "#model/user";
import { transactItems } from "#store/items";
import { toUserPatch } from "#store/members";
import { readUsers } from "#store/users";

export default endpoint({
  path: "/v2/users/update",
  auth: "apiKey",
  kind: "write",
  summary: "Change users of an organization, folder or document; a further field set to null is removed.",
  input: z.object({ ...placeFields, users: Users }).refine(...folderOrDocument),
  output: ItemResults,
  example: { organizationId: "acme", users: [{ userId: "ada", name: "Ada King", accessRole: "editor" }] },
  async handle(call, { users, ...place }) {
    refuseDuplicates(
      users.map(({ userId }) => userId),
      "users",
    );
    const data = await transactItems(call, users, async (tx, piece) => {
      const userIds = piece.map(({ userId }) => userId);
      const userOf = await readUsers(tx, call, place, userIds);
      return itemResults(
        piece,
        ({ userId }) => userId,
        (user) => {
          const { path, data: stored } = userOf(user.userId);
          tx.update(path, toUserPatch(call, stored, user));
          return { id: user.userId, message: "User updated." };
        },
      );
    });
    return { message: "User(s) processed successfully.", data };
  },
});

import { z } from "zod";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { refuseDuplicates } from "#model/lists";
import { folderOrDocument, placeFields } from "#model/place";
import { Users } from "#model/user";
import { transactItems } from "#store/items";
import { toStoredUser, userPath } from "#store/members";
import { placePath } from "#store/organizations";
import { ensurePlace, readPlace } from "#store/places";

export default endpoint({
  path: "/v2/users/add",
  auth: "apiKey",
  kind: "write",
  summary: "Add users to an organization, or to one of its folders or documents.",
  input: z
    .object({
      ...placeFields,
      createOrganization: z.boolean().optional(),
      createDocument: z.boolean().optional(),
      createFolder: z.boolean().optional(),
      users: Users,
    })
    .refine(...folderOrDocument),
  output: ItemResults,
  example: { organizationId: "acme", users: [{ userId: "ada", name: "Ada Lovelace", email: "ada@example.com" }] },
  async handle(call, { users, createDocument, createFolder, ...place }) {
    refuseDuplicates(
      users.map(({ userId }) => userId),
      "users",
    );
    const level = placePath(call, place);
    const data = await transactItems(call, users, async (tx, piece) => {
      const found = await readPlace(tx, call, place);
      const refusal = ensurePlace(tx, call, place, found, { createDocument, createFolder });
      return itemResults(
        piece,
        ({ userId }) => userId,
        (user) => {
          if (refusal) throw refusal;
          tx.merge(userPath(level, user.userId), toStoredUser(call, user));
          return { id: user.userId, message: "User added." };
        },
      );
    });
    return { message: "User(s) processed successfully.", data };
  },
});

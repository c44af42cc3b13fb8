import * as z from "zod";
import type { StoredFolder } from "#domain/documents/store/folders";
import { ensurePlace, readPlaceForChange } from "#domain/documents/store/places";
import { transactItems } from "#domain/events/store/items";
import { changesRole, type StoredUser, toStoredUser, userPath } from "#domain/organizations/store/members";
import { folderPath, placePath } from "#domain/organizations/store/organizations";
import { changesUser, userEvent } from "#domain/organizations/store/user-events";
import { Users } from "#domain/organizations/user";
import { recheckStreams } from "#domain/tokens/store/token-revocations";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { contractCheck } from "#platform/shapes/contract-check";
import { absent, hasValue, present } from "#platform/shapes/field-rules";
import { Id } from "#platform/shapes/fields";
import { folderOrDocument, placeFields } from "#platform/shapes/place";

export default endpoint({
  path: "/v2/users/add",
  auth: "apiKey",
  kind: "write",
  audit: {
    action: "user.role.set",
    target: ({ organizationId, folderId, documentId }) => ({ organizationId, folderId, documentId }),
    items: "userId",
    when: ({ users }) => users.some(({ accessRole }) => accessRole !== undefined),
  },
  emits: ["document.add", "folder.add", "organization.add", "user.add", "user.update"],
  summary: "Add users to an organization, or to one of its folders or documents.",
  input: z
    .object({
      ...placeFields,
      createOrganization: z.boolean().optional(),
      createDocument: z.boolean().optional(),
      createFolder: z.boolean().optional(),
      /** Where `createFolder` puts a new folder; defaults to `root`. An existing folder is not moved. */
      parentFolderId: Id.optional(),
      users: Users,
    })
    .check(
      folderOrDocument,
      contractCheck(
        { anyOf: [absent("parentFolderId"), { allOf: [present("folderId"), hasValue("createFolder", true)] }] },
        (input: { parentFolderId?: unknown; folderId?: unknown; createFolder?: unknown }) =>
          input.parentFolderId === undefined || (input.folderId && input.createFolder),
        { path: ["parentFolderId"], message: "needs folderId and createFolder." },
      ),
    ),
  output: ItemResults,
  cost: {
    reads: 2,
    writes: 1,
    trips: 2,
    note: "One more write for each user whose role changes, or who is added as a viewer.",
  },
  example: { organizationId: "acme", users: [{ userId: "alan", name: "Alan Turing", email: "alan@example.com" }] },
  async handle(call, { users, createDocument, createFolder, parentFolderId, ...place }) {
    const level = placePath(call, place);
    const above = parentFolderId === undefined ? [] : [folderPath(call, place.organizationId, parentFolderId)];
    const data = await transactItems(call, users, async (tx, batch, { emit }) => {
      const paths = batch.map(({ userId }) => userPath(level, userId));
      const [placeDocs, [parentFolder], existingUsers] = await Promise.all([
        readPlaceForChange(tx, call, place),
        tx.getMany<StoredFolder>(above),
        tx.getMany<StoredUser>(paths),
      ]);
      const before = new Map(existingUsers.map((user) => [user?.id, user?.data]));
      const create = { createDocument, createFolder, parentFolderId, parentFolder };
      const refusal = ensurePlace(tx, call, place, placeDocs, create, emit);
      return itemResults(
        batch,
        ({ userId }) => userId,
        (user) => {
          if (refusal) throw refusal;
          const storedUser = before.get(user.userId);
          const after = toStoredUser(call, user, storedUser);
          tx.merge(userPath(level, user.userId), after);
          if (changesRole(storedUser, user.accessRole)) recheckStreams(tx, call, user.userId);
          if (!storedUser) emit(userEvent("user.add", place, user));
          else if (changesUser(storedUser, after)) emit(userEvent("user.update", place, user));
          return { id: user.userId, message: "User added." };
        },
      );
    });
    return { message: "User(s) processed successfully.", data };
  },
});

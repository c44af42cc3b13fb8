import { z } from "zod";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { ManyIds } from "#model/fields";
import { refuseDuplicates } from "#model/lists";
import { folderOrDocument, placeFields } from "#model/place";
import type { Task } from "#queue/port";
import { transactItems } from "#store/items";
import { grantPath } from "#store/members";
import { placePath } from "#store/organizations";
import { readUsers } from "#store/users";

export default endpoint({
  path: "/v2/users/delete",
  auth: "apiKey",
  kind: "write",
  summary: "Remove users and their permission from an organization, with its groups, or from a folder or document.",
  input: z.object({ ...placeFields, userIds: ManyIds }).refine(...folderOrDocument),
  output: ItemResults,
  example: { organizationId: "acme", userIds: ["grace"] },
  async handle(call, { userIds, ...place }) {
    refuseDuplicates(userIds, "userIds");
    const level = placePath(call, place);
    const isOrganization = place.documentId === undefined && place.folderId === undefined;
    // By piece, because a transaction may run again: its last promise is the one that holds.
    const promised = new Map<readonly string[], Task>();
    const data = await transactItems(call, userIds, async (tx, piece) => {
      promised.delete(piece);
      const userOf = await readUsers(tx, call, place, piece);
      const gone: string[] = [];
      const results = itemResults(piece, String, (userId) => {
        tx.delete(userOf(userId).path);
        tx.delete(grantPath(level, userId));
        gone.push(userId);
        return { message: "User removed." };
      });
      if (!isOrganization || gone.length === 0) return results;
      const payload = { organization: level, userIds: gone, leftAt: String(call.now()) };
      const task = { id: call.newId("task"), job: "leave-groups", payload };
      call.queue.add(tx, task);
      promised.set(piece, task);
      return results;
    });
    await Promise.all([...promised.values()].map((task) => call.queue.start(task)));
    return { message: "User(s) deleted successfully.", data };
  },
});

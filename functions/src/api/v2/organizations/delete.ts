import { z } from "zod";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { ManyIds } from "#model/fields";
import { refuseDuplicates } from "#model/lists";
import type { Task } from "#queue/port";
import { transactItems } from "#store/items";
import { readOrganizations, requireItem } from "#store/organization-changes";

export default endpoint({
  path: "/v2/organizations/delete",
  auth: "apiKey",
  kind: "write",
  summary: "Delete organizations with all their users, groups, folders and documents.",
  input: z.object({ organizationIds: ManyIds }),
  output: ItemResults,
  example: { organizationIds: ["globex"] },
  async handle(call, { organizationIds }) {
    refuseDuplicates(organizationIds, "organizationIds");
    // By piece, because a transaction may run again: its last promise is the one that holds.
    const promised = new Map<readonly string[], Task>();
    const data = await transactItems(call, organizationIds, async (tx, piece) => {
      promised.delete(piece);
      const found = await readOrganizations(tx, call, piece);
      const paths: string[] = [];
      const results = itemResults(piece, String, (id) => {
        const { path } = requireItem(found.get(id));
        tx.update(path, { deleting: true });
        paths.push(path);
        return { id, message: "Deleted Successfully" };
      });
      if (paths.length === 0) return results;
      const task = { id: call.newId("task"), job: "purge", payload: { paths } };
      call.queue.add(tx, task);
      promised.set(piece, task);
      return results;
    });
    await Promise.all([...promised.values()].map((task) => call.queue.start(task)));
    return { message: "Organization(s) deleted successfully.", data };
  },
});

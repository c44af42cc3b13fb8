import * as z from "zod";
import { readMutableActivities } from "#domain/activities/store/changes";
import { deleteActivitiesOf } from "#domain/activities/store/deletion";
import { isSelected } from "#domain/activities/store/queries";
import { transactItems } from "#domain/events/store/items";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { atLeastOne } from "#platform/shapes/field-rules";
import { Id, ManyIds } from "#platform/shapes/fields";
import { notFound } from "#src/errors";

/**
 * With `activityIds`, deletes the records with these ids that match the other conditions. Without, deletes all that
 * match now, oldest first: the reply lists the first 400, and a task, which may outlast the reply, deletes the rest.
 */
export default endpoint({
  path: "/v2/activities/delete",
  auth: "apiKey",
  requires: "activityService",
  kind: "write",
  audit: false,
  exemptFromQuota: true,
  summary:
    "Delete activity records by id, or all records of a document or entity; the reply lists the first 400, and the rest are deleted in the background. The call is refused if activities are immutable.",
  input: z
    .object({
      organizationId: Id,
      documentId: Id.optional(),
      targetEntityId: Id.optional(),
      activityIds: ManyIds.optional(),
    })
    .check(
      atLeastOne(["documentId", "targetEntityId", "activityIds"], {
        message: "must have at least one of documentId, targetEntityId and activityIds.",
      }),
    ),
  output: ItemResults,
  cost: { reads: 3, leastReads: 2, writes: 1, trips: 2, note: "It also reads the organization." },
  example: { organizationId: "acme", activityIds: ["act-headline"] },
  async handle(call, { organizationId, activityIds, ...selection }) {
    const message = "Activity(s) deleted successfully.";
    if (!activityIds) {
      const ids = await deleteActivitiesOf(call, organizationId, { ...selection, until: call.now() });
      return { message, data: itemResults(ids, String, deletedItem) };
    }
    const data = await transactItems(call, activityIds, async (tx, batch) => {
      const activitiesById = await readMutableActivities(tx, call, organizationId, batch);
      return itemResults(batch, String, (id) => {
        const storedActivity = activitiesById.get(id);
        if (!storedActivity || !isSelected(storedActivity.data, selection)) throw notFound("activityToDelete");
        tx.delete(storedActivity.path);
        return deletedItem(id);
      });
    });
    return { message, data };
  },
});

function deletedItem(id: string) {
  return { id, message: "Activity deleted." };
}

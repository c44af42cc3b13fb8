import * as z from "zod";
import { ActivityChange } from "#domain/activities/activity";
import { changeCustomFields } from "#domain/activities/store/activities";
import { readMutableActivities } from "#domain/activities/store/changes";
import { transactItems } from "#domain/events/store/items";
import { endpoint } from "#http/endpoint";
import { ItemResults, itemResults } from "#http/item-results";
import { Id } from "#platform/shapes/fields";
import { MAX_ITEMS } from "#platform/shapes/limits";
import { list } from "#platform/shapes/list";
import { notFound } from "#src/errors";

export default endpoint({
  path: "/v2/activities/update",
  auth: "apiKey",
  requires: "activityService",
  kind: "write",
  audit: false,
  summary:
    "Change activity records: each field in the request replaces the stored one. The call is refused if activities are immutable.",
  input: z.object({ organizationId: Id, activities: list(ActivityChange, { unique: "id", max: MAX_ITEMS }) }),
  output: ItemResults,
  cost: { reads: 3, leastReads: 2, writes: 1, trips: 2, note: "It also reads the organization." },
  example: { organizationId: "acme", activities: [{ id: "act-headline", actionIcon: "pencil" }] },
  async handle(call, { organizationId, activities }) {
    const data = await transactItems(call, activities, async (tx, batch) => {
      const ids = batch.map(({ id }) => id);
      const activitiesById = await readMutableActivities(tx, call, organizationId, ids);
      return itemResults(
        batch,
        ({ id }) => id,
        (change) => {
          const storedActivity = activitiesById.get(change.id);
          if (!storedActivity) throw notFound("activityToUpdate");
          tx.update(storedActivity.path, { open: changeCustomFields(storedActivity.data, change) });
          return { id: change.id, message: "Activity updated." };
        },
      );
    });
    return { message: "Activity(s) updated successfully.", data };
  },
});

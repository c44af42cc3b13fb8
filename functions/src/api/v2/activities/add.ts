import * as z from "zod";
import { ActivityInputs } from "#domain/activities/activity";
import { toStoredActivity } from "#domain/activities/store/activities";
import { addActivities } from "#domain/activities/store/changes";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { Id } from "#platform/shapes/fields";

export default endpoint({
  path: "/v2/activities/add",
  auth: "apiKey",
  user: { action: "write", on: documentOf, author: ["activities[].actionUser"] },
  requires: "activityService",
  kind: "write",
  audit: false,
  emits: ["activity.add"],
  summary:
    "Add activity records to a document. A record whose id already exists is overwritten but keeps its time; if activities are immutable, the call is refused. With a user token, an id that another caller has used is refused. If a server adds a record under an id that a user chose, the server's record takes that id.",
  furtherErrors: ["ALREADY_EXISTS"],
  input: z.object({ organizationId: Id, documentId: Id, activities: ActivityInputs }),
  output: z.object({ success: z.literal(true), message: z.string() }),
  cost: { reads: 1, writes: 1, trips: 2, byUser: { reads: 6, writes: 1, trips: 3 } },
  example: {
    organizationId: "acme",
    documentId: "homepage",
    activities: [
      {
        featureType: "custom",
        actionType: "headline.update",
        actionUser: { userId: "ada", name: "Ada Lovelace" },
        targetEntityId: "headline",
        changes: { text: { from: "Hello", to: "Hello, world" } },
        displayMessageTemplate: "{{user.name}} changed the {{part}}",
        displayMessageTemplateData: { user: { name: "Ada" }, part: "headline" },
      },
    ],
  },
  async handle(call, { activities, ...place }) {
    const { documentId } = place;
    const records = activities.map((record, i) => ({
      id: record.id ?? call.newId("act"),
      isNamed: record.id !== undefined,
      actionUser: record.actionUser,
      stored: toStoredActivity(record, { documentId, timestamp: call.now(), at: `data.activities[${i}]` }),
    }));
    await addActivities(call, place, records);
    const message = "Activity(s) added successfully.";
    return { message, data: { success: true as const, message } };
  },
});

import * as z from "zod";
import { declareJob } from "#queue/declare-job";

/** Deletes the notifications of a selection. `organization` is a path in the store; `until` is in ms. */
export const deleteNotifications = declareJob({
  name: "delete-notifications",
  payload: z.object({
    organization: z.string(),
    until: z.coerce.number<number>(),
    documentId: z.string().optional(),
    locationId: z.union([z.string(), z.number()]).optional(),
    userId: z.string().optional(),
  }),
});

/** Delivers a notification to all of its recipients. */
export const notificationFanOut = declareJob({
  name: "notification-fan-out",
  payload: z.object({ apiKeyId: z.string(), organizationId: z.string(), notificationId: z.string() }),
});

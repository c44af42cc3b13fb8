import * as z from "zod";
import { declareJob } from "#queue/declare-job";

/** Deletes the selected notifications. `organization` is a path in the store; `until` is in ms. */
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

/** Decides and sends the due notices of an organization. There is one task for each organization. */
export const releaseNotices = declareJob({
  name: "release-notices",
  payload: z.object({ apiKeyId: z.string(), organizationId: z.string() }),
  background: true,
});

/** Sends notices to people by a channel other than the inbox; several notices become a digest. */
export const sendNotices = declareJob({
  name: "send-notices",
  payload: z.object({
    apiKeyId: z.string(),
    organizationId: z.string(),
    channel: z.string(),
    userIds: z.array(z.string()),
    notificationIds: z.array(z.string()),
    /** Number of the attempt, from 1. */
    attempt: z.number(),
  }),
  background: true,
});

/** Delivers a notification to all of its recipients. */
export const notificationFanOut = declareJob({
  name: "notification-fan-out",
  payload: z.object({ apiKeyId: z.string(), organizationId: z.string(), notificationId: z.string() }),
});

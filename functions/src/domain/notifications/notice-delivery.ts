import * as z from "zod";
import { channels } from "./preference.ts";

/** What became of a notification for one person. Times in ms since 1970. */
export const NoticeDelivery = z.object({
  notificationId: z.string(),
  userId: z.string(),
  documentId: z.string(),
  /** When the event happened. */
  timestamp: z.number(),
  /** Whether the event directly involves the person: mentioned, assigned, or replied to in their own thread. */
  isDirect: z.boolean(),
  /** `held` until a time, `batched` with others, `dropped` for a reason, or `delivered` by channels. */
  state: z.enum(["held", "batched", "dropped", "delivered"]),
  heldUntil: z.number().optional(),
  /** The batches in which it waits: one for the document, one for all documents of the person. */
  batchIds: z.array(z.string()).optional(),
  /** When it is sent at the latest. */
  batchedUntil: z.number().optional(),
  /** Why it was dropped: its cause is gone, the person may not see it, has seen it, or does not want it. */
  why: z.enum(["gone", "no-access", "seen", "preference"]).optional(),
  channels: z.array(
    z.object({
      channel: z.enum(channels),
      status: z.enum(["pending", "sent", "failed"]),
      at: z.number(),
      /** Why it failed, or why it will be tried again. */
      why: z.string().optional(),
    }),
  ),
});
export type NoticeDelivery = z.infer<typeof NoticeDelivery>;

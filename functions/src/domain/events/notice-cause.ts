import * as z from "zod";
import type { EventType } from "./types.ts";

const Person = z.object({ userId: z.string(), name: z.string().optional(), email: z.string().optional() });

/** What is kept of a thread that the event deletes, because nobody can read it afterwards. */
export const EndedThread = z.object({
  from: Person,
  assignedTo: Person.optional(),
  locationId: z.union([z.string(), z.number()]).optional(),
  /** Who may see the thread. */
  visibility: z.object({
    type: z.string(),
    organizationId: z.string().optional(),
    userIds: z.array(z.string()).optional(),
  }),
  /** Who takes part in the thread, apart from those who left it. */
  subscribedUserIds: z.array(z.string()),
  /** The author, after leaving the thread. */
  unsubscribedUserIds: z.array(z.string()),
});
export type EndedThread = z.infer<typeof EndedThread>;

/** An event that people are notified of. It holds ids and a short text; everything else is read when the notices are made. */
export const NoticeCause = z.object({
  type: z.string().transform((type) => type as EventType),
  organizationId: z.string(),
  documentId: z.string(),
  annotationId: z.string(),
  /** The comment that the event is about. Missing: it is about the thread. */
  commentId: z.number().optional(),
  /** Who did it; missing where the call does not say so. */
  actor: Person.optional(),
  /** What it became: the name of a status or priority, or the icon of a reaction. */
  detail: z.string().optional(),
  /** The thread, where the event deletes it. */
  ended: EndedThread.optional(),
  /** Milliseconds since 1970. */
  timestamp: z.number(),
});
export type NoticeCause = z.infer<typeof NoticeCause>;

/** A cause before its event says the type, the place and the time. */
export type NoticeSubject = Omit<NoticeCause, "type" | "organizationId" | "documentId" | "timestamp">;

import * as z from "zod";
import type { EventType } from "./types.ts";

const Person = z.object({ userId: z.string(), name: z.string().optional(), email: z.string().optional() });

/** Data kept of a thread that the event deletes, because the thread can't be read afterwards. */
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
  /** Users who take part in the thread and have not unsubscribed from it. */
  subscribedUserIds: z.array(z.string()),
  /** The thread's author, if the author has unsubscribed. */
  unsubscribedUserIds: z.array(z.string()),
});
export type EndedThread = z.infer<typeof EndedThread>;

/** An event that people are notified of, with ids and a short text. Creating the notices reads the rest. */
export const NoticeCause = z.object({
  type: z.string().transform((type) => type as EventType),
  organizationId: z.string(),
  documentId: z.string(),
  annotationId: z.string(),
  /** The comment that the event is about; omitted if it is about the thread. */
  commentId: z.number().optional(),
  /** The user who acted; omitted if the call does not name one. */
  actor: Person.optional(),
  /** The new value: the name of a status or priority, or the icon of a reaction. */
  detail: z.string().optional(),
  /** The thread, if the event deletes it. */
  ended: EndedThread.optional(),
  /** Milliseconds since 1970. */
  timestamp: z.number(),
});
export type NoticeCause = z.infer<typeof NoticeCause>;

/** A cause without the type, place and time, which its event provides. */
export type NoticeSubject = Omit<NoticeCause, "type" | "organizationId" | "documentId" | "timestamp">;

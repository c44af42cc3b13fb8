import * as z from "zod";
import type { EventType } from "./types.ts";

/** What happened, as far as people are told of it. It holds ids and a short text; everything else is read when people are told. */
export const NoticeCause = z.object({
  type: z.string().transform((type) => type as EventType),
  organizationId: z.string(),
  documentId: z.string(),
  annotationId: z.string(),
  /** The comment that the event is about. Missing: it is about the thread. */
  commentId: z.number().optional(),
  /** Who did it; missing where the call does not say so. */
  actor: z.object({ userId: z.string(), name: z.string().optional(), email: z.string().optional() }).optional(),
  /** What it became: the name of a status or priority, or the icon of a reaction. */
  detail: z.string().optional(),
  /** Milliseconds since 1970. */
  timestamp: z.number(),
});
export type NoticeCause = z.infer<typeof NoticeCause>;

/** A cause before its event says the type, the place and the time. */
export type NoticeSubject = Omit<NoticeCause, "type" | "organizationId" | "documentId" | "timestamp">;

import * as z from "zod";
import { streamEnds } from "./end.ts";

const ids = z.array(z.string());

/** The first event of a stream: which document it follows, and what is there. What is not named here is gone. */
export const StreamReady = z.object({
  organizationId: z.string(),
  documentId: z.string(),
  /** Ids of what is there, by kind. */
  present: z.object({ presence: ids, livestate: ids, comment: ids, notification: ids }),
});

/** The last event of a stream: why it has ended. */
export const StreamBye = z.object({
  /** Why it has ended; `shutdown` and `unavailable` are temporary. */
  reason: z.enum(streamEnds),
  /** Whether it makes sense to open the stream again. */
  reconnect: z.boolean(),
  /** What a new request would be answered now. */
  error: z.object({ status: z.string(), message: z.string(), details: z.unknown().optional() }),
});

/** A thing as the read endpoint gives it out, or its id alone when it is gone. @param idField the field that holds the id. */
export function orRemoved<T extends z.ZodType, Name extends string>(thing: T, idField: Name) {
  const gone = { [idField]: z.string(), removed: z.literal(true) } as Record<Name, z.ZodString> & {
    removed: z.ZodLiteral<true>;
  };
  return z.union([thing, z.object(gone)]);
}

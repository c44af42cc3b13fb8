import * as z from "zod";
import { Id } from "#platform/shapes/fields";
import { streamEnds } from "./end.ts";

const ids = z.array(z.string());

/**
 * The first event of a stream: the document it follows and the ids of its items. Items that are not listed are gone.
 */
export const StreamReady = z.object({
  organizationId: z.string(),
  documentId: z.string(),
  /** Ids of the existing items, by kind. */
  present: z.object({ presence: ids, livestate: ids, comment: ids, notification: ids }),
});

/**
 * A change of an editor that the stream follows: an update for its Yjs document; or `resync`, if the client must get
 * what it lacks from crdt/sync; or `removed`.
 */
export const StreamUpdate = z.object({
  editorId: z.string(),
  update: z.base64().optional(),
  /** The user who has written the update; null for an API key. */
  userId: z.string().nullable().optional(),
  resync: z.literal(true).optional(),
  removed: z.literal(true).optional(),
});

/** Awareness states of clients of an editor that the stream follows, such as their cursors. */
export const StreamAwareness = z.object({
  editorId: z.string(),
  /** An awareness update of y-protocols. */
  awareness: z.base64(),
});

/** The last event of a stream: why it has ended. */
export const StreamBye = z.object({
  /** Why it has ended; `shutdown` and `unavailable` are temporary. */
  reason: z.enum(streamEnds),
  /** Whether it makes sense to open the stream again. */
  reconnect: z.boolean(),
  /** The error that a new request would get now. */
  error: z.object({ status: z.string(), message: z.string(), details: z.unknown().optional() }),
});

/** Maximum number of editors that one stream follows. */
const MAX_EDITORS = 10;

/** Ids separated by commas, each percent-encoded. */
export const EditorList = z
  .string()
  .min(1)
  .transform((text, context) => {
    const ids = z.array(Id).max(MAX_EDITORS).safeParse(text.split(",").map(decodedId));
    if (ids.success) return [...new Set(ids.data)];
    const message = `must be 1 to ${MAX_EDITORS} ids with commas between them, each percent-encoded.`;
    context.issues.push({ code: "custom", message, input: text });
    return z.NEVER;
  });

/** The decoded id; an empty text if it is not well encoded. */
function decodedId(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/**
 * A thing as the read endpoint returns it, or only its id if it was removed.
 * @param idField the field that holds the id.
 */
export function orRemoved<T extends z.ZodType, Name extends string>(thing: T, idField: Name) {
  const gone = { [idField]: z.string(), removed: z.literal(true) } as Record<Name, z.ZodString> & {
    removed: z.ZodLiteral<true>;
  };
  return z.union([thing, z.object(gone)]);
}

import type { ThreadEvent } from "#domain/thread-event";
import type { Emit } from "./change.ts";

/** Tells what happened to a thread of a document. */
export function emitOn(
  { organizationId, documentId }: { organizationId: string; documentId: string },
  emit: Emit,
  events: readonly ThreadEvent[],
): void {
  for (const event of events) emit({ ...event, organizationId, documentId });
}

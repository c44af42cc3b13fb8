import type { ThreadEvent } from "#domain/comments/thread-event";
import type { Emit } from "#domain/events/store/change";

/** Emits the events of a thread, with the document that it belongs to. */
export function emitOn(
  { organizationId, documentId }: { organizationId: string; documentId: string },
  emit: Emit,
  events: readonly ThreadEvent[],
): void {
  for (const event of events) emit({ ...event, organizationId, documentId });
}

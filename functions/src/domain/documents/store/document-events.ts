import { ROOT } from "#domain/documents/folder";
import type { Emit } from "#domain/events/store/change";
import type { EventType } from "#domain/events/types";
import { changesOf } from "#store/patches";
import type { Doc, Patch } from "#store/port";
import type { StoredDocument } from "./documents.ts";

/** Emits the events for the fields that a patch actually changes: one event per kind of change. */
export function emitDocumentChange(
  emit: Emit,
  organizationId: string,
  { id, data: document }: Doc<StoredDocument>,
  patch: Patch,
): void {
  const changes = changesOf(document, patch);
  const types = new Set(Object.keys(changes).map((field) => typeOf(field, patch)));
  for (const type of types)
    emit({ type, organizationId, documentId: id, data: toEventDocument({ ...document, ...changes }) });
}

/** Event data of a document. @param document the stored fields with the patch applied. */
export function toEventDocument({ documentName, folderId, accessType }: Patch): Record<string, unknown> {
  // A removed or missing folder id means the top.
  return { documentName, folderId: typeof folderId === "string" ? folderId : ROOT, accessType };
}

function typeOf(field: string, { disabled }: Patch): EventType {
  if (field === "disabled") return disabled ? "document.disable" : "document.enable";
  if (field === "accessType") return "document.access_change";
  return field === "folderId" ? "document.move" : "document.update";
}

import type { Emit } from "#domain/events/store/change";
import type { EventType } from "#domain/events/types";
import { changesOf } from "#store/patches";
import type { Doc, Patch } from "#store/port";
import type { StoredDocument } from "./documents.ts";
import { ROOT } from "./folders.ts";

/** Tells what a patch really changes of a document: one event per kind of change. */
export function emitDocumentChange(
  emit: Emit,
  organizationId: string,
  { id, data: stored }: Doc<StoredDocument>,
  patch: Patch,
): void {
  const changes = changesOf(stored, patch);
  const types = new Set(Object.keys(changes).map((field) => typeOf(field, patch)));
  for (const type of types)
    emit({ type, organizationId, documentId: id, data: aboutDocument({ ...stored, ...changes }) });
}

/** What events tell of a document: as stored, with a patch laid over. */
export function aboutDocument({ documentName, folderId, accessType }: Patch): Record<string, unknown> {
  // Taken away or never there: it stands at the top.
  return { documentName, folderId: typeof folderId === "string" ? folderId : ROOT, accessType };
}

function typeOf(field: string, { disabled }: Patch): EventType {
  if (field === "disabled") return disabled ? "document.disable" : "document.enable";
  if (field === "accessType") return "document.access_change";
  return field === "folderId" ? "document.move" : "document.update";
}

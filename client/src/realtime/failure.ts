import { AtriumError } from "../error.ts";

/** Codes of errors that a retry does not change: refusals, and the end of the client. */
const lasting = new Set([
  "INVALID_ARGUMENT",
  "UNAUTHENTICATED",
  "PERMISSION_DENIED",
  "NOT_FOUND",
  "FAILED_PRECONDITION",
  "CANCELLED",
]);

/**
 * Converts a thrown value into an error of the client. A token function that fails may succeed later, so it counts as
 * UNAVAILABLE.
 */
export function failure(cause: unknown): AtriumError {
  if (cause instanceof AtriumError) return cause;
  return new AtriumError("UNAVAILABLE", cause instanceof Error ? cause.message : String(cause), { cause });
}

/** The error for what the client's `signal` has ended. */
export function cancelled({ reason }: AbortSignal): AtriumError {
  return new AtriumError("CANCELLED", "The client's signal has ended it.", { cause: reason });
}

interface EditorPlace {
  document: { organizationId: string; documentId: string };
  editorId: string;
}

/** Names the editor in an error that says that something does not exist: a program may have opened several. */
export function namingEditor(error: AtriumError, { document, editorId }: EditorPlace): AtriumError {
  if (error.code !== "NOT_FOUND") return error;
  const [editor, documentId, organizationId] = [editorId, document.documentId, document.organizationId].map((id) =>
    JSON.stringify(id),
  );
  // The reason for which a WebSocket is closed has no room for advice.
  const advice =
    error.message === "Document does not exist." ? " POST /v2/organizations/documents/add creates it." : "";
  return new AtriumError(
    "NOT_FOUND",
    `${error.message}${advice} The provider has opened editor ${editor} of document ${documentId} in organization ${organizationId}.`,
    { ...error, cause: error.cause },
  );
}

/** Whether another attempt may succeed. */
export function isTemporary({ code }: AtriumError): boolean {
  return !lasting.has(code);
}

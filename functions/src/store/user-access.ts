import { decideAccess } from "#domain/access";
import { ApiError } from "#model/error";
import type { KeyCall } from "#src/context";
import { newDocument } from "./documents.ts";
import { accessQuestion, readAccess } from "./grants.ts";
import { documentPath } from "./organizations.ts";
import type { StoreReader } from "./port.ts";

/**
 * Those of the users who may read a document, or write to it (decisions.md, "Access").
 * A document that is not there is judged as a new one at the top of the organization, which the call may be about to make.
 * @throws ApiError ABORTED when folders were moved while they were read.
 */
export async function usersWho(
  reader: StoreReader,
  call: KeyCall,
  may: "read" | "write",
  place: { organizationId: string; documentId: string },
  userIds: readonly string[],
): Promise<Set<string>> {
  const { organizationId, documentId } = place;
  const facts = await readAccess(reader, call, { organizationId, documentIds: [documentId], userIds });
  const path = documentPath(call, organizationId, documentId);
  const document = facts.docs.get(path) ?? { path, id: documentId, data: newDocument(call), version: "" };
  const known = { ...facts, docs: new Map([...facts.docs, [path, document]]) };
  return new Set(
    userIds.filter((userId) => {
      const question = accessQuestion(call, known, userId, { documentId });
      if (!question) return false;
      const decision = decideAccess(question);
      return decision.allowed && (may === "read" || decision.role === "editor");
    }),
  );
}

/** The refusal of an author. */
export function mayNotWrite(userId: string): ApiError {
  return new ApiError("PERMISSION_DENIED", `User ${JSON.stringify(userId)} may not write to the document.`);
}

/** @throws ApiError PERMISSION_DENIED when one of the users may not write to the document. */
export async function requireWriters(
  reader: StoreReader,
  call: KeyCall,
  place: { organizationId: string; documentId: string },
  userIds: readonly string[],
): Promise<void> {
  const writers = await usersWho(reader, call, "write", place, userIds);
  const stranger = userIds.find((userId) => !writers.has(userId));
  if (stranger !== undefined) throw mayNotWrite(stranger);
}

import type { MissingDocument } from "#domain/documents/document";
import type { KeyCall } from "#src/call";
import type { Doc } from "#store/port";
import { accessRefusal } from "../explanation.ts";
import { viewOf } from "./user-view.ts";

/** Replacements, by id, for documents that the user of the call may not read; none for a call with an API key. */
export async function refusedDocuments(
  call: KeyCall,
  organizationId: string,
  documents: readonly Doc[],
): Promise<Map<string, MissingDocument>> {
  const ids = documents.map(({ id }) => id);
  const decision = await viewOf(call)?.documents(organizationId, ids);
  if (!decision) return new Map();
  const denied = ids.map(decision).filter(({ allowed }) => !allowed);
  return new Map(
    denied.map((one) => {
      const { id } = one.resource;
      return [id, { id, success: false, message: accessRefusal(one).message, code: "permission-denied" }];
    }),
  );
}

import { present, refuseWhileMigrating, requireOrganization } from "#domain/organizations/store/organizations";
import type { KeyCall } from "#src/call";
import { notFound } from "#src/errors";
import type { StoreReader } from "#store/port";
import { readDocuments } from "./documents.ts";

/**
 * Checks that an organization and some of its documents exist. One round trip.
 * @throws ApiError NOT_FOUND when one of them does not exist.
 */
export async function requireDocuments(
  reader: StoreReader,
  call: KeyCall,
  organizationId: string,
  documentIds: readonly string[],
): Promise<void> {
  const { organization, documents } = await readDocuments(reader, call, organizationId, [...new Set(documentIds)]);
  requireOrganization(organization);
  for (const document of documents.values()) if (!present(document)) throw notFound("document");
  refuseWhileMigrating(reader, ...documents.values());
}

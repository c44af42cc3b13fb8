import { documentBelow, type StoredDocument } from "#domain/documents/store/documents";
import type { WebhookEvent } from "#domain/events/webhook-event";
import { organizationBelow, type StoredOrganization, unlessDeleting } from "#domain/organizations/store/organizations";
import { unpackCustomFields } from "#platform/shapes/custom-fields";
import type { Context } from "#src/context";
import type { Doc } from "#store/port";

type Places = ReadonlyMap<string, Doc | undefined>;

/**
 * Describes the organization and the document of each event in its metadata, with the customer's own fields. A place
 * that does not exist, or no longer does, is described by its id alone.
 */
export async function withPlaces(
  { store }: Context,
  apiKeyId: string,
  events: readonly WebhookEvent[],
): Promise<WebhookEvent[]> {
  const paths = [...new Set(events.flatMap((event) => Object.values(pathsOf(apiKeyId, event))))];
  const docs = await store.getMany(paths);
  const places: Places = new Map(paths.map((path, i) => [path, unlessDeleting(docs[i])]));
  return events.map((event) => {
    const { organization, document } = pathsOf(apiKeyId, event);
    const { metadata } = event.data;
    const described = {
      ...metadata,
      ...(organization && { organization: describeOrganization(metadata.organizationId, places.get(organization)) }),
      ...(document && { document: describeDocument(metadata.documentId, places.get(document)) }),
    };
    return { ...event, data: { ...event.data, metadata: described } };
  });
}

function pathsOf(apiKeyId: string, { data }: WebhookEvent): { organization?: string; document?: string } {
  const { organizationId, documentId } = data.metadata;
  if (organizationId === undefined) return {};
  const organization = organizationBelow(apiKeyId, organizationId);
  return documentId === undefined
    ? { organization }
    : { organization, document: documentBelow(organization, documentId) };
}

function describeOrganization(organizationId: string | undefined, doc: Doc | undefined): object {
  const { organizationName = organizationId, open } = (doc?.data ?? {}) as Partial<StoredOrganization>;
  return { ...unpackCustomFields(open), organizationId, ...(doc && { organizationName }) };
}

function describeDocument(documentId: string | undefined, doc: Doc | undefined): object {
  const { documentName = documentId, open } = (doc?.data ?? {}) as Partial<StoredDocument>;
  return { ...unpackCustomFields(open), documentId, ...(doc && { documentName }) };
}

import type { ReactNode } from "react";
import { Loading } from "../../components/loading.tsx";
import type { Operation } from "../../forms/schema.ts";
import { useDocuments, useOrganizations } from "../../places/suggestions.ts";
import type { Client } from "../../session/clients.ts";

interface PlacedExampleProps {
  client: Client;
  apiKey: string;
  operation: Operation;
  children: (operation: Operation) => ReactNode;
}

/**
 * Draws an operation with an example about an organization and a document that exist: the first call of a newcomer then
 * finds something. The examples of what writes stay as they are, so that nobody changes data of their own by a click.
 */
export function PlacedExample({ client, apiKey, operation, children }: PlacedExampleProps) {
  const organizations = useOrganizations({ client, apiKey });
  const organizationId = organizations.data?.[0]?.[0];
  const documents = useDocuments({ client, apiKey }, organizationId);
  if (operation.isWrite) return children(operation);
  if (organizations.isPending || documents.isLoading) return <Loading />;
  const example = operation.example as Record<string, unknown>;
  const documentId = documents.data?.[0]?.[0];
  const places = {
    ...(organizationId !== undefined && { organizationId }),
    ...(documentId !== undefined && { documentId, documentIds: [documentId] }),
  };
  const known = Object.entries(places).filter(([name]) => name in example);
  return children({ ...operation, example: { ...example, ...Object.fromEntries(known) } });
}

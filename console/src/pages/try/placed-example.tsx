import type { ReactNode } from "react";
import { Loading } from "../../components/loading.tsx";
import type { Operation } from "../../forms/schema.ts";
import { useDocuments, useOrganizations } from "../../places/suggestions.ts";
import type { Client } from "../../session/clients.ts";

/** Fields that narrow a call to groups or folders, which exist only in the example's own organization. */
const narrowing = ["organizationUserGroupIds", "folderId", "folderIds"];

interface PlacedExampleProps {
  client: Client;
  apiKey: string;
  operation: Operation;
  children: (operation: Operation) => ReactNode;
}

/**
 * Renders a read operation with an example about an existing organization and document, so that a newcomer's first call
 * finds something. Fields that narrow the example to a part of its own organization are left out. Examples of writes
 * stay unchanged, so that nobody changes their own data by a click.
 */
export function PlacedExample({ client, apiKey, operation, children }: PlacedExampleProps) {
  const organizations = useOrganizations({ client, apiKey });
  const organizationId = organizations.data?.[0]?.[0];
  const documents = useDocuments({ client, apiKey }, organizationId);
  if (operation.isWrite) return children(operation);
  if (organizations.isPending || documents.isLoading) return <Loading />;
  const example = operation.example as Record<string, unknown>;
  if (organizationId === undefined || !("organizationId" in example)) return children(operation);
  const documentId = documents.data?.[0]?.[0];
  const places = {
    organizationId,
    ...(documentId !== undefined && { documentId, documentIds: [documentId] }),
  };
  const fields = Object.entries({ ...example, ...places }).filter(
    ([name]) => name in example && !narrowing.includes(name),
  );
  return children({ ...operation, example: Object.fromEntries(fields) });
}

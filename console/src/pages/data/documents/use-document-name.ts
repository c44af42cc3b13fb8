import { useQuery } from "@tanstack/react-query";
import { useCurrentKey } from "../../../session/current-key.ts";
import { useKeyClient } from "../../../session/session.tsx";
import { findDocument } from "../stored.ts";

/** The name of a document of the current API key for display, or its id until the name is known. */
export function useDocumentName(organizationId: string, documentId: string): string {
  const { apiKey } = useCurrentKey();
  const { data: client } = useKeyClient(apiKey);
  const { data } = useQuery({
    queryKey: [apiKey, "document", organizationId, documentId],
    enabled: client !== undefined && organizationId !== "" && documentId !== "",
    queryFn: ({ signal }) => (client ? findDocument({ client, organizationId, documentId }, signal) : null),
  });
  return data?.documentName || documentId;
}

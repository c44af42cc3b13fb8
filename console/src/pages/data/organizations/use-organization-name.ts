import { useQuery } from "@tanstack/react-query";
import { useCurrentKey } from "../../../session/current-key.ts";
import { useKeyClient } from "../../../session/session.tsx";
import { findOrganization } from "../stored.ts";

/** The name of an organization of the current API key for display, or its id until the name is known. */
export function useOrganizationName(organizationId: string): string {
  const { apiKey } = useCurrentKey();
  const { data: client } = useKeyClient(apiKey);
  const { data } = useQuery({
    queryKey: [apiKey, "organization", organizationId],
    enabled: client !== undefined && organizationId !== "",
    queryFn: ({ signal }) => (client ? findOrganization({ client, organizationId }, signal) : null),
  });
  return data?.organizationName || organizationId;
}

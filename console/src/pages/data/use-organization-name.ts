import { useQuery } from "@tanstack/react-query";
import { useCurrentKey } from "../../session/current-key.ts";
import { useKeyClient } from "../../session/session.tsx";
import { findOrganization } from "./stored.ts";

/** What a page calls an organization of the current API key: its name, and its id until the name is known. */
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

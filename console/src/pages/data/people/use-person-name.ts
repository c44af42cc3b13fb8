import { useQuery } from "@tanstack/react-query";
import { useCurrentKey } from "../../../session/current-key.ts";
import { useKeyClient } from "../../../session/session.tsx";
import { findPerson } from "../stored.ts";

/** The name of a person in an organization of the current API key for display, or the id until the name is known. */
export function usePersonName(organizationId: string, userId: string): string {
  const { apiKey } = useCurrentKey();
  const { data: client } = useKeyClient(apiKey);
  const { data } = useQuery({
    queryKey: [apiKey, "person", organizationId, userId],
    enabled: client !== undefined && organizationId !== "" && userId !== "",
    queryFn: ({ signal }) => (client ? findPerson({ client, organizationId }, userId, signal) : null),
  });
  return data?.name || userId;
}

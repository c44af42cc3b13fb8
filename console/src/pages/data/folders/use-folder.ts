import { useQuery } from "@tanstack/react-query";
import type { OrganizationPlace } from "../place.ts";
import { findFolder } from "../stored.ts";

/** Queries a folder by id; data is null if there is none, and undefined while it is loading or the id is empty. */
export function useFolder({ client, apiKey, organizationId }: OrganizationPlace, folderId: string) {
  return useQuery({
    queryKey: [apiKey, "folders", organizationId, "one", folderId],
    enabled: folderId !== "",
    queryFn: ({ signal }) => findFolder({ client, organizationId }, folderId, signal),
  });
}

import { useQuery } from "@tanstack/react-query";
import type { OrganizationPlace } from "./place.ts";
import { findFolder } from "./stored.ts";

/** The folder with an id; its data is null where there is none, and missing while it is looked for or the id is empty. */
export function useFolder({ client, apiKey, organizationId }: OrganizationPlace, folderId: string) {
  return useQuery({
    queryKey: [apiKey, "folders", organizationId, "one", folderId],
    enabled: folderId !== "",
    queryFn: ({ signal }) => findFolder({ client, organizationId }, folderId, signal),
  });
}

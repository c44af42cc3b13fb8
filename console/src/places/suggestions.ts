import { useQuery } from "@tanstack/react-query";
import type { Client } from "../session/clients.ts";

/** A value that a field offers, and what it means. */
export type Suggestion = readonly [value: string, label: string];

/** Most values that a field offers: further ones are typed. */
const OFFERED = 200;

/** Whose places are offered. */
interface KeyOfPlaces {
  client: Client;
  apiKey: string;
}

/** The first organizations of an API key. */
export function useOrganizations({ client, apiKey }: KeyOfPlaces) {
  return useQuery({
    queryKey: [apiKey, "suggestions", "organizations"],
    queryFn: async ({ signal }): Promise<Suggestion[]> => {
      const { data } = await client.organizations.get({ pageSize: OFFERED }, { signal });
      return data.flatMap((one) =>
        "organizationName" in one ? [[one.id, String(one.organizationName)] as const] : [],
      );
    },
  });
}

/** The first documents of an organization. */
export function useDocuments({ client, apiKey }: KeyOfPlaces, organizationId: string | undefined) {
  return useQuery({
    queryKey: [apiKey, "suggestions", "documents", organizationId],
    enabled: Boolean(organizationId),
    queryFn: async ({ signal }): Promise<Suggestion[]> => {
      const place = { organizationId: organizationId ?? "", pageSize: OFFERED };
      const { data } = await client.organizations.documents.get(place, { signal });
      return data.flatMap((one) => ("documentName" in one ? [[one.id, String(one.documentName)] as const] : []));
    },
  });
}

/** The first people of an organization. */
export function usePeople({ client, apiKey }: KeyOfPlaces, organizationId: string | undefined) {
  return useQuery({
    queryKey: [apiKey, "suggestions", "people", organizationId],
    enabled: Boolean(organizationId),
    queryFn: async ({ signal }): Promise<Suggestion[]> => {
      const { data } = await client.users.get({ organizationId: organizationId ?? "", pageSize: OFFERED }, { signal });
      return Array.isArray(data) ? data.map(({ userId, name }) => [userId, name] as const) : [];
    },
  });
}

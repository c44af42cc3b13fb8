import { useQuery } from "@tanstack/react-query";
import type { Client } from "../session/clients.ts";

/** A suggested value of a field, and its meaning. */
export type Suggestion = readonly [value: string, label: string];

/** Maximum number of suggestions of a field; other values can be typed. */
const OFFERED = 200;

/** The API key whose places are suggested. */
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

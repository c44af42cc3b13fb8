import { useQuery } from "@tanstack/react-query";
import type { KeyClient } from "./key-client.ts";

/** All endpoints of an API key: there are at most 100. */
export function useEndpoints({ client, apiKey }: KeyClient) {
  return useQuery({
    queryKey: [apiKey, "webhooks", "endpoints"],
    queryFn: async ({ signal }) =>
      (await client.workspace.advancedwebhook.endpoints.get({ limit: 100 }, { signal })).data.endpoints,
  });
}

/** The newest deliveries to all endpoints, which tell how they are doing. */
export function useNewestDeliveries({ client, apiKey }: KeyClient) {
  return useQuery({
    queryKey: [apiKey, "deliveries", "newest"],
    queryFn: async ({ signal }) =>
      (await client.workspace.advancedwebhook.deliveries.get({ pageSize: 500 }, { signal })).data,
    refetchInterval: 5_000,
  });
}

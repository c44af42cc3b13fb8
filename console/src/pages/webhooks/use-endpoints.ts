import type { WebhookEndpoint } from "@atrium/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Client } from "../../session/clients.ts";
import type { KeyClient } from "./key-client.ts";

/** Queries all endpoints of an API key, of which there are at most 100. */
export function useEndpoints({ client, apiKey }: KeyClient) {
  return useQuery({ queryKey: endpointsKey(apiKey), queryFn: ({ signal }) => readEndpoints(client, signal) });
}

/** Returns a function that rereads all endpoints and updates the cache for all pages. */
export function useRereadEndpoints({ client, apiKey }: KeyClient): () => Promise<WebhookEndpoint[]> {
  const queries = useQueryClient();
  return async () => {
    const endpoints = await readEndpoints(client);
    queries.setQueryData(endpointsKey(apiKey), endpoints);
    return endpoints;
  };
}

const endpointsKey = (apiKey: string) => [apiKey, "webhooks", "endpoints"];

async function readEndpoints(client: Client, signal?: AbortSignal): Promise<WebhookEndpoint[]> {
  return (await client.workspace.advancedwebhook.endpoints.get({ limit: 100 }, { signal })).data.endpoints;
}

/** Queries the newest deliveries to all endpoints, from which their health is derived. */
export function useNewestDeliveries({ client, apiKey }: KeyClient) {
  return useQuery({
    queryKey: [apiKey, "deliveries", "newest"],
    queryFn: async ({ signal }) =>
      (await client.workspace.advancedwebhook.deliveries.get({ pageSize: 500 }, { signal })).data,
    refetchInterval: 5_000,
  });
}

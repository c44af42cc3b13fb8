import type { WebhookEndpoint } from "@atrium/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Client } from "../../session/clients.ts";
import type { KeyClient } from "./key-client.ts";

/** All endpoints of an API key: there are at most 100. */
export function useEndpoints({ client, apiKey }: KeyClient) {
  return useQuery({ queryKey: endpointsKey(apiKey), queryFn: ({ signal }) => readEndpoints(client, signal) });
}

/** Reads all endpoints at once, and keeps them for the pages. */
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

/** The newest deliveries to all endpoints, which tell how they are doing. */
export function useNewestDeliveries({ client, apiKey }: KeyClient) {
  return useQuery({
    queryKey: [apiKey, "deliveries", "newest"],
    queryFn: async ({ signal }) =>
      (await client.workspace.advancedwebhook.deliveries.get({ pageSize: 500 }, { signal })).data,
    refetchInterval: 5_000,
  });
}

import { useQuery } from "@tanstack/react-query";
import type { KeyClient } from "./key-client.ts";

/** Queries the event types of the service. */
export function useEventTypes({ client, apiKey }: KeyClient) {
  return useQuery({
    queryKey: [apiKey, "eventtypes"],
    queryFn: async ({ signal }) => (await client.workspace.advancedwebhook.eventtypes.get({}, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

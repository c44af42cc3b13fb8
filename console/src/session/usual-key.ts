import type { ApiKeySummary } from "@atrium/client";
import { useQuery } from "@tanstack/react-query";
import type { Client } from "./clients.ts";
import { clientOfKey, useSession } from "./session.tsx";

/** Of how many API keys it is asked whether they hold anything. */
const MAX_ASKED = 20;

/**
 * The API key to begin with where several exist and none was chosen: the first that holds an organization, else the first of all.
 * Their order is that of their ids, which chance decides.
 * @param isOpen whether none is chosen. @returns undefined while it is looked for.
 */
export function useUsualKey(keys: readonly ApiKeySummary[] | undefined, isOpen: boolean): string | undefined {
  const { client, login } = useSession();
  const isAsked = isOpen && keys !== undefined && keys.length > 1;
  const { data, isPending } = useQuery({
    queryKey: [login.workspaceId, "usualKey"],
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const asked = (keys ?? []).slice(0, MAX_ASKED);
      const filled = await Promise.all(
        asked.map(({ id }) =>
          clientOfKey(login, client, id, signal)
            .then((one) => isFilled(one, signal))
            .catch(isRefused),
        ),
      );
      return asked.find((_, i) => filled[i])?.id ?? null;
    },
  });
  if (!isAsked) return keys?.[0]?.id;
  if (isPending) return undefined;
  return keys.find(({ id }) => id === data)?.id ?? keys[0]?.id;
}

async function isFilled(client: Client, signal: AbortSignal): Promise<boolean> {
  return (await client.organizations.get({ organizationIds: undefined, pageSize: 1 }, { signal })).data.length > 0;
}

/** A key that can't be read, such as one without a token, is no good beginning. */
const isRefused = () => false;

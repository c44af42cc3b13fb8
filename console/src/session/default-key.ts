import type { ApiKeySummary } from "@atrium/client";
import { useQuery } from "@tanstack/react-query";
import type { Client } from "./clients.ts";
import { clientOfKey, useSession } from "./session.tsx";

/** Maximum number of API keys that are checked for data. */
const MAX_ASKED = 20;

/**
 * The API key to start with if none was chosen: the first with an organization, otherwise the first of all. Keys are
 * ordered by their random ids.
 * @param isOpen whether no key is chosen. @returns undefined while the keys are being checked.
 */
export function useDefaultKey(keys: readonly ApiKeySummary[] | undefined, isOpen: boolean): string | undefined {
  const session = useSession();
  const isAsked = isOpen && keys !== undefined && keys.length > 1;
  const { data, isPending } = useQuery({
    queryKey: [session.login.workspaceId, "defaultKey"],
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const candidates = (keys ?? []).slice(0, MAX_ASKED);
      const filled = await Promise.all(
        candidates.map(({ id }) =>
          clientOfKey(session, id, signal)
            .then((one) => isFilled(one, signal))
            .catch(isRefused),
        ),
      );
      return candidates.find((_, i) => filled[i])?.id ?? null;
    },
  });
  if (!isAsked) return keys?.[0]?.id;
  if (isPending) return undefined;
  return keys.find(({ id }) => id === data)?.id ?? keys[0]?.id;
}

async function isFilled(client: Client, signal: AbortSignal): Promise<boolean> {
  return (await client.organizations.get({ organizationIds: undefined, pageSize: 1 }, { signal })).data.length > 0;
}

/** A key that can't be read, such as one without a token, counts as empty. */
const isRefused = () => false;

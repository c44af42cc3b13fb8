import { nameTarget } from "#domain/audit/store/audited-store";
import type { DomainChange } from "#domain/workspaces/allowed-domains";
import { credentials } from "#domain/workspaces/store/credentials";
import type { WriteCall } from "#src/call";
import { apiKeyPath, loadApiKey } from "./api-keys.ts";

/** Changes the domains of the call's API key. `change` may run several times. */
export async function changeAllowedDomains(
  call: WriteCall,
  change: (allowed: readonly string[]) => DomainChange,
): Promise<DomainChange> {
  const { apiKeyId, workspaceId } = call.apiKey;
  const result = await call.store.transact(async (tx) => {
    const { allowedDomains } = await loadApiKey(tx, workspaceId, apiKeyId);
    const changed = change(allowedDomains);
    nameTarget(tx, { domain: changed.changed });
    if (changed.changed.length > 0) tx.merge(apiKeyPath(apiKeyId), { allowedDomains: changed.allowed });
    return changed;
  });
  credentials(call).forget("apiKey", apiKeyId);
  return result;
}

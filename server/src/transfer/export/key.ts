import { holdsSecret, mapSecret, mapUrls } from "@atrium/functions/domain/configs/secrets";
import { configPath } from "@atrium/functions/domain/configs/store/configs";
import { endpointsOf, type StoredEndpoint } from "@atrium/functions/domain/webhooks/store/endpoints";
import type { StoredApiKey } from "@atrium/functions/domain/workspaces/api-key";
import { unseal } from "@atrium/functions/platform/crypto/secrets";
import { withoutCredentials } from "@atrium/functions/platform/shapes/url";
import type { StoreReader } from "@atrium/functions/store/port";
import { configModels, configNames } from "../key-shapes.ts";
import type { SecretSealer } from "../secret-sealer.ts";
import { type OutputRecord, pages, toRecord } from "./output-record.ts";

/** Keys that read and seal the secrets of an export; without them secrets are omitted. */
export interface ExportSealing {
  sealer: SecretSealer;
  /** Decrypts the stored secrets. */
  encryptionKey: Uint8Array;
}

/** What every export omits. */
const NEVER = [
  "messages and deliveries of webhooks, and their attempts",
  "idempotency keys and their replies",
  "the audit log",
  "revocations of user tokens, and the keys that sign those tokens",
  "progress of moves of documents and of deletions of people's data",
  "what is being deleted, expired presence, and notifications that were yet to be delivered",
];
/** What an export with a passphrase seals, and an export without one omits. */
export const SECRETS =
  "auth tokens, signing keys of webhooks, and credentials of other services in configurations and URLs";

/** Descriptions of what an export omits. */
export function leftOutOf(isSealed: boolean): string[] {
  return isSealed ? NEVER : [SECRETS, ...NEVER];
}

/** The auth tokens of an API key, sealed. */
export function sealTokens(apiKeyId: string, { authTokens }: StoredApiKey, { sealer, encryptionKey }: ExportSealing) {
  return authTokens.map(({ name, domains, createdAt, sealed }) => ({
    name,
    domains,
    createdAt,
    sealed: sealer.seal(`${apiKeyId} token ${name}`, unseal(encryptionKey, sealed)),
  }));
}

/** The configurations and webhook endpoints of an API key. */
export async function* exportKeyParts(
  reader: StoreReader,
  apiKeyId: string,
  sealing: ExportSealing | undefined,
): AsyncGenerator<OutputRecord> {
  yield* exportConfigs(reader, apiKeyId, sealing);
  for await (const { id, data } of pages<StoredEndpoint>(reader, { collection: endpointsOf(apiKeyId) })) {
    const { metadata, secrets, url, description, filterTypes, channels, disabled, disabledReason, rateLimit, uid } =
      data;
    const publicUrl = withoutCredentials(url);
    const own = {
      endpointId: id,
      url: publicUrl,
      sealedUrl: publicUrl === url ? undefined : sealing?.sealer.seal(`${apiKeyId} endpoint ${id} url`, url),
      description,
      filterTypes,
      channels,
      disabled: disabled || undefined,
      rateLimit,
      uid,
    };
    const { createdAt, updatedAt, failingSince } = data;
    yield toRecord("webhookEndpoint", {
      ...own,
      metadata: metadata === undefined ? undefined : JSON.parse(metadata),
      disabledReason,
      failingSince,
      secrets:
        sealing &&
        secrets.map(({ sealed, until }) => ({
          sealed: sealing.sealer.seal(`${apiKeyId} endpoint ${id}`, unseal(sealing.encryptionKey, sealed)),
          until,
        })),
      createdAt,
      updatedAt,
    });
  }
}

async function* exportConfigs(
  reader: StoreReader,
  apiKeyId: string,
  sealing: ExportSealing | undefined,
): AsyncGenerator<OutputRecord> {
  const docs = await reader.getMany(configNames.map((name) => configPath(apiKeyId, name)));
  for (const [i, name] of configNames.entries()) {
    const json = docs[i]?.data.json;
    if (typeof json !== "string") continue;
    let config: object = JSON.parse(json);
    let sealed: string | undefined;
    const sealedUrls: Record<string, string> = {};
    if (holdsSecret(name)) {
      config = mapSecret(name, config, (storedSecret) => {
        sealed = sealing?.sealer.seal(`${apiKeyId} config ${name}`, unseal(sealing.encryptionKey, storedSecret));
        return "";
      });
      config = mapUrls(name, config, (url, field) => {
        const publicUrl = withoutCredentials(url);
        if (sealing && publicUrl !== url)
          sealedUrls[field] = sealing.sealer.seal(`${apiKeyId} config ${name} ${field}`, url);
        return publicUrl;
      });
    }
    // In declaration order, whatever the stored order.
    yield toRecord("config", {
      name,
      config: configModels[name].safeParse(config).data ?? config,
      sealed,
      sealedUrls: Object.keys(sealedUrls).length > 0 ? sealedUrls : undefined,
    });
  }
}

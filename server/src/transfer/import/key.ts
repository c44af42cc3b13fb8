import { isDeepStrictEqual } from "node:util";
import type { WriteCall } from "@atrium/functions/call";
import type { Context } from "@atrium/functions/context";
import { asOperator } from "@atrium/functions/domain/audit/store/audited-store";
import { holdsSecret, mapUrls, secretOf, urlsOf, withSecret } from "@atrium/functions/domain/configs/secrets";
import { type Configs, configPath, loadConfig, toStoredConfig } from "@atrium/functions/domain/configs/store/configs";
import { newWebhookSecret } from "@atrium/functions/domain/webhooks/signature";
import { endpointPath, endpointsOf, type StoredEndpoint } from "@atrium/functions/domain/webhooks/store/endpoints";
import { subscribeAll } from "@atrium/functions/domain/webhooks/store/webhook-configs";
import { MAX_ENDPOINTS } from "@atrium/functions/domain/webhooks/webhook-endpoint";
import type { StoredToken } from "@atrium/functions/domain/workspaces/api-key";
import { hashSecret, seal, unseal } from "@atrium/functions/platform/crypto/secrets";
import { ApiError } from "@atrium/functions/platform/error";
import { withoutCredentials } from "@atrium/functions/platform/shapes/url";
import { configModels } from "../key-shapes.ts";
import { type Fields, parseFields } from "../records.ts";
import type { SecretSealer } from "../secret-sealer.ts";

/** @throws ApiError INVALID_ARGUMENT if the text was not sealed for this place. */
export function openSealed(opener: SecretSealer, place: string, sealed: string): string {
  const secret = opener.open(place, sealed);
  if (secret === undefined)
    throw new ApiError("INVALID_ARGUMENT", "contains a secret that was altered or sealed elsewhere.");
  return secret;
}

/** The auth tokens in the line of an API key; tokens that are already stored are kept. */
export function openTokens(
  context: Context,
  { apiKeyId, authTokens = [] }: Fields<"apiKey">,
  opener: SecretSealer,
  storedTokens: readonly StoredToken[],
): StoredToken[] {
  return authTokens.map(({ name, domains, createdAt, sealed }) => {
    const token = openSealed(opener, `${apiKeyId} token ${name}`, sealed);
    const hash = hashSecret(token);
    const same = storedTokens.find((one) => one.name === name && one.hash === hash);
    return { name, hash, sealed: same?.sealed ?? seal(context.encryptionKey, token), domains, createdAt };
  });
}

/** Stores a configuration and its event subscribers. If the line lacks its secrets, the stored ones are kept. */
export async function putConfig(
  call: WriteCall,
  { name, config, sealed, sealedUrls }: Fields<"config">,
  opener: SecretSealer | undefined,
): Promise<void> {
  const { apiKeyId } = call.apiKey;
  const parsed = parseFields(configModels[name], config);
  const secret = sealed && opener && openSealed(opener, `${apiKeyId} config ${name}`, sealed);
  const { workspaceId } = call.apiKey;
  const operator = asOperator(call, "config.import", { workspaceId, apiKey: apiKeyId, config: name });
  await operator.store.transact(async (tx) => {
    const storedConfig = await loadConfig(tx, call, name);
    const nextSecret = secret ?? (holdsSecret(name) && storedConfig ? secretOf(name, storedConfig) : undefined);
    let next: object = parsed;
    if (holdsSecret(name)) {
      if (nextSecret) next = withSecret(name, next, nextSecret);
      const storedUrls = urlsOf(name, storedConfig ?? {});
      next = mapUrls(name, next, (url, field) =>
        openUrl(opener, `${apiKeyId} config ${name} ${field}`, {
          url,
          sealedUrl: sealedUrls?.[field],
          storedUrl: storedUrls[field],
        }),
      );
    }
    if (isDeepStrictEqual(next, storedConfig)) return;
    if (name === "webhook" || name === "advancedWebhook") await subscribeAll(tx, call, { [name]: next });
    tx.set(configPath(apiKeyId, name), toStoredConfig(call, name, next as Configs[typeof name]));
  });
}

/** Stores a webhook endpoint. If the line has no secrets, the stored ones are kept, or a new one is created. */
export async function putEndpoint(
  call: WriteCall,
  { endpointId, secrets, metadata, sealedUrl, ...fields }: Fields<"webhookEndpoint">,
  opener: SecretSealer | undefined,
): Promise<void> {
  const { apiKeyId } = call.apiKey;
  const path = endpointPath(apiKeyId, endpointId);
  const opened =
    opener &&
    secrets?.map(({ sealed, until }) => ({
      until,
      text: openSealed(opener, `${apiKeyId} endpoint ${endpointId}`, sealed),
    }));
  const sealNew = (text: string) => seal(call.encryptionKey, text);
  const { workspaceId } = call.apiKey;
  const operator = asOperator(call, "webhookEndpoint.import", { workspaceId, apiKey: apiKeyId, endpointId });
  await operator.store.transact(async (tx) => {
    const { docs } = await tx.query<StoredEndpoint>({ collection: endpointsOf(apiKeyId) });
    const storedEndpoint = docs.find(({ id }) => id === endpointId)?.data;
    if (!storedEndpoint && docs.length >= MAX_ENDPOINTS)
      throw new ApiError("FAILED_PRECONDITION", `the API key has ${MAX_ENDPOINTS} webhook endpoints already.`);
    if (fields.uid !== undefined && docs.some(({ id, data }) => id !== endpointId && data.uid === fields.uid))
      throw new ApiError("ALREADY_EXISTS", `another webhook endpoint has the uid ${JSON.stringify(fields.uid)}.`);
    const isStored = (text: string) =>
      storedEndpoint?.secrets.find(({ sealed }) => unseal(call.encryptionKey, sealed) === text);
    const next: StoredEndpoint = withoutUndefined({
      ...fields,
      url: openUrl(opener, `${apiKeyId} endpoint ${endpointId} url`, {
        url: fields.url,
        sealedUrl,
        storedUrl: storedEndpoint?.url,
      }),
      disabled: fields.disabled ?? false,
      metadata: metadata && JSON.stringify(metadata),
      secrets: opened?.map(({ text, until }) =>
        withoutUndefined({ sealed: isStored(text)?.sealed ?? sealNew(text), until }),
      ) ??
        storedEndpoint?.secrets ?? [{ sealed: sealNew(newWebhookSecret()) }],
    });
    if (isDeepStrictEqual(next, storedEndpoint)) return;
    await subscribeAll(tx, call, {
      endpoints: [...docs.filter(({ id }) => id !== endpointId), { id: endpointId, data: next }],
    });
    tx.set(path, next);
  });
}

/** The sealed URL; if it can't be opened, the stored one, provided that only its user name and password differ. */
function openUrl(
  opener: SecretSealer | undefined,
  place: string,
  { url, sealedUrl, storedUrl }: { url: string; sealedUrl: string | undefined; storedUrl: string | undefined },
): string {
  if (sealedUrl && opener) return openSealed(opener, place, sealedUrl);
  return storedUrl && withoutCredentials(storedUrl) === url ? storedUrl : url;
}

function withoutUndefined<T extends object>(data: T): T {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as T;
}

import { newWebhookSecret, SECRET_OVERLAP } from "#domain/webhooks/signature";
import type { NewWebhookEndpoint, WebhookEndpoint, WebhookEndpointChange } from "#domain/webhooks/webhook-endpoint";
import { seal, unseal } from "#platform/crypto/secrets";
import { hideCredentials } from "#platform/shapes/url";
import type { Context, ReadContext } from "#src/context";
import { notFound } from "#src/errors";
import { toPath } from "#store/paths";
import type { Doc, DocData, DocRef, StoreReader } from "#store/port";

/** An encrypted signing secret. A rotated secret ends at `until` (ms since 1970). */
type StoredSecret = { sealed: string; until?: number };

/** Stored form of a webhook endpoint (docs/behaviour.md#webhook-endpoints). Times are in ms since 1970. */
export interface StoredEndpoint extends DocData {
  url: string;
  description?: string | undefined;
  filterTypes?: string[] | undefined;
  channels?: string[] | undefined;
  disabled: boolean;
  disabledReason?: string | undefined;
  rateLimit?: number | undefined;
  uid?: string | undefined;
  /** JSON text. */
  metadata?: string | undefined;
  /** The current secret first. */
  secrets: StoredSecret[];
  /** Since when all attempts have failed; omitted while they succeed. */
  failingSince?: number;
  createdAt: number;
  updatedAt: number;
}

/** Path of the collection of an API key's endpoints. */
export function endpointsOf(apiKeyId: string): string {
  return `${toPath("apiKeys", apiKeyId)}/webhookEndpoints`;
}

/** Path of an endpoint. */
export function endpointPath(apiKeyId: string, endpointId: string): DocRef<StoredEndpoint> {
  return toPath("apiKeys", apiKeyId, "webhookEndpoints", endpointId);
}

/** Reads an endpoint. @throws ApiError NOT_FOUND */
export async function loadEndpoint(
  reader: StoreReader,
  apiKeyId: string,
  endpointId: string,
): Promise<Doc<StoredEndpoint>> {
  const endpoint = await reader.get<StoredEndpoint>(endpointPath(apiKeyId, endpointId));
  if (!endpoint) throw notFound("webhookEndpoint");
  return endpoint;
}

/** Stored form of a new endpoint, with a new secret. */
export function newEndpoint(context: Context, { metadata, ...fields }: NewWebhookEndpoint): StoredEndpoint {
  return {
    disabled: false,
    ...fields,
    ...(metadata && { metadata: JSON.stringify(metadata) }),
    secrets: [newSecret(context)],
    createdAt: context.now(),
    updatedAt: context.now(),
  };
}

/** Applies an update to an endpoint. Enabling or disabling it clears its failures. */
export function changedEndpoint(context: Context, endpoint: StoredEndpoint, change: WebhookEndpointChange) {
  const { metadata, description, filterTypes, channels, rateLimit, ...plain } = change;
  const next: StoredEndpoint = { ...endpoint, ...plain, updatedAt: context.now() };
  if (metadata !== undefined) next.metadata = metadata ? JSON.stringify(metadata) : undefined;
  if (description !== undefined) next.description = description ?? undefined;
  if (filterTypes !== undefined) next.filterTypes = filterTypes ?? undefined;
  if (channels !== undefined) next.channels = channels ?? undefined;
  if (rateLimit !== undefined) next.rateLimit = rateLimit ?? undefined;
  if (change.disabled !== undefined) {
    delete next.disabledReason;
    delete next.failingSince;
  }
  return next;
}

/** The endpoint as returned. @param session a session that may only read sees no user name and password in the URL. */
export function toEndpoint(
  { id, data }: Pick<Doc<StoredEndpoint>, "id" | "data">,
  session?: { readOnly: boolean },
): WebhookEndpoint {
  return {
    id,
    url: session?.readOnly ? hideCredentials(data.url) : data.url,
    description: data.description ?? null,
    filterTypes: data.filterTypes ?? null,
    channels: data.channels ?? null,
    disabled: data.disabled,
    disabledReason: data.disabledReason ?? null,
    rateLimit: data.rateLimit ?? null,
    uid: data.uid ?? null,
    metadata: data.metadata === undefined ? null : JSON.parse(data.metadata),
    createdAt: new Date(data.createdAt).toISOString(),
    updatedAt: new Date(data.updatedAt).toISOString(),
  };
}

function newSecret(context: Context): StoredSecret {
  return { sealed: seal(context.encryptionKey, newWebhookSecret()) };
}

/**
 * The secrets after a rotation: a new one, then the earlier ones that are still valid, which end after 24 hours at the
 * latest.
 */
export function rotatedSecrets(context: Context, { secrets }: StoredEndpoint): StoredSecret[] {
  const until = context.now() + SECRET_OVERLAP;
  const earlier = secrets.filter((secret) => isValid(context, secret)).map((secret) => ({ until, ...secret }));
  return [newSecret(context), ...earlier.slice(0, 2)];
}

/** The valid secrets in plain text, the current one first. */
export function revealSecrets(context: ReadContext, { secrets }: Pick<StoredEndpoint, "secrets">): string[] {
  return validSecrets(context, secrets).map(({ sealed }) => unseal(context.encryptionKey, sealed));
}

/** The valid secrets as stored, the current one first. */
export function validSecrets(context: ReadContext, secrets: readonly StoredSecret[]): StoredSecret[] {
  return secrets.filter((secret) => isValid(context, secret));
}

function isValid(context: ReadContext, { until = Number.POSITIVE_INFINITY }: StoredSecret): boolean {
  return until > context.now();
}

import {
  type InspectedRequest,
  type Inspector,
  inspectorAddress,
  KEPT_REQUESTS,
  MAX_KEPT_BODY,
  MAX_KEPT_JSON,
  MAX_TRIED_ENDPOINTS,
  REQUEST_KEPT,
} from "#domain/webhooks/inspector";
import { type SignedContent, signatureHeaders, signingKey } from "#domain/webhooks/signature";
import { MAX_ENDPOINTS } from "#domain/webhooks/webhook-endpoint";
import type { Context } from "#src/context";
import { getPage } from "#store/page-bytes";
import { toPath } from "#store/paths";
import type { Doc, DocData, DocRef, StoreReader } from "#store/port";
import { endpointsOf, revealSecrets, type StoredEndpoint } from "./endpoints.ts";

/** Stored form of an inspector: collection `inspectors` below an API key. */
export interface StoredInspector extends DocData {
  /** In ms since 1970. */
  createdAt: number;
  description?: string | undefined;
  received: number;
}

/** Stored form of a received request: collection `inspectedRequests` below an API key. */
interface StoredInspectedRequest extends DocData {
  number: number;
  /** The request as JSON. */
  request: string;
  deleteAt: Date;
}

/** The collection of the inspectors of an API key. */
export function inspectorsOf(apiKeyId: string): string {
  return `${toPath("apiKeys", apiKeyId)}/inspectors`;
}

/** Path of an inspector. */
export function inspectorPath(apiKeyId: string, inspectorId: string): DocRef<StoredInspector> {
  return toPath("apiKeys", apiKeyId, "inspectors", inspectorId);
}

/** Path of a received request. Numbers that are 100 apart share a path, so an inspector never holds more requests. */
function requestPath(apiKeyId: string, inspectorId: string, number: number): DocRef<StoredInspectedRequest> {
  return toPath("apiKeys", apiKeyId, "inspectedRequests", `${inspectorId}:${number % KEPT_REQUESTS}`);
}

/** Paths of all requests that an inspector may hold. */
export function requestPaths(apiKeyId: string, inspectorId: string): string[] {
  return Array.from({ length: KEPT_REQUESTS }, (_, i) => requestPath(apiKeyId, inspectorId, i));
}

/** An inspector as returned. */
export function toInspector(apiKeyId: string, { id, data }: Pick<Doc<StoredInspector>, "id" | "data">): Inspector {
  return { inspectorId: id, path: inspectorAddress(apiKeyId, id), ...data };
}

/**
 * The newest requests of an inspector, newest first, up to the size of a page.
 * @param limit maximum number of requests.
 */
export async function inspectedRequests(
  reader: StoreReader,
  apiKeyId: string,
  { id, data: { received } }: Doc<StoredInspector>,
  limit: number,
): Promise<InspectedRequest[]> {
  const numbers = Array.from({ length: Math.min(received, limit, KEPT_REQUESTS) }, (_, i) => received - i);
  const paths = numbers.map((number) => requestPath(apiKeyId, id, number));
  const { docs } = await getPage<StoredInspectedRequest>(reader, paths);
  return docs.flatMap((doc, i) => (doc && doc.data.number === numbers[i] ? [JSON.parse(doc.data.request)] : []));
}

/** A request that has arrived. */
export interface ArrivingRequest {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** Identifies the inspector that receives a request. */
export type InspectorPlace = { apiKeyId: string; inspectorId: string };

/** Whether the inspector exists; if not, nothing of a request is read. */
export async function hasInspector(reader: StoreReader, { apiKeyId, inspectorId }: InspectorPlace): Promise<boolean> {
  return (await reader.get(inspectorPath(apiKeyId, inspectorId))) !== undefined;
}

/** Stores a request for an inspector, if the inspector still exists. */
export async function receive(
  context: Context,
  { apiKeyId, inspectorId }: InspectorPlace,
  arriving: ArrivingRequest,
): Promise<void> {
  const path = inspectorPath(apiKeyId, inspectorId);
  const signature = await signatureState(context, apiKeyId, inspectorId, arriving);
  const time = context.now();
  await context.store.transact(async (tx) => {
    const inspector = await tx.get(path);
    if (!inspector) return;
    const number = inspector.data.received + 1;
    const request: InspectedRequest = {
      number,
      time,
      headers: keptHeaders(arriving.headers),
      body: keptBody(arriving.body),
      bytes: arriving.body.length,
      signature,
    };
    tx.update(path, { received: number });
    tx.set(requestPath(apiKeyId, inspectorId, number), {
      number,
      request: JSON.stringify(request),
      deleteAt: new Date(time + REQUEST_KEPT),
    });
  });
}

/**
 * The stored beginning of a body. Bytes that are not text take up to six times their length as JSON, so fewer are
 * stored.
 */
function keptBody(body: Buffer): string {
  let text = body.subarray(0, MAX_KEPT_BODY).toString();
  while (JSON.stringify(text).length > MAX_KEPT_JSON) text = text.slice(0, text.length / 2);
  return text;
}

/** Names of headers whose values are credentials: HTTP's, this service's with any brand, and similar ones of others. */
const CREDENTIAL = /(^|-)(authorization|cookie|token|secret|password|key)$/;

/** The headers as stored: without credentials, and with long values cut. */
function keptHeaders(headers: ArrivingRequest["headers"]): Record<string, string> {
  const entries = Object.entries(headers).slice(0, 50);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, CREDENTIAL.test(name) ? "(not kept)" : String(value).slice(0, 1000)]),
  );
}

/** Whether a valid secret of an endpoint that delivers to the inspector has signed the request. */
async function signatureState(
  context: Context,
  apiKeyId: string,
  inspectorId: string,
  { headers, body }: ArrivingRequest,
): Promise<InspectedRequest["signature"]> {
  const header = headers["webhook-signature"];
  if (typeof header !== "string") return "missing";
  const { docs } = await context.store.query<StoredEndpoint>({
    collection: endpointsOf(apiKeyId),
    limit: MAX_ENDPOINTS,
  });
  const address = inspectorAddress(apiKeyId, inspectorId);
  const delivering = docs.filter(({ data }) => data.url.endsWith(address)).slice(0, MAX_TRIED_ENDPOINTS);
  const secrets = delivering.flatMap(({ data }) => revealSecrets(context, data));
  const signed: SignedContent = {
    id: String(headers["webhook-id"]),
    timestamp: Number(headers["webhook-timestamp"]),
    body: body.toString(),
  };
  const signatures = header.split(" ");
  const own = signatureHeaders(secrets.map(signingKey), signed)["webhook-signature"] ?? "";
  return secrets.length > 0 && own.split(" ").some((one) => signatures.includes(one)) ? "valid" : "invalid";
}

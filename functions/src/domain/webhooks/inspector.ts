import * as z from "zod";
import { maxCharacters } from "#platform/shapes/contract-check";

/** Maximum number of inspectors of an API key. */
export const MAX_INSPECTORS = 20;

/** How many requests of an inspector are kept: a new request replaces the oldest. */
export const KEPT_REQUESTS = 100;

/** How long a received request is kept, in ms: it may contain personal data. */
export const REQUEST_KEPT = 24 * 60 * 60_000;

/** Maximum number of bytes of a received body that are kept. */
export const MAX_KEPT_BODY = 64 * 1024;

/** Maximum number of characters of a kept body as JSON, which can use six characters for a byte that is not text. */
export const MAX_KEPT_JSON = 2 * MAX_KEPT_BODY;

/** Maximum number of endpoints whose secrets are tried on a signature: each try processes the whole body. */
export const MAX_TRIED_ENDPOINTS = 5;

/** The purpose of an inspector, as described by its creator. */
export const InspectorDescription = z.string().check(maxCharacters(1000));

/** A receiver of webhooks that shows what it has received, for trying them out. Times are in ms since 1970. */
export const Inspector = z.object({
  inspectorId: z.string(),
  /**
   * Path on the server's own address at which it receives. Anybody who knows it can send to it, but nobody can read
   * there.
   */
  path: z.string(),
  createdAt: z.number(),
  /** Its purpose. */
  description: InspectorDescription.optional(),
  /** How many requests it has received, including those that are no longer kept. */
  received: z.int(),
});
export type Inspector = z.infer<typeof Inspector>;

/** A request that an inspector has received. */
export const InspectedRequest = z.object({
  /** Counts from 1, in the order of arrival. */
  number: z.int(),
  /** In ms since 1970. */
  time: z.number(),
  /** By name; values of credentials (`authorization`, `cookie`, names that end with `-token`, `-key`, `-secret`) are not kept. */
  headers: z.record(z.string(), z.string()),
  /** The first 64 KiB of the body; less if these take more than 128 KiB as JSON. */
  body: z.string(),
  /** Length of the whole body in bytes. */
  bytes: z.int(),
  /**
   * Whether the request is signed by one of the first five webhook endpoints that deliver here; `missing` without a
   * signature.
   */
  signature: z.enum(["valid", "invalid", "missing"]),
});
export type InspectedRequest = z.infer<typeof InspectedRequest>;

/** The path at which an inspector receives webhooks. */
export function inspectorAddress(apiKeyId: string, inspectorId: string): string {
  return `/hooks/inspect/${apiKeyId}.${inspectorId}`;
}

/** The inspector that receives at a path; undefined if the path is not an inspector's. */
export function inspectorAt(path: string): { apiKeyId: string; inspectorId: string } | undefined {
  const [, apiKeyId, inspectorId] = /^\/hooks\/inspect\/(\w{1,60})\.(ins_\w{22})$/.exec(path) ?? [];
  return apiKeyId !== undefined && inspectorId !== undefined ? { apiKeyId, inspectorId } : undefined;
}

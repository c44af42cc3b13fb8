import * as z from "zod";
import { maxCharacters } from "#platform/shapes/contract-check";

/** Most inspectors of an API key. */
export const MAX_INSPECTORS = 20;

/** How many requests of an inspector are kept: a new one takes the place of the oldest. */
export const KEPT_REQUESTS = 100;

/** How long a received request is kept, in ms: it holds data of people. */
export const REQUEST_KEPT = 24 * 60 * 60_000;

/** Most bytes of a received body that are kept. */
export const MAX_KEPT_BODY = 64 * 1024;

/** Most characters of a kept body as JSON, which writes six for one that is no text. */
export const MAX_KEPT_JSON = 2 * MAX_KEPT_BODY;

/** Most endpoints that deliver to one inspector and whose secrets are tried on a signature: each try goes through the whole body. */
export const MAX_TRIED_ENDPOINTS = 5;

/** What an inspector is for, in the words of who made it. */
export const InspectorDescription = z.string().check(maxCharacters(1000));

/** A receiver of webhooks that shows what it has received, for trying them out. Times are in ms since 1970. */
export const Inspector = z.object({
  inspectorId: z.string(),
  /** Where it receives, on the server's own address. Whoever knows it can send to it, and nobody can read there. */
  path: z.string(),
  createdAt: z.number(),
  /** What it is for. */
  description: InspectorDescription.optional(),
  /** How many requests it has received, with those that are not kept any more. */
  received: z.int(),
});
export type Inspector = z.infer<typeof Inspector>;

/** A request that an inspector has received. */
export const InspectedRequest = z.object({
  /** From 1, in the order of arrival. */
  number: z.int(),
  /** In ms since 1970. */
  time: z.number(),
  /** By name; values of credentials (`authorization`, `cookie`, names that end with `-token`, `-key`, `-secret`) are not kept. */
  headers: z.record(z.string(), z.string()),
  /** The first 64 KiB of the body, or less of one that takes more than 128 KiB as JSON. */
  body: z.string(),
  /** Length of the whole body in bytes. */
  bytes: z.int(),
  /** Whether one of the first five webhook endpoints that deliver here has signed it; `missing` without signature. */
  signature: z.enum(["valid", "invalid", "missing"]),
});
export type InspectedRequest = z.infer<typeof InspectedRequest>;

/** The path at which an inspector receives. */
export function inspectorAddress(apiKeyId: string, inspectorId: string): string {
  return `/hooks/inspect/${apiKeyId}.${inspectorId}`;
}

/** The inspector that receives at a path; undefined where none can. */
export function inspectorAt(path: string): { apiKeyId: string; inspectorId: string } | undefined {
  const [, apiKeyId, inspectorId] = /^\/hooks\/inspect\/(\w{1,60})\.(ins_\w{22})$/.exec(path) ?? [];
  return apiKeyId !== undefined && inspectorId !== undefined ? { apiKeyId, inspectorId } : undefined;
}

import * as z from "zod";
import type { CallEndpoint } from "#http/endpoint";
import { MAX_DEPTH } from "#http/request/body";
import { outlineOf } from "#http/request/body-outline";
import { parseInput } from "#http/request/validation";
import { Id, Ids } from "#platform/shapes/fields";
import type { UserCall } from "#src/call";
import { enforceAccess } from "./act-as-user.ts";

/** Bytes from which on a body is expensive to parse beside what looking up a user's access costs. */
export const LARGE_BODY = 65_536;

/** The fields of an input by which a rule for users names its places. */
export const PlaceFields = z.object({ organizationId: Id, documentId: Id.optional(), documentIds: Ids.optional() });

const placeFields: ReadonlySet<string> = new Set(Object.keys(PlaceFields.shape));

/**
 * Decides what a user may do at the places that a large body names, before the body is parsed: nobody makes the service
 * parse megabytes about a document of others. The whole input is held to the rule afterwards like any other.
 * @throws ApiError INVALID_ARGUMENT for a place that is no id; what `enforceAccess` throws.
 */
export async function requirePlaceFirst(
  call: UserCall,
  { user: rule, bareBody = [] }: Pick<CallEndpoint, "user" | "bareBody">,
  body: Uint8Array,
): Promise<void> {
  if (!rule || body.length < LARGE_BODY) return;
  const { top, data } = outlineOf(body, MAX_DEPTH, placeFields);
  const fields = bareBody.some((name) => top.has(name)) ? top : data;
  const place = Object.fromEntries([...fields].map(([name, text]) => [name, parsed(text)]));
  // Whether such a call only reads shows when it is parsed.
  const action = rule.isRead ? "read" : rule.action;
  await enforceAccess(call, { ...rule, action }, [rule.on(parseInput(PlaceFields, place))].flat());
}

/** The value of JSON text; undefined where it is malformed, which parsing the whole body tells better. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import * as z from "zod";
import type { CallEndpoint } from "#http/endpoint";
import { MAX_DEPTH } from "#http/request/body";
import { outlineOf } from "#http/request/body-outline";
import { parseInput } from "#http/request/validation";
import { Id, Ids } from "#platform/shapes/fields";
import type { UserCall } from "#src/call";
import { enforceAccess } from "./act-as-user.ts";

/** Size in bytes from which parsing a body is expensive compared with looking up a user's access. */
export const LARGE_BODY = 65_536;

/** The input fields by which rules for users name their places. */
export const PlaceFields = z.object({ organizationId: Id, documentId: Id.optional(), documentIds: Ids.optional() });

const placeFields: ReadonlySet<string> = new Set(Object.keys(PlaceFields.shape));

/**
 * Checks a user's access to the places that a large body names before the body is parsed, so that nobody can make the
 * service parse megabytes about other people's documents. Afterwards the rule is enforced on the whole input.
 * @throws ApiError INVALID_ARGUMENT for a place that is not an id; the errors of `enforceAccess`.
 */
export async function checkPlacesBeforeParsing(
  call: UserCall,
  { user: rule, bareBody = [] }: Pick<CallEndpoint, "user" | "bareBody">,
  body: Uint8Array,
): Promise<void> {
  if (!rule || body.length < LARGE_BODY) return;
  const { top, data } = outlineOf(body, MAX_DEPTH, placeFields);
  const fields = bareBody.some((name) => top.has(name)) ? top : data;
  const place = Object.fromEntries([...fields].map(([name, text]) => [name, parseJson(text)]));
  // Whether such a call only reads is known only after parsing.
  const action = rule.isRead ? "read" : rule.action;
  await enforceAccess(call, { ...rule, action }, [rule.on(parseInput(PlaceFields, place))].flat());
}

/** The value of JSON text; undefined if it is malformed, which parsing the whole body reports better. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

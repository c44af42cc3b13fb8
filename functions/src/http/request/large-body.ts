import type { CallEndpoint } from "#http/endpoint";
import { LargeJson } from "#platform/text/large-json";
import type { Call } from "#src/call";
import { unwrap } from "./body.ts";
import type { ParsedLargeBody } from "./large-body-parsing.ts";

/** Whether a body is parsed in another thread: it is large, and the endpoint declares which field makes it so. */
export function isLargeBody(
  { heavyWork }: Pick<Call, "heavyWork">,
  { largeField }: Pick<CallEndpoint, "largeField">,
  body: Uint8Array,
): boolean {
  return largeField !== undefined && heavyWork.isHeavy(body.byteLength);
}

/**
 * The `data` of a body, not yet validated. The field that makes a body large is then a `LargeJson`.
 * @throws ApiError INVALID_ARGUMENT as `unwrap` does.
 */
export async function readData(
  call: Pick<Call, "heavyWork">,
  endpoint: Pick<CallEndpoint, "largeField" | "bareBody">,
  body: Uint8Array,
): Promise<unknown> {
  const { largeField: field, bareBody } = endpoint;
  if (field === undefined || !isLargeBody(call, endpoint, body)) return unwrap(body, bareBody);
  const { data, large } = await call.heavyWork.run<ParsedLargeBody>("parseLargeBody", { body, field });
  return large ? { ...(data as object), [field]: new LargeJson(large) } : data;
}

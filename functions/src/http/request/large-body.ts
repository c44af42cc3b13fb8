import type { CallEndpoint } from "#http/endpoint";
import { LargeJson } from "#platform/text/large-json";
import type { Call } from "#src/call";
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
 * The `data` of a large body, not yet validated. The field that makes it large is a `LargeJson`.
 * @throws ApiError INVALID_ARGUMENT as `unwrap` does.
 */
export async function readLargeData(
  call: Pick<Call, "heavyWork">,
  { largeField: field = "" }: Pick<CallEndpoint, "largeField">,
  body: Uint8Array,
): Promise<unknown> {
  const { data, large } = await call.heavyWork.run<ParsedLargeBody>("parseLargeBody", { body, field });
  return large ? { ...(data as object), [field]: new LargeJson(large) } : data;
}

import type { CallEndpoint } from "#http/endpoint";
import { LargeJson } from "#platform/text/large-json";
import type { Call } from "#src/call";
import { unwrap } from "./body.ts";
import type { ParsedLargeBody } from "./large-body-parsing.ts";

/**
 * The `data` of a body, not yet validated. A large body is parsed in another thread if the endpoint declares which field
 * makes it large; that field is then a `LargeJson`.
 * @throws ApiError INVALID_ARGUMENT as `unwrap` does.
 */
export async function readData(
  { heavyWork }: Pick<Call, "heavyWork">,
  { largeField: field, bareBody }: Pick<CallEndpoint, "largeField" | "bareBody">,
  body: Uint8Array,
): Promise<unknown> {
  if (field === undefined || !heavyWork.isHeavy(body.byteLength)) return unwrap(body, bareBody);
  const { data, large } = await heavyWork.run<ParsedLargeBody>("parseLargeBody", { body, field });
  return large ? { ...(data as object), [field]: new LargeJson(large) } : data;
}

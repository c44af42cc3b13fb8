import * as z from "zod";
import { checkContentType, unwrap } from "#http/request/body";
import type { Request } from "#http/request/request";
import { ApiError } from "#platform/error";
import { maxCharacters } from "#platform/shapes/contract-check";

/** Largest body in which credentials are looked for, in bytes: it is read before the caller is known. */
const MAX_CREDENTIALS_BODY = 16_384;

/** Input fields that replace the two headers of an API key. The kernel reads them; no handler does. */
export const credentialFields = {
  apiKey: z.string().min(1).check(maxCharacters(100)).optional(),
  authToken: z.string().min(1).check(maxCharacters(1000)).optional(),
};

/**
 * Moves the credentials of a body into the headers, unless a header already contains some. A body that has no
 * credentials or can't be read is left alone: the call is then refused for its missing headers.
 * @throws ApiError INVALID_ARGUMENT for one of the two without the other, or a body that is too large.
 */
export async function withBodyCredentials(brand: string, request: Request): Promise<Request> {
  const [keyHeader, tokenHeader] = [`x-${brand}-api-key`, `x-${brand}-auth-token`];
  const { method, path, ip, headers } = request;
  const isInHeaders = [keyHeader, tokenHeader, "authorization"].some((name) => headers[name] !== undefined);
  if (isInHeaders) return request;
  const bytes = await request.body(MAX_CREDENTIALS_BODY);
  const { apiKey, authToken } = credentialsIn(request, bytes);
  const whole: Request = { method, path, ip, headers, body: async () => bytes };
  if (apiKey === undefined && authToken === undefined) return whole;
  if (apiKey === undefined) throw new ApiError("INVALID_ARGUMENT", "API key not found.");
  if (authToken === undefined) throw new ApiError("INVALID_ARGUMENT", "Auth token not found.");
  return { ...whole, headers: { ...headers, [keyHeader]: apiKey, [tokenHeader]: authToken } };
}

const Credentials = z.object({
  apiKey: z.string().min(1).optional().catch(undefined),
  authToken: z.string().min(1).optional().catch(undefined),
});

/** The credentials in the body. Callers without credentials learn nothing about what is wrong with a body. */
function credentialsIn(request: Pick<Request, "headers">, bytes: Uint8Array): z.infer<typeof Credentials> {
  try {
    checkContentType(request);
    return Credentials.parse(unwrap(bytes));
  } catch {
    return {};
  }
}

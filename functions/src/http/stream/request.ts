import type * as z from "zod";
import { authenticate } from "#http/auth/authenticate";
import { hasUserToken } from "#http/auth/bearer";
import { requireAllowedOrigin } from "#http/request/cors";
import { header, type Request } from "#http/request/request";
import { parseInput } from "#http/request/validation";
import { ApiError, invalidField } from "#platform/error";
import type { Call, UserCall } from "#src/call";
import type { Context } from "#src/context";
import { badUserToken } from "#src/errors";
import type { StreamEndpoint } from "./declaration.ts";

/** A request for a stream, which has no body. */
export interface StreamRequest extends Omit<Request, "body"> {
  /** The query of the URL, without the `?`. */
  query: string;
  /** Where to open the stream instead, if what is in front of the service would hold it back until it ends. */
  streamUrl?: string | undefined;
}

/** Parameters that are refused because a token in them would appear in the logs of every proxy. */
const tokenParameters = ["token", "access_token", "authorization", "user_token"];

/**
 * Checks the credentials of a request for a stream (docs/behaviour.md#streams).
 * @throws ApiError like the endpoints that accept user tokens; UNAUTHENTICATED without one.
 */
export async function authenticateStream(
  context: Context,
  call: Call,
  { user: rule }: Pick<StreamEndpoint, "user">,
  request: StreamRequest,
): Promise<UserCall> {
  const parameters = new URLSearchParams(request.query);
  if ([...parameters.keys()].some((name) => tokenParameters.includes(name.toLowerCase())))
    throw new ApiError(
      "INVALID_ARGUMENT",
      "Send the user token in the Authorization header: addresses appear in logs.",
    );
  if (!hasUserToken(request)) throw badUserToken("neededForStream");
  const { principal } = await authenticate(context, call, { auth: "apiKey", user: rule }, request);
  const { apiKey, user } = principal;
  if (!apiKey || !user) throw new Error("a user token has brought no user");
  requireAllowedOrigin(apiKey, request);
  return { ...call, apiKey, user };
}

/** The parameters of the query. @throws ApiError INVALID_ARGUMENT, with status 406 if the client accepts no server-sent events. */
export function streamInput<I extends z.ZodObject>({ input }: { input: I }, request: StreamRequest): z.output<I> {
  const accept = header(request, "accept");
  if (accept && !/text\/event-stream|text\/\*|\*\/\*/i.test(accept))
    throw new ApiError("INVALID_ARGUMENT", "A stream is sent as text/event-stream.", { httpStatus: 406 });
  const values: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(request.query)) {
    if (!Object.hasOwn(input.shape, name)) continue;
    if (Object.hasOwn(values, name)) throw invalidField(`query.${name}`, "must be given once.");
    values[name] = value;
  }
  return parseInput(input, values, "query");
}

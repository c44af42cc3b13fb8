import * as z from "zod";
import type { AccessDecision } from "#domain/access/decide-access";
import { accessRefusal } from "#domain/access/explanation";
import { decide } from "#domain/access/store/user-decisions";
import { authenticate } from "#http/auth/authenticate";
import { hasUserToken } from "#http/auth/bearer";
import { documentOf } from "#http/auth/user-rule";
import { requireAllowedOrigin } from "#http/request/cors";
import { header, type Request } from "#http/request/request";
import { parseInput } from "#http/request/validation";
import { ApiError } from "#platform/error";
import { Id } from "#platform/fields";
import type { Call, UserCall } from "#src/call";
import type { Context } from "#src/context";
import { badUserToken, featureOff } from "#src/errors";

/** A request for a stream: nobody reads a body. */
export interface StreamRequest extends Omit<Request, "body"> {
  /** What stands behind the `?` of the address. */
  query: string;
}

/** The one document of a stream. */
const StreamQuery = z.object({ organizationId: Id, documentId: Id });
export type StreamQuery = z.output<typeof StreamQuery>;

/** Streams are for users: servers are told by webhooks. */
export const streamRule = { auth: "apiKey", user: { action: "read", on: documentOf } } as const;

/** Parameters in which a token would stand in logs of every proxy on the way. */
const tokenParameters = ["token", "access_token", "authorization", "user_token"];

/**
 * Checks the credentials of a request for a stream (docs/behaviour.md#streams).
 * @throws ApiError as the endpoints that take user tokens do; UNAUTHENTICATED without one.
 */
export async function authenticateStream(context: Context, call: Call, request: StreamRequest): Promise<UserCall> {
  const parameters = new URLSearchParams(request.query);
  if ([...parameters.keys()].some((name) => tokenParameters.includes(name.toLowerCase())))
    throw new ApiError(
      "INVALID_ARGUMENT",
      "Send the user token in the Authorization header: addresses are written into logs.",
    );
  if (!hasUserToken(request)) throw badUserToken("neededForStream");
  const { principal } = await authenticate(context, call, streamRule, request);
  const { apiKey, user } = principal;
  if (!apiKey || !user) throw new Error("a user token has brought no user");
  requireAllowedOrigin(apiKey, request);
  return { ...call, apiKey, user };
}

/** What is asked for. @throws ApiError INVALID_ARGUMENT, 406 where the client takes no server-sent events. */
export function streamQuery(request: StreamRequest): StreamQuery {
  const accept = header(request, "accept");
  if (accept && !/text\/event-stream|text\/\*|\*\/\*/i.test(accept))
    throw new ApiError("INVALID_ARGUMENT", "A stream is sent as text/event-stream.", { httpStatus: 406 });
  const given: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(request.query)) {
    if (Object.hasOwn(given, name) && Object.hasOwn(StreamQuery.shape, name))
      throw new ApiError("INVALID_ARGUMENT", `query.${name} must be given once.`);
    if (Object.hasOwn(StreamQuery.shape, name)) given[name] = value;
  }
  return parseInput(StreamQuery, given, "query");
}

/** What a user may see, as of now. */
export interface StreamAccess {
  decision: AccessDecision;
  /** Whether the user belongs to an organization, by id. */
  members: Map<string, boolean>;
}

/**
 * Decides about the document, and about the organizations that its threads are private to.
 * @throws ApiError PERMISSION_DENIED with its explanation, NOT_FOUND; FAILED_PRECONDITION when the feature is off.
 */
export async function streamAccess(
  call: UserCall,
  place: StreamQuery,
  organizationIds: Iterable<string>,
): Promise<StreamAccess> {
  // As the read endpoints of comments and notifications.
  if (!call.apiKey.features.advancedQueries) throw featureOff("advancedQueries");
  const ids = [...organizationIds];
  const places = [place, ...ids.map((organizationId) => ({ organizationId }))];
  const [decision, ...others] = await decide(
    call,
    places.map((at) => ({ place: at, action: "read" as const })),
  );
  if (!decision?.allowed) throw accessRefusal(decision as AccessDecision);
  return { decision, members: new Map(ids.map((id, i) => [id, others[i]?.allowed === true])) };
}

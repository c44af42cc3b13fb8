import { countedStore } from "#domain/quotas/store/counted-call";
import { quotasOf } from "#domain/quotas/store/usages";
import { apiKeyPath } from "#domain/workspaces/store/api-keys";
import { workspacePath } from "#domain/workspaces/store/workspaces";
import { rateLimits } from "#http/rate-limit";
import { TimeSlice } from "#platform/async/time-slice";
import { ApiError } from "#platform/error";
import type { Call, KeyCall, UserCall, WorkspaceCall, WriteCall } from "#src/call";
import type { Context } from "#src/context";
import { badRequest, featureOff } from "#src/errors";
import { foreground } from "#src/foreground";
import { RememberingStore } from "#store/remembering-store";
import { AccessRecord } from "./access-log.ts";
import { type AuditedInput, runAudited } from "./audit.ts";
import { enforce, fillIn } from "./auth/act-as-user.ts";
import { authenticate } from "./auth/authenticate.ts";
import { withBodyCredentials } from "./auth/body-credentials.ts";
import { checkPlacesBeforeParsing } from "./auth/place-first.ts";
import { sessionCookie } from "./auth/session-cookie.ts";
import type { CallEndpoint } from "./endpoint.ts";
import { pathHint } from "./hints/path-hint.ts";
import { withIdempotencyKey } from "./idempotency/idempotency.ts";
import { RunningCalls } from "./idempotency/running-calls.ts";
import { refusal } from "./refusal.ts";
import { bytesOfBody } from "./reply-body.ts";
import { checkContentType, MAX_BODY_BYTES, unwrap } from "./request/body.ts";
import { expose, preflight, requireAllowedOrigin } from "./request/cors.ts";
import { Input, InputShapes, ignoredFieldsHeader } from "./request/input.ts";
import { isLargeBody, readLargeData } from "./request/large-body.ts";
import { header, type Request } from "./request/request.ts";
import { type CallResponse, failure, success } from "./response.ts";

/** A body above this size is parsed, validated and processed in different turns of the event loop, so that others wait less. */
const LONG_BODY_BYTES = 64 * 1024;

/** Answers any request; never throws. */
export type Serve = (request: Request) => Promise<CallResponse>;

/** The kernel: finds the endpoint of a path and answers for it. Plain data in, plain data out. */
export function createServe(context: Context, endpoints: readonly CallEndpoint[]): Serve {
  const byPath = new Map<string, CallEndpoint>(endpoints.map((endpoint) => [endpoint.path, endpoint]));
  const state = { running: new RunningCalls(), shapes: new InputShapes() };
  const requests = foreground(context);
  return async (request) => {
    requests.begin();
    const endpoint = byPath.get(request.path);
    const record = new AccessRecord(context, request, endpoint?.path ?? "unknown");
    const { call } = record;
    const response = await answer(context, state, call, endpoint ?? noEndpoint(request.path, byPath.keys()), request);
    if (endpoint && request.headers.authorization !== undefined) expose(endpoint, request, response);
    response.headers["x-request-id"] = call.requestId;
    record.end(response.status, bytesOfBody(response.body), response.error);
    requests.end();
    return response;
  };
}

/** The error for a path without an endpoint. @param paths the declared paths, for a suggestion. */
export function noEndpoint(path: string, paths: Iterable<string>): ApiError {
  return new ApiError("NOT_FOUND", "There is no endpoint at this path.", { hint: pathHint(path, paths) });
}

/** State that the kernel keeps between requests. */
interface KernelState {
  running: RunningCalls;
  shapes: InputShapes;
}

/** The same, plus the input of a request once it is read: its reply names ignored fields even if the call fails. */
interface Reading extends KernelState {
  input?: Input;
}

async function answer(
  context: Context,
  state: KernelState,
  call: WriteCall<Call>,
  target: CallEndpoint | ApiError,
  request: Request,
): Promise<CallResponse> {
  if (target instanceof ApiError) return failure(target);
  const reading: Reading = { ...state };
  let response: CallResponse;
  try {
    response = await handle(context, reading, call, target, request);
  } catch (error) {
    response = refusal(context, { requestId: call.requestId, path: target.path }, error);
  }
  const ignoredFields = reading.input?.ignoredFields;
  if (ignoredFields) response.headers[ignoredFieldsHeader(context.settings)] = ignoredFields;
  return response;
}

/** Handles a request in a fixed order: method, credentials, limits, feature, body, access of a user, validation, handler. */
async function handle(
  context: Context,
  reading: Reading,
  call: WriteCall<Call>,
  endpoint: CallEndpoint,
  received: Request,
): Promise<CallResponse> {
  if (received.method !== "POST") return preflight(endpoint, received) ?? refuseMethod();
  const { credentialsInBody } = endpoint;
  const request = credentialsInBody ? await withBodyCredentials(context.settings.headerBrand, received) : received;
  const { caller, limit, principal } = await authenticate(context, call, endpoint, request);
  // Before the call is counted: a page of another site can send anything but JSON, and would use up its visitor's limit.
  if (endpoint.auth === "public") checkContentType(request);
  const { apiKey, user } = principal;
  // Assigned early, so that the log line of a refusal names the caller.
  const authenticated: WriteCall<Call> & Partial<KeyCall & WorkspaceCall> = Object.assign(call, principal, {
    emits: endpoint.emits,
    ...(user && { decisions: new Map() }),
  });
  if (apiKey && user) {
    if (endpoint.kind === "read") call.store = new RememberingStore(call.store);
    requireAllowedOrigin(apiKey, request);
    await rateLimits(context).consumeAsUser(caller, user.userId);
  } else await rateLimits(context).consume(limit, caller);
  const quotas = apiKey && endpoint.kind === "write" ? quotasOf(call, apiKey) : undefined;
  if (quotas)
    call.store = await countedStore(authenticated as WriteCall, quotas, { isEnforced: !endpoint.exemptFromQuota });
  if (endpoint.requires && !apiKey?.features[endpoint.requires]) throw featureOff(endpoint.requires);
  checkContentType(request);
  const body = await request.body(endpoint.maxBytes ?? MAX_BODY_BYTES);
  if (user) await checkPlacesBeforeParsing(authenticated as UserCall, endpoint, body);
  const finish = () => handleBody(context, reading, authenticated, endpoint, request, body);
  return isLargeBody(call, endpoint, body) ? call.heavyWork.inTurn(finish) : finish();
}

/** The part of `handle` after the body has arrived. */
async function handleBody(
  context: Context,
  reading: Reading,
  authenticated: WriteCall<Call> & Partial<KeyCall & WorkspaceCall>,
  endpoint: CallEndpoint,
  request: Request,
  body: Uint8Array,
): Promise<CallResponse> {
  const { apiKey, user, workspaceId } = authenticated;
  const data = isLargeBody(authenticated, endpoint, body)
    ? await readLargeData(authenticated, endpoint, body)
    : unwrap(body, endpoint.bareBody);
  const slice = body.length > LONG_BODY_BYTES ? new TimeSlice() : undefined;
  await slice?.next();
  const input = new Input(endpoint, reading.shapes.of(endpoint), data, context.settings.headerBrand);
  reading.input = input;
  // Before a reply is replayed, since a user's access may have ended meanwhile.
  const ofUser = user && (await parseForUser(authenticated as UserCall, endpoint, input));
  const run = async (own: WriteCall<Call>) => {
    const parsed = ofUser ?? input.parse();
    await slice?.next();
    return perform(own, endpoint, { sent: input.data, parsed }, request);
  };
  const key = endpoint.kind === "write" ? header(request, "idempotency-key") : undefined;
  const tenant = apiKey ? apiKeyPath(apiKey.apiKeyId) : workspaceId && workspacePath(workspaceId);
  const scope = key && tenant && { tenant, userId: user?.userId, path: endpoint.path, key, body };
  return scope
    ? withIdempotencyKey(authenticated, reading.running, scope, async (own) => {
        try {
          return await run(own);
        } catch (error) {
          if (error instanceof ApiError) return failure(error);
          throw error;
        }
      })
    : run(authenticated);
}

function refuseMethod(): never {
  throw badRequest("method", "INVALID_ARGUMENT", { httpStatus: 405, headers: { allow: "POST" } });
}

/** The input of a user's call, once the user's access has been checked. */
async function parseForUser(call: UserCall, endpoint: CallEndpoint, input: Input): Promise<unknown> {
  const { user: rule } = endpoint;
  if (!rule) throw new Error(`${endpoint.path} has no rule for users`);
  fillIn(rule, input.data, call.user);
  const parsed = input.parse();
  await enforce(call, rule, parsed);
  return parsed;
}

/** Runs the handler, and records the call in the audit log if the endpoint declares that. */
async function perform(
  call: WriteCall<Call>,
  endpoint: CallEndpoint,
  input: AuditedInput,
  request: Request,
): Promise<CallResponse> {
  const reply = await runAudited(call, endpoint, input, request.ip);
  if (!("sessionSecret" in reply)) return success(reply);
  const { sessionSecret, ...rest } = reply;
  const response = await success(rest);
  response.headers["set-cookie"] = sessionCookie(call, request, sessionSecret);
  return response;
}

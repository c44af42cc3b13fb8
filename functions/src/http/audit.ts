import { fieldsSet } from "#domain/audit/fields";
import type { AuditRule } from "#domain/audit/rule";
import type { Actor } from "#domain/audit/store/audit-log";
import { type AuditedCall, AuditedStore } from "#domain/audit/store/audited-store";
import type { Call, KeyCall, WorkspaceCall, WriteCall } from "#src/call";
import type { CallEndpoint, Reply, SessionReply } from "./endpoint.ts";

type Caller = WriteCall<Call> & Partial<KeyCall & WorkspaceCall>;

/** The input of a call. */
export interface AuditedInput {
  /** As it was sent; the names of its fields are recorded. */
  sent: unknown;
  /** As the handler receives it, with defaults. */
  parsed: unknown;
}

/**
 * Runs the handler of an endpoint. If the endpoint declares an administrative change, the transactions of the call also
 * write its audit records (docs/behaviour.md#audit-log).
 * @param ip address of the caller.
 */
export function runAudited(
  call: Caller,
  endpoint: CallEndpoint,
  input: AuditedInput,
  ip: string,
): Promise<Reply | SessionReply> {
  const { audit } = endpoint;
  const { parsed } = input;
  if (!audit || audit.when?.(parsed) === false) return endpoint.handle(call, parsed);
  const store = new AuditedStore(call.store, describe(call, endpoint, audit, input, ip), call.now);
  return endpoint.handle({ ...call, store }, parsed);
}

function describe(
  call: Caller,
  endpoint: CallEndpoint,
  { action, target, items }: AuditRule<unknown>,
  { sent, parsed }: AuditedInput,
  ip: string,
): AuditedCall {
  const { apiKey, workspaceId, requestId } = call;
  return {
    action,
    workspaceId: workspaceId ?? apiKey?.workspaceId,
    apiKeyId: apiKey?.apiKeyId,
    actor: actorOf(call),
    ip,
    requestId,
    target: target?.(parsed) ?? {},
    items: typeof items === "function" ? items(parsed) : items,
    fields: fieldsSet(endpoint.input, sent),
  };
}

function actorOf({ apiKey, user, workspaceId, session }: Caller): Actor {
  if (session) return { type: "session", id: session.sessionId };
  if (user) return { type: "user", id: user.userId };
  if (apiKey) return { type: "apiKey", id: apiKey.apiKeyId };
  return workspaceId === undefined ? { type: "public" } : { type: "workspace", id: workspaceId };
}

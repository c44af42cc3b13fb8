import { fieldsSet } from "#domain/audit/fields";
import type { AuditRule } from "#domain/audit/rule";
import type { Actor } from "#domain/audit/store/audit-log";
import { type AuditedCall, AuditedStore } from "#domain/audit/store/audited-store";
import type { Call, KeyCall, WorkspaceCall, WriteCall } from "#src/call";
import type { CallEndpoint, Reply, SessionReply } from "./endpoint.ts";

type Caller = WriteCall<Call> & Partial<KeyCall & WorkspaceCall>;

/**
 * Runs the handler of an endpoint. Where it declares an administrative change, the transactions of the call hold its records
 * (docs/behaviour.md#audit-log).
 * @param ip address of the caller.
 */
export function runAudited(
  call: Caller,
  endpoint: CallEndpoint,
  input: unknown,
  ip: string,
): Promise<Reply | SessionReply> {
  const { audit } = endpoint;
  if (!audit || audit.when?.(input) === false) return endpoint.handle(call, input);
  const store = new AuditedStore(call.store, describe(call, endpoint, audit, input, ip), call.now);
  return endpoint.handle({ ...call, store }, input);
}

function describe(
  call: Caller,
  endpoint: CallEndpoint,
  { action, target, items }: AuditRule<unknown>,
  input: unknown,
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
    target: target?.(input) ?? {},
    items: typeof items === "function" ? items(input) : items,
    fields: fieldsSet(endpoint.input, input),
  };
}

function actorOf({ apiKey, user, workspaceId, session }: Caller): Actor {
  if (session) return { type: "session", id: session.sessionId };
  if (user) return { type: "user", id: user.userId };
  if (apiKey) return { type: "apiKey", id: apiKey.apiKeyId };
  return workspaceId === undefined ? { type: "public" } : { type: "workspace", id: workspaceId };
}

import { traffic } from "#domain/traffic/store/traffic";
import type { SpanAttributes } from "#platform/observability/tracing";
import { maskSecrets } from "#platform/text/secret-text";
import type { Call, KeyCall, WorkspaceCall } from "#src/call";
import type { Context } from "#src/context";
import { type Cost, MeteredStore } from "#store/metered";
import { tracedStore } from "#store/traced-store";
import { header, type Request } from "./request/request.ts";
import { requestId } from "./request/request-id.ts";
import { requestMetrics } from "./request-metrics.ts";
import type { Response } from "./response.ts";

/** A request while it is answered: its call, and the data for its log line, its metrics and its span. */
export class AccessRecord {
  readonly call: Call & Context & Partial<KeyCall & WorkspaceCall>;
  readonly #request: Pick<Request, "method" | "ip" | "headers">;
  readonly #path: string;
  readonly #cost: Cost = { reads: 0, writes: 0, trips: 0 };
  readonly #started = performance.now();

  /** @param path of the endpoint as declared: unknown paths are neither logged nor counted by name. */
  constructor(context: Context, request: Pick<Request, "method" | "ip" | "headers">, path: string) {
    this.#request = request;
    this.#path = path;
    const id = requestId(context, request);
    const span = context.tracing?.start(`${request.method} ${path}`, {
      kind: "server",
      parent: header(request, "traceparent"),
      attributes: { "http.request.method": request.method, "http.route": path, "atrium.request_id": id },
    });
    const store = span && context.tracing ? tracedStore(context.store, context.tracing, span) : context.store;
    this.call = { ...context, requestId: id, store: new MeteredStore(store, this.#cost), span };
  }

  /**
   * Writes the log line, without query and credentials, and counts the request.
   * @param bytes of the reply's body.
   * @param error why it was refused.
   */
  end(status: number, bytes?: number, error?: Response["error"]): void {
    const { requestId, apiKey, user, workspaceId, session, span } = this.call;
    const apiKeyId = apiKey?.apiKeyId;
    const userId = user?.userId;
    const via = session ? { via: "session" } : this.#isOfConsole() && { via: "console" };
    const { method, ip } = this.#request;
    const path = this.#path;
    const cost = this.#cost;
    const ms = Math.round((performance.now() - this.#started) * 10) / 10;
    const refusal = error && { error: loggable(error) };
    const caller = { apiKeyId, userId, workspaceId, ...via };
    const line = { requestId, method, path, status, ip, ms, bytes, ...caller, ...cost, ...refusal };
    this.call.log.info(line, "request");
    requestMetrics(this.call).count({ path, status, ms, cost, apiKeyId });
    traffic(this.call).countRequest({ apiKeyId, userId, status, ms });
    if (!span) return;
    const attributes: SpanAttributes = { "http.response.status_code": status };
    if (apiKeyId !== undefined) attributes["atrium.api_key_id"] = apiKeyId;
    span.set({ ...attributes, "atrium.store.reads": cost.reads, "atrium.store.writes": cost.writes });
    span.end(status >= 500 ? `HTTP ${status}` : undefined);
  }

  /** Whether the call comes from a console that keeps a token instead of a session. */
  #isOfConsole(): boolean {
    return header(this.#request, `x-${this.call.settings.headerBrand}-via`) === "console";
  }
}

/** Maximum length of an error message in the log, in characters. */
const MAX_MESSAGE = 300;

/** An error as it is logged: a message may quote what the caller sent, which may be a secret in the wrong place. */
function loggable({ status, message }: NonNullable<Response["error"]>) {
  return { status, message: maskSecrets(message.slice(0, MAX_MESSAGE)) };
}

import type { Answer, CallOptions, World } from "./world.ts";

const path = "/v2/workspace/sessions/create";

/** Headers that a page of the server sends, without credentials. */
export const pageHeaders = {
  host: "localhost:8080",
  origin: "http://localhost:8080",
  "sec-fetch-site": "same-origin",
  "x-service-auth-token": undefined,
  "x-service-workspace-id": undefined,
  "x-service-workspace-auth-token": undefined,
};

/** The session of a browser. */
export interface BrowserSession {
  /** The `set-cookie` header that started it. */
  setCookie: string;
  csrfToken: string;
  /** Headers of its calls, with the API key of the tenant. */
  headers: Record<string, string | undefined>;
  reply: Answer;
}

/** Starts a session as a page of the server does. @param data default: the credentials of the world's tenant. */
export async function beginSession(w: World, data: object = {}, options: CallOptions = {}): Promise<BrowserSession> {
  const { tenant = w.tenant } = options;
  const login = { workspaceId: tenant.workspaceId, authToken: tenant.workspaceToken };
  const headers = { ...pageHeaders, "x-service-api-key": undefined, ...options.headers };
  const reply = await w.request(path, "code" in data ? data : { ...login, ...data }, { ...options, headers });
  if (reply.status !== 200) throw new Error(`${path} answered ${JSON.stringify(reply.body)}`);
  const { csrfToken } = reply.body.result.data;
  const setCookie = reply.headers["set-cookie"] ?? "";
  const cookie = setCookie.slice(0, setCookie.indexOf(";"));
  const own = { cookie, "x-service-csrf": csrfToken, "x-service-api-key": tenant.apiKeyId };
  return { setCookie, csrfToken, headers: { ...headers, ...own }, reply };
}

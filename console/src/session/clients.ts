import { type AtriumClient, createClient } from "@atrium/client";
import type { Login } from "./credentials.ts";

/** The client of the public API, which the whole console uses. */
export type Client = AtriumClient;

/** The middle part of header names, which the operator may have changed. */
export const headerBrand = (
  document.querySelector<HTMLMetaElement>("meta[name=header-prefix]")?.content ?? "x-service-"
).slice(2, -1);

/** Name of the header with a session's CSRF token. */
export const csrfHeader = `x-${headerBrand}-csrf`;

/** Short timeouts and few retries: the console shows an error instead of retrying for a minute behind a spinner. */
const patience = { timeout: 30_000, retries: 1, maxRetryWait: 5_000 };

/** The logins whose rights did not suffice, by the ids of the refused requests. */
export type RefusedCalls = Map<string, Login>;

/**
 * A client with the rights of the workspace.
 * @param refusedCalls receives the calls that are refused.
 */
export function workspaceClient(login: Login, refusedCalls?: RefusedCalls): Client {
  return createClient({ ...common(login, refusedCalls), ...workspaceCredentials(login) });
}

/**
 * A client with the rights of one API key.
 * @param authToken token of the key; not needed with a server session.
 * @param refusedCalls receives the calls that are refused.
 */
export function keyClient(
  login: Login,
  apiKey: string,
  authToken: string | undefined,
  refusedCalls: RefusedCalls,
): Client {
  return createClient({ ...common(login, refusedCalls), ...workspaceCredentials(login), apiKey, authToken });
}

/** A client without credentials, for the calls that begin a session. */
export function createPublicClient(): Client {
  return createClient(common());
}

/**
 * A client with the rights of a person.
 * @param userToken signs a new token whenever one is needed.
 */
export function userClient(userToken: () => Promise<string>): Client {
  return createClient({ ...common(), userToken, fetch: fetchHere });
}

/**
 * Explains why a stream can't be followed on Firebase: it has the address of its function, and the console's security
 * policy allows requests to its own address only.
 */
const fetchHere: typeof fetch = async (input, init) => {
  if (new URL(String(input)).origin === location.origin) return fetchAsConsole(input, init);
  const message =
    "On Firebase, streams have an address of their own, to which the console may not connect. Follow the document with a program.";
  return Response.json({ error: { status: "FAILED_PRECONDITION", message } }, { status: 400 });
};

function common(login?: Login, refusedCalls?: RefusedCalls) {
  const fetchAndNote: typeof fetch = async (input, init) => {
    const response = await fetchAsConsole(input, init);
    const requestId = response.headers.get("x-request-id");
    // Only these refusals can mean that a session has ended.
    const isRefused = response.status === 401 || response.status === 403;
    if (login && requestId && isRefused) refusedCalls?.set(requestId, login);
    return response;
  };
  return { baseUrl: location.origin, headerBrand, fetch: fetchAndNote, ...patience };
}

/** Marks requests as the console's own, so that the log can distinguish them from those of the customer's programs. */
const fetchAsConsole: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set(`x-${headerBrand}-via`, "console");
  return fetch(input, { ...init, headers });
};

function workspaceCredentials(login: Login) {
  if (login.kind === "token") return { workspaceId: login.workspaceId, workspaceAuthToken: login.authToken };
  return { session: { csrfToken: login.csrfToken } };
}

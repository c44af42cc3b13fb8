import { type AtriumClient, createClient } from "@atrium/client";
import type { Login } from "./credentials.ts";

/** The client of the public endpoints, which the whole console uses. */
export type Client = AtriumClient;

/** The middle of the names of headers, which an operator may have changed. */
export const headerBrand = (
  document.querySelector<HTMLMetaElement>("meta[name=header-prefix]")?.content ?? "x-service-"
).slice(2, -1);

/** Header with the CSRF token of a session. */
export const csrfHeader = `x-${headerBrand}-csrf`;

/** A console shows the error of a call; it does not retry for a minute behind a spinner. */
const patience = { timeout: 30_000, retries: 1, maxRetryWait: 5_000 };

/** A client with the rights of the workspace. */
export function workspaceClient(login: Login): Client {
  return createClient({ ...common(), ...workspaceCredentials(login) });
}

/**
 * A client with the rights of one API key.
 * @param authToken of the key; a session of the server needs none.
 */
export function keyClient(login: Login, apiKey: string, authToken: string | undefined): Client {
  return createClient({ ...common(), ...workspaceCredentials(login), apiKey, authToken });
}

/** A client without credentials, for the calls that begin a session. */
export function createPublicClient(): Client {
  return createClient(common());
}

/**
 * A client with the rights of a person.
 * @param userToken signs a token before it is needed.
 */
export function userClient(userToken: () => Promise<string>): Client {
  return createClient({ ...common(), userToken });
}

function common() {
  return { baseUrl: location.origin, headerBrand, fetch: fetchAsConsole, ...patience };
}

/** Sends a request that says whose it is, so that the log tells it from those of the customer's programs. */
const fetchAsConsole: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set(`x-${headerBrand}-via`, "console");
  return fetch(input, { ...init, headers });
};

function workspaceCredentials(login: Login) {
  if (login.kind === "token") return { workspaceId: login.workspaceId, workspaceAuthToken: login.authToken };
  return { session: { csrfToken: login.csrfToken } };
}

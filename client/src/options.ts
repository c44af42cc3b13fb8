import { AtriumError } from "./error.ts";

/**
 * A token, or a function that returns one. The function is called before every attempt, so that it can renew an expired
 * token. If it fails, or returns none within 30 s, the attempt has failed, and another one may follow.
 */
export type UserTokenSource = string | (() => string | Promise<string>);

/** The server's address and the caller's credentials. */
export interface ClientOptions {
  /** Address of the server, such as `https://atrium.example.com`. Without `/v2`. */
  baseUrl: string | URL;
  /** Id of the API key, `ak_…`, together with `authToken`. */
  apiKey?: string | undefined;
  /** Auth token of the API key, `at_…`. A secret: keep it on your server. */
  authToken?: string | undefined;
  /** Instead of API key and auth token: a user's token. Calls then have the rights of this user. */
  userToken?: UserTokenSource | undefined;
  /** Id of the workspace, for the endpoints that manage it, together with `workspaceAuthToken`. */
  workspaceId?: string | undefined;
  /** Auth token of the workspace, `wt_…`. A secret. */
  workspaceAuthToken?: string | undefined;
  /**
   * Instead of auth tokens, on pages of the server itself: the session that `/v2/workspace/sessions/create` began, whose
   * secret is in a cookie. Combine it with `apiKey` to call the endpoints of that key.
   */
  session?: { csrfToken: string } | undefined;
  /** The middle part of header names, if the operator has set another `HEADER_BRAND`. Default: `service`. */
  headerBrand?: string | undefined;
  /** Sends requests; default: the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Longest wait for the response of one attempt, in ms. Default: 60,000. */
  timeout?: number | undefined;
  /** Number of retries of a transient failure. Default: 3. */
  retries?: number | undefined;
  /** Longest wait before a retry, in ms; the call fails if the server asks for a longer wait. Default: 60,000. */
  maxRetryWait?: number | undefined;
  /** Ends every call of this client. */
  signal?: AbortSignal | undefined;
  /**
   * Receives the warnings about fields that the server ignores; default: the console. In production there are no
   * warnings.
   */
  logger?: Pick<Console, "warn"> | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Replaces the random key, for writes only. A write with the same key within 24 hours returns the first reply again. */
  idempotencyKey?: string | undefined;
  /** Ends the call, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Longest wait for the response of one attempt, in ms. */
  timeout?: number | undefined;
  /** Number of retries. */
  retries?: number | undefined;
  /** Additional headers. */
  headers?: Record<string, string> | undefined;
}

/** Options of one stream. */
export interface StreamOptions {
  /** Ends the stream, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Longest wait for the response, and afterwards for the next event or heartbeat, in ms. A heartbeat is sent every 15 s. */
  timeout?: number | undefined;
  /** `id` of the last event received: the stream continues after it. */
  lastEventId?: string | undefined;
  /** Whether to reconnect after a connection breaks. Default: true. */
  reconnect?: boolean | undefined;
  /** Called each time the connection has broken, before reconnecting. */
  onDisconnect?: ((cause: AtriumError) => void) | undefined;
  /** Additional headers. */
  headers?: Record<string, string> | undefined;
}

/** Validated options. */
export interface Settings
  extends Required<Pick<ClientOptions, "headerBrand" | "timeout" | "retries" | "maxRetryWait">> {
  /** Without a trailing slash. */
  baseUrl: string;
  fetch: typeof fetch;
  userToken: UserTokenSource | undefined;
  /** Headers of the API key, if there is one. */
  keyHeaders: Record<string, string> | undefined;
  /** Headers of the workspace, if there is one. */
  workspaceHeaders: Record<string, string> | undefined;
  signal: AbortSignal | undefined;
  logger: Pick<Console, "warn">;
  /** The warnings given so far, so that each appears only once. */
  warnings: Set<string>;
}

/** Validates the options. @throws AtriumError INVALID_ARGUMENT that says how to correct an invalid option. */
export function checkOptions(options: ClientOptions): Settings {
  const { apiKey, authToken, userToken, workspaceId, workspaceAuthToken, session, headerBrand = "service" } = options;
  const brand = `x-${headerBrand}`;
  const [keyHeader, csrfHeader] = [`${brand}-api-key`, `${brand}-csrf`];
  if (apiKey?.startsWith("at_") || authToken?.startsWith("ak_"))
    throw wrong("apiKey and authToken are swapped: the API key begins with ak_, its auth token with at_.");
  if (userToken !== undefined && (apiKey !== undefined || authToken !== undefined))
    throw wrong("Give either userToken or apiKey with authToken, not both.");
  if (userToken === "") throw wrong("userToken is empty.");
  return {
    baseUrl: checkUrl(options.baseUrl),
    headerBrand,
    fetch: options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args)),
    timeout: options.timeout ?? 60_000,
    retries: options.retries ?? 3,
    maxRetryWait: options.maxRetryWait ?? 60_000,
    signal: options.signal,
    logger: options.logger ?? console,
    warnings: new Set(),
    userToken,
    keyHeaders: session
      ? apiKey === undefined
        ? undefined
        : pair({ apiKey, csrfToken: session.csrfToken }, [keyHeader, csrfHeader])
      : pair({ apiKey, authToken }, [keyHeader, `${brand}-auth-token`]),
    workspaceHeaders: session
      ? { [csrfHeader]: checkHeaderValue("csrfToken", session.csrfToken) }
      : pair({ workspaceId, workspaceAuthToken }, [`${brand}-workspace-id`, `${brand}-workspace-auth-token`]),
  };
}

/** Refuses values for which `fetch` would throw an error that contains the secret. */
export function checkHeaderValue(name: string, value: string): string {
  if (typeof value === "string" && /^[\x21-\x7e]+$/.test(value)) return value;
  const why =
    typeof value === "string"
      ? "has spaces, line breaks or other characters that a header cannot contain"
      : "is no text";
  throw wrong(`${name} ${why}. Was it read from a file? Then trim() it.`);
}

function pair(
  credentials: Record<string, string | undefined>,
  headers: [string, string],
): Record<string, string> | undefined {
  const values = Object.entries(credentials);
  if (values.every(([, value]) => value === undefined)) return undefined;
  const missing = values.find(([, value]) => !value)?.[0];
  if (missing !== undefined)
    throw wrong(
      `${missing} is missing. ${values.map(([name]) => name).join(" and ")} go together; is the environment variable set?`,
    );
  return Object.fromEntries(values.map(([name, value], i) => [headers[i], checkHeaderValue(name, value as string)]));
}

function checkUrl(values: string | URL): string {
  let url: URL;
  try {
    url = new URL(values);
  } catch (cause) {
    throw wrong(
      `baseUrl must be an address such as "https://atrium.example.com", not ${JSON.stringify(values)}.`,
      cause,
    );
  }
  if (!/^https?:$/.test(url.protocol))
    throw wrong(`baseUrl must begin with https:// or http://, not with ${url.protocol}.`);
  if (url.username || url.search || url.hash) throw wrong("baseUrl must have no user name, no query and no fragment.");
  const path = url.pathname.replace(/\/+$/, "");
  if (/\/v[12]$/.test(path)) throw wrong(`baseUrl must not end with ${path.slice(-3)}: the client adds it.`);
  return url.origin + path;
}

function wrong(message: string, cause?: unknown): AtriumError {
  return new AtriumError("INVALID_ARGUMENT", message, { cause });
}

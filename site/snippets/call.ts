/** A header that authenticates the caller, and where programs get its value from. */
interface Credential {
  /** Name of the security scheme in `openapi.json`. */
  scheme: string;
  header: string;
  /** Prefix of the value, such as `Bearer `. */
  prefix: string;
  /** Environment variable that holds the value. */
  variable: string;
}

/** A kind of caller, with its credentials. */
export interface Caller {
  name: string;
  credentials: Credential[];
}

/** A call as the contract describes it, without the caller. */
export interface CallTemplate {
  method: "GET" | "POST";
  path: string;
  query?: Record<string, string>;
  /** The JSON body with its envelope. */
  body?: unknown;
  /** Set if the reply is a stream of events that lasts as long as the caller stays connected. */
  isStream?: true;
}

/** Server address in samples until a script of the page replaces it with the real one. */
export const DEFAULT_ORIGIN = "http://127.0.0.1:5050";

/** A call that a snippet makes. */
export interface Call extends CallTemplate {
  /** Address of the server, without a trailing slash. */
  origin: string;
  credentials: readonly Credential[];
}

/** The query parameters that have a value; optional ones that are empty are not sent. */
export function filledQuery(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}

/** The full URL of a call. */
export function addressOf({ origin, path, query }: Pick<Call, "origin" | "path" | "query">): string {
  return `${origin}${path}${query ? `?${new URLSearchParams(filledQuery(query))}` : ""}`;
}

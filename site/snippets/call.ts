/** A header that shows who calls, and where programs get its value from. */
interface Credential {
  /** Name of the security scheme in `openapi.json`. */
  scheme: string;
  header: string;
  /** What stands before the value, such as `Bearer `. */
  prefix: string;
  /** Environment variable that holds the value. */
  variable: string;
}

/** As whom a call can be made. */
export interface Caller {
  name: string;
  credentials: Credential[];
}

/** A call as the contract describes it, without who makes it. */
export interface CallTemplate {
  method: "GET" | "POST";
  path: string;
  query?: Record<string, string>;
  /** The JSON body with its envelope. */
  body?: unknown;
  /** Whether it is answered by events, for as long as the caller stays. */
  isStream?: true;
}

/** Address in samples until a script of the page puts that of its server there. */
export const DEFAULT_ORIGIN = "http://127.0.0.1:5050";

/** A call that a snippet makes. */
export interface Call extends CallTemplate {
  /** Address of the server, without a slash at the end. */
  origin: string;
  credentials: readonly Credential[];
}

/** The parameters of the query that have a value: an optional one that is left empty isn't sent. */
export function filledQuery(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}

/** The whole address of a call. */
export function addressOf({ origin, path, query }: Pick<Call, "origin" | "path" | "query">): string {
  return `${origin}${path}${query ? `?${new URLSearchParams(filledQuery(query))}` : ""}`;
}

import type * as z from "zod";
import type { Instance } from "#http/instance";
import type { Request } from "#http/request/request";
import type { Response } from "#http/response";
import type { Context } from "#src/context";
import type { Store } from "#store/port";

/** A request for a page, and the host that received it. */
export interface Visit {
  /** `query` is the part of the address after the `?`. */
  request: Request & { query: string };
  /** Facts about the host that need no open service: its version, the kind of its store, and whether it has the page at `/demo`. */
  host: { version: string; store: Store["kind"]; hasDemo?: boolean };
  /** Opens the service if it is not open yet. @throws ApiError UNAVAILABLE while it can't be opened. */
  context(): Promise<Context>;
}

/** Common part of the declarations of pages and files. */
interface Unversioned {
  /** Whole path, without a version. The file has the same path below `api/`, without leading dots. */
  path: `/${string}`;
  auth: "public";
  /** One sentence for the documentation. */
  summary: string;
}

/** The declaration of a page: an endpoint without credentials, outside the versions of the interface. */
export interface PageEndpoint extends Unversioned {
  kind: "page";
  /** Whether it also accepts POST, for example from a form on it. */
  takesPost?: true;
  /** Shape of the JSON that it returns, with an example. Omitted if it is for our own pages and left out of the documentation. */
  json?: { output: z.ZodType; example: unknown };
  /** Whether it is answered even while the process refuses other requests as overloaded. */
  isAlwaysAnswered?: true;
  instance?: Instance;
  /** @throws ApiError */
  answer(visit: Visit): Promise<Response> | Response;
}

/**
 * The declaration of a page that only the one-machine host serves, because only that host knows the answer. In the
 * cloud it has no function. `openapi.json` leaves it out: it is for the operator or our own pages, and not part of the
 * interface.
 */
export interface HostPage extends Unversioned {
  kind: "hostPage";
  /** Default: GET. */
  method?: "POST";
  /** Whether one more, variable segment of the path names what is requested. */
  hasPartBelow?: true;
  /** What to do instead, for requests with another method. */
  methodHint?: string;
  /** Whether it is answered even while the process refuses other requests as overloaded. */
  isAlwaysAnswered?: true;
}

/** The declaration of files: a host with a disk serves them from there; in the cloud, hosting serves them without a function. */
export interface FilesEndpoint extends Unversioned {
  kind: "files";
  /** Whether there are files below the path as well. */
  isFolder?: true;
  /** Whether its page answers every path below that is not a file, and interprets the path itself. Files are below `assets`. */
  isApplication?: true;
}

/** A file of the folder that the build creates for hosts, and how it is sent. */
export interface SiteFile {
  /** Its path in the folder. */
  name: string;
  /** Headers of its reply, `content-type` and `etag` among them. */
  headers: Readonly<Record<string, string>>;
  /** Set if it names request headers, which begin with the operator's brand. */
  isBranded?: true;
}

/** `index.json` of that folder. */
export interface SiteIndex {
  /** By whole path. */
  files: Readonly<Record<string, SiteFile>>;
}

/** Declares a page. */
export function page(declaration: Omit<PageEndpoint, "kind" | "auth">): PageEndpoint {
  return { ...declaration, kind: "page", auth: "public" };
}

/** Declares a page that only the one-machine host serves. */
export function hostPage(declaration: Omit<HostPage, "kind" | "auth">): HostPage {
  return { ...declaration, kind: "hostPage", auth: "public" };
}

/** Declares files. */
export function files(declaration: Omit<FilesEndpoint, "kind" | "auth">): FilesEndpoint {
  return { ...declaration, kind: "files", auth: "public" };
}

/** A JSON reply without an envelope. */
export function jsonResponse(data: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(data),
  };
}

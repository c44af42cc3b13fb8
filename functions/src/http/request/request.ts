/** A request to the kernel, independent of any HTTP library. */
export interface Request {
  method: string;
  /** Path without query. */
  path: string;
  /** Names in lower case. */
  headers: Record<string, string | string[] | undefined>;
  /** Address of the caller. */
  ip: string;
  /** Version of HTTP, such as `1.1`; omitted if the host does not report it. */
  httpVersion?: string;
  /** Reads the body. @throws ApiError INVALID_ARGUMENT (413) above `maxBytes` bytes. */
  body(maxBytes: number): Promise<Uint8Array>;
}

/** The header's value; undefined when it is missing, empty or repeated. */
export function header(request: Pick<Request, "headers">, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

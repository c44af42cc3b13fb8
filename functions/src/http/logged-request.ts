import * as z from "zod";

/** A request as the server's log reports it: never with its body, query or credentials. */
export const LoggedRequest = z.object({
  requestId: z.string(),
  /** ISO 8601. */
  time: z.string(),
  method: z.string(),
  /** As the endpoint declares it. */
  path: z.string(),
  status: z.int(),
  /** How long it took. */
  ms: z.number(),
  /** Size of the reply's body. */
  bytes: z.int().optional(),
  ip: z.string().optional(),
  /** Id of the API key that made it. */
  apiKey: z.string().optional(),
  /** The user whose token made it. */
  userId: z.string().optional(),
  /** What it was made with: a token, a browser session, or a token that a console keeps instead of a session. */
  via: z.enum(["token", "session", "console"]),
  /** Documents read and written, and waits for the store. */
  reads: z.int(),
  writes: z.int(),
  trips: z.int(),
  /** Why it was refused. */
  error: z.object({ status: z.string(), message: z.string() }).optional(),
});
export type LoggedRequest = z.infer<typeof LoggedRequest>;

/** Conditions for the requests to find. All must hold. */
export interface RequestFilter {
  apiKey?: string | undefined;
  path?: string | undefined;
  status?: number | undefined;
  userId?: string | undefined;
  via?: LoggedRequest["via"] | undefined;
  requestId?: string | undefined;
  minMs?: number | undefined;
}

/** Whose requests are shown: those of a workspace and of its API keys. */
export interface RequestOwner {
  workspaceId: string;
  apiKeyIds: ReadonlySet<string>;
}

/** Maximum number of requests that are searched. */
const LOOKED_THROUGH = 2000;

/**
 * Finds requests among the newest 2,000 of a log.
 * @param lines of the log, the newest last.
 * @returns the newest first.
 */
export function findRequests(
  lines: readonly string[],
  { workspaceId, apiKeyIds }: RequestOwner,
  filter: RequestFilter,
  limit: number,
): LoggedRequest[] {
  const matches: LoggedRequest[] = [];
  let searchedCount = 0;
  for (let i = lines.length - 1; i >= 0 && matches.length < limit && searchedCount < LOOKED_THROUGH; i--) {
    const line = lines[i] ?? "";
    if (!line.endsWith('"message":"request"}')) continue;
    searchedCount++;
    const { apiKeyId, workspaceId: caller, ...request } = JSON.parse(line);
    const isOwn = apiKeyId === undefined ? caller === workspaceId : apiKeyIds.has(apiKeyId);
    if (!isOwn) continue;
    const logged = LoggedRequest.parse({ via: "token", ...request, apiKey: apiKeyId });
    if (isWanted(logged, filter)) matches.push(logged);
  }
  return matches;
}

function isWanted(request: LoggedRequest, { path, minMs = 0, ...exact }: RequestFilter): boolean {
  if (request.ms < minMs || (path !== undefined && !request.path.includes(path))) return false;
  return Object.entries(exact).every(
    ([name, value]) => value === undefined || request[name as keyof typeof exact] === value,
  );
}

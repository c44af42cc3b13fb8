import type { Context } from "@atrium/functions/context";
import { textOfBody } from "@atrium/functions/http/reply-body";
import { success } from "@atrium/functions/http/response";
import type { HostAnswer } from "../http/page-routes.ts";
import { authenticatePosted } from "./posted-credentials.ts";

/** Maximum number of requests to show. */
const SHOWN = 20;

/** A request as the page at `/` shows it. */
interface ShownRequest {
  /** ISO 8601. */
  time: string;
  method: string;
  path: string;
  status: number;
  /** Duration of the request. */
  ms: number;
  error?: { status: string; message: string };
}

/**
 * Answers with the latest requests of an API key, if the caller has its token.
 * @param readLog reads the last lines of the log, newest last.
 */
export function recentRequests(context: Context, readLog: () => Promise<string[]>): HostAnswer {
  return async (request, { requestId }) => {
    const { call } = await authenticatePosted(context, request, requestId);
    const requests = requestsOf(call.apiKey.apiKeyId, await readLog());
    const { body, ...reply } = await success({ message: "The last requests.", data: { requests } });
    return { ...reply, body: textOfBody(body) };
  };
}

/** Newest first. */
function requestsOf(apiKeyId: string, lines: readonly string[]): ShownRequest[] {
  const requests: ShownRequest[] = [];
  for (let i = lines.length - 1; i >= 0 && requests.length < SHOWN; i--) {
    const line = lines[i] ?? "";
    // Parses only the lines that may match: most lines of a log are about other keys.
    if (!line.includes(`"apiKeyId":"${apiKeyId}"`) || !line.endsWith('"message":"request"}')) continue;
    const { time, method, path, status, ms, error } = JSON.parse(line) as ShownRequest;
    requests.push({ time, method, path, status, ms, ...(error && { error }) });
  }
  return requests;
}

import { prettyFactory } from "pino-pretty";
import { visibleLines, visibleText } from "./visible-text.ts";

/** A line of the log, parsed. */
type Entry = Record<string, unknown> & { error?: { status: string; message: string } | string };

/** Fields that are part of a request's sentence, or that only programs need. */
const requestFields = [
  ...["requestId", "method", "path", "status", "ip", "ms", "bytes", "apiKeyId", "userId", "workspaceId"],
  ...["via", "reads", "writes", "trips", "error"],
];

/** Formats JSON lines for people. @param colorize whether the output supports colours. */
export function readableLog(colorize: boolean): (line: string) => string {
  const common = { colorize, translateTime: "SYS:HH:MM:ss", messageKey: "message", singleLine: true };
  const request = prettyFactory({ ...common, messageFormat: describeRequest, ignore: requestFields.join(",") });
  const other = prettyFactory(common);
  return (line) => {
    const entry = parse(line);
    if (!entry) return line;
    return (entry.message === "request" ? request(entry) : other(entry)) ?? line;
  };
}

function parse(line: string): Entry | undefined {
  try {
    return JSON.parse(line, (name, value) =>
      typeof value === "string" ? (name === "stack" ? visibleLines : visibleText)(value) : value,
    ) as Entry;
  } catch {
    return undefined;
  }
}

/** Such as `POST /v2/users/get 404 in 3.2 ms, NOT_FOUND: The organization does not exist. (ak_…, user ada)`. */
function describeRequest({ method, path, status, ms, error, apiKeyId, workspaceId, userId, via }: Entry): string {
  const caller = [apiKeyId ?? workspaceId, userId === undefined ? undefined : `user ${userId}`, via].filter(Boolean);
  const refusal = typeof error === "object" ? `, ${error.status}: ${error.message}` : "";
  return `${method} ${path} ${status} in ${ms} ms${refusal}${caller.length > 0 ? ` (${caller.join(", ")})` : ""}`;
}

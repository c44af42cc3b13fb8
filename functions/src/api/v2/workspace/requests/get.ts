import * as z from "zod";
import { credentials } from "#domain/workspaces/store/credentials";
import { endpoint } from "#http/endpoint";
import { findRequests, LoggedRequest } from "#http/logged-request";
import { maxCharacters } from "#platform/shapes/contract-check";
import { Id } from "#platform/shapes/fields";

const Text = z.string().min(1).check(maxCharacters(500));

export default endpoint({
  path: "/v2/workspace/requests/get",
  auth: "workspace",
  kind: "read",
  summary:
    "List the latest requests of the workspace and its API keys, from the newest 2,000 in the server's log. In the cloud, see Cloud Logging instead.",
  input: z.object({
    apiKey: Id.optional(),
    /** Part of the endpoint's path. */
    path: Text.optional(),
    /** The HTTP status. */
    status: z.int().min(100).max(599).optional(),
    userId: Id.optional(),
    /** How requests were authenticated: by a token, by a browser session, or by the token that a console keeps. */
    via: LoggedRequest.shape.via.optional(),
    requestId: Text.optional(),
    /** Only requests that took at least this long. */
    minMs: z.number().min(0).optional(),
    limit: z.int().min(1).max(2000).default(100),
  }),
  output: z.object({
    /** Whether this server keeps requests: a server without a log, or in the cloud, does not. */
    isKept: z.boolean(),
    requests: z.array(LoggedRequest),
  }),
  cost: { reads: 0, writes: 0, trips: 0 },
  example: { path: "users", limit: 20 },
  async handle(call, { limit, ...filter }) {
    const { workspaceId, readLog } = call;
    if (!readLog)
      return {
        message:
          "This server keeps no requests. In the cloud, see Cloud Logging; on one machine, LOG_FILE turns the log off.",
        data: { isKept: false, requests: [] },
      };
    const workspace = await credentials(call).workspace(call.store, workspaceId);
    const owner = { workspaceId, apiKeyIds: new Set(Object.keys(workspace?.apiKeys ?? {})) };
    return {
      message: "Requests retrieved successfully.",
      data: { isKept: true, requests: findRequests(await readLog(), owner, filter, limit) },
    };
  },
});

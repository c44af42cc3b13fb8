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
    "List the last requests of the workspace and its API keys, among the newest 2,000 that the server's log has. In the cloud, Cloud Logging has them.",
  input: z.object({
    apiKey: Id.optional(),
    /** A part of the path of the endpoint. */
    path: Text.optional(),
    /** The HTTP status. */
    status: z.int().min(100).max(599).optional(),
    userId: Id.optional(),
    /** Those that were made with a token, by the session of a browser, or with the token that a console keeps. */
    via: LoggedRequest.shape.via.optional(),
    requestId: Text.optional(),
    /** Those that took at least so long. */
    minMs: z.number().min(0).optional(),
    limit: z.int().min(1).max(2000).default(100),
  }),
  output: z.object({
    /** Whether this server has them: one without a log, or in the cloud, does not. */
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
          "This server keeps no requests. In the cloud, Cloud Logging has them; on one machine, LOG_FILE turns it off.",
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

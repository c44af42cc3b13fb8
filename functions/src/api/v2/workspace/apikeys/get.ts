import * as z from "zod";
import { loadWorkspace } from "#domain/workspaces/store/workspaces";
import { ApiKeySummary } from "#domain/workspaces/workspace";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { Ids, PageToken } from "#platform/shapes/fields";

/** Maximum number of API keys in one page; a larger `pageSize` is reduced to it. */
const MAX_PAGE = 100;

export default endpoint({
  path: "/v2/workspace/apikeys/get",
  auth: "workspace",
  kind: "read",
  summary: "List the API keys of the workspace.",
  input: z.object({
    apiKeys: Ids.optional(),
    pageSize: z
      .int()
      .min(1)
      .transform((size) => Math.min(size, MAX_PAGE))
      .default(MAX_PAGE),
    pageToken: PageToken.optional(),
  }),
  pageTokenName: "nextPageToken",
  output: z.array(ApiKeySummary),
  cost: { reads: 1, writes: 0, trips: 1 },
  example: { pageSize: 10 },
  async handle(call, { apiKeys, pageSize, pageToken }) {
    const query = ["apikeys", apiKeys];
    const [last = ""] = fromPageToken(call, query, pageToken) ?? [];
    const workspace = await loadWorkspace(call.store, call.workspaceId);
    const rest = Object.values(workspace.apiKeys)
      .filter(({ id }) => id > String(last) && (!apiKeys || apiKeys.includes(id)))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    const data = rest.slice(0, pageSize);
    const end = data.at(-1);
    const nextPageToken = toPageToken(call, query, end && rest.length > pageSize ? [end.id] : undefined);
    return { message: "API keys retrieved successfully.", data, ...(nextPageToken && { nextPageToken }) };
  },
});

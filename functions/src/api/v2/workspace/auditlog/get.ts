import * as z from "zod";
import { AuditAction } from "#domain/audit/action";
import {
  Actor,
  AuditRecord,
  auditQuery,
  matches,
  type StoredAuditRecord,
  toAuditRecord,
} from "#domain/audit/store/audit-log";
import { workspacePath } from "#domain/workspaces/store/workspaces";
import { endpoint } from "#http/endpoint";
import { fromPageToken, toPageToken } from "#http/page-token";
import { Id, PageSize, PageToken } from "#platform/shapes/fields";
import { scan } from "#store/scan";

export default endpoint({
  path: "/v2/workspace/auditlog/get",
  auth: "workspace",
  kind: "read",
  summary:
    "List the administrative changes of the last year, newest first: who changed what, from where and when. Secrets, values and free text are never recorded.",
  input: z.object({
    /** Changes made with this API key, or to it. */
    apiKey: Id.optional(),
    /** Changes of this kind. */
    action: AuditAction.optional(),
    /** Without an id: all actors of this type. */
    actor: Actor.extend({ id: Id.optional() }).optional(),
    /** Start of the range, inclusive, in ms since 1970. */
    from: z.int().min(0).optional(),
    /** End of the range, inclusive, in ms since 1970. */
    to: z.int().min(0).optional(),
    pageSize: PageSize,
    pageToken: PageToken.optional(),
  }),
  output: z.array(AuditRecord),
  cost: { reads: 3, writes: 0, trips: 1 },
  example: { action: "config.update", pageSize: 20 },
  async handle(call, { pageSize, pageToken, ...filter }) {
    const { from = 0 } = filter;
    const bound = ["auditlog", filter];
    const after = fromPageToken(call, bound, pageToken);
    const query = auditQuery(workspacePath(call.workspaceId), filter);
    const { docs, cursor } = await scan<StoredAuditRecord>(
      call.store,
      { ...query, ...(after && { after }) },
      pageSize,
      (page) => page.filter((doc) => matches(doc, filter)),
      { isBehind: ({ data }) => data.time < from },
    );
    const next = toPageToken(call, bound, cursor);
    return {
      message: "Audit log retrieved successfully.",
      data: docs.map(toAuditRecord),
      ...(next !== undefined && { pageToken: next }),
    };
  },
});

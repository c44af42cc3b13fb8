import * as z from "zod";
import { nameTarget } from "#domain/audit/store/audited-store";
import { sessionPath, sessions } from "#domain/sessions/store/sessions";
import { endpoint } from "#http/endpoint";
import { ApiError } from "#platform/error";

export default endpoint({
  path: "/v2/workspace/sessions/revoke",
  auth: "workspace",
  kind: "write",
  readOnlySessions: true,
  audit: { action: "session.revoke" },
  summary:
    "End the session that makes the call, or another session of the workspace by its id, which the audit log shows. Other processes notice within a minute.",
  input: z.object({
    /** Defaults to the session that makes the call. An id of no current session of the workspace changes nothing. */
    sessionId: z.string().min(1).max(100).optional(),
  }),
  furtherErrors: ["PERMISSION_DENIED", "FAILED_PRECONDITION"],
  output: z.undefined(),
  cost: { reads: 1, writes: 2, trips: 2 },
  example: { sessionId: "ses_EXAMPLEexampleEXAMPLE1" },
  async handle(call, input) {
    const { workspaceId, session } = call;
    const { sessionId = session?.sessionId } = input;
    if (sessionId === undefined)
      throw new ApiError(
        "FAILED_PRECONDITION",
        "This call is not made by a session: name the session to end in data.sessionId.",
      );
    const isOwn = sessionId === session?.sessionId;
    if (session?.readOnly && !isOwn)
      throw new ApiError("PERMISSION_DENIED", "A read-only session can't end other sessions.");
    const path = sessionPath(workspaceId, sessionId);
    await call.store.transact(async (tx) => {
      if (!(await tx.get(path))) return;
      nameTarget(tx, { sessionId });
      tx.delete(path);
    });
    sessions(call).forget(path);
    const message = "Session revoked successfully.";
    return isOwn ? { message, sessionSecret: null } : { message };
  },
});

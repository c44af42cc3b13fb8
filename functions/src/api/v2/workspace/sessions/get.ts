import * as z from "zod";
import { Session } from "#domain/sessions/session";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/sessions/get",
  auth: "workspace",
  kind: "read",
  withoutCsrfToken: true,
  summary:
    "Read which workspace the caller acts for and, for a browser session, when it ends and its CSRF token. With a token in the headers there is no session.",
  input: z.object({}),
  output: Session.partial({ expiresAt: true, csrfToken: true }),
  cost: { reads: 0, writes: 0, trips: 0 },
  example: {},
  async handle({ workspaceId, session }) {
    const { readOnly = false, expiresAt, csrfToken } = session ?? {};
    return {
      message: "Session retrieved successfully.",
      data: { workspaceId, readOnly, ...(session && { expiresAt, csrfToken }) },
    };
  },
});

import * as z from "zod";
import { nameTarget } from "#domain/audit/store/audited-store";
import { Session } from "#domain/sessions/session";
import { findLinkCode } from "#domain/sessions/store/link-codes";
import { newSession } from "#domain/sessions/store/sessions";
import { credentials } from "#domain/workspaces/store/credentials";
import { findWorkspace } from "#domain/workspaces/store/workspaces";
import { endpoint } from "#http/endpoint";
import { matchesHash } from "#platform/crypto/secrets";
import { ApiError } from "#platform/error";
import { contractCheck, maxCharacters } from "#platform/shapes/contract-check";
import { absent, present } from "#platform/shapes/field-rules";
import type { Call, WriteCall } from "#src/call";

const Input = z
  .object({
    /** The code from a link that `npx atrium console` printed. It is valid once, for 5 minutes. */
    code: z.string().min(1).check(maxCharacters(100)).optional(),
    workspaceId: z.string().min(1).check(maxCharacters(100)).optional(),
    /** The auth token of the workspace. */
    authToken: z.string().min(1).check(maxCharacters(1000)).optional(),
    /** Whether the session may only read. The link may require this, too. */
    readOnly: z.boolean().default(false),
  })
  .check(
    contractCheck(
      {
        oneOf: [
          { allOf: [present("code"), absent("workspaceId", "authToken")] },
          { allOf: [present("workspaceId"), present("authToken"), absent("code")] },
        ],
      },
      ({ code, workspaceId, authToken }: { code?: unknown; workspaceId?: unknown; authToken?: unknown }) =>
        code === undefined
          ? workspaceId !== undefined && authToken !== undefined
          : workspaceId === undefined && authToken === undefined,
      { path: ["code"], message: "or workspaceId and authToken are required, not both." },
    ),
  );

export default endpoint({
  path: "/v2/workspace/sessions/create",
  auth: "public",
  kind: "write",
  audit: { action: "session.create" },
  maxBytes: 16 * 1024,
  summary:
    "Start a browser session of a workspace. Its secret is in a cookie that scripts can't read. The session lasts at most 12 hours, and ends after 2 hours without use.",
  input: Input,
  furtherErrors: ["UNAUTHENTICATED"],
  output: Session,
  cost: { reads: 1, writes: 2, trips: 2 },
  example: { workspaceId: "{workspaceId}", authToken: "{workspaceToken}" },
  async handle(call, input) {
    const { code, workspaceId = "", authToken = "", readOnly } = input;
    const begun =
      code === undefined ? await byToken(call, workspaceId, authToken, readOnly) : await byCode(call, code, readOnly);
    return { message: "Session created successfully.", data: begun.session, sessionSecret: begun.secret };
  },
});

type NewSession = ReturnType<typeof newSession>;

/** @throws ApiError UNAUTHENTICATED, in the same words for an unknown workspace and a wrong token */
async function byToken(
  call: WriteCall<Call>,
  workspaceId: string,
  authToken: string,
  readOnly: boolean,
): Promise<NewSession> {
  const isPlausible = /^\w{1,60}$/.test(workspaceId);
  const workspace = isPlausible ? await credentials(call).workspace(call.store, workspaceId) : undefined;
  if (!workspace || !matchesHash(authToken, workspace.tokenHash))
    throw new ApiError("UNAUTHENTICATED", "Invalid workspace id or auth token.");
  const begun = newSession(call, workspaceId, workspace, readOnly);
  await call.store.transact(async (tx) => {
    nameTarget(tx, { workspaceId, sessionId: begun.sessionId });
    tx.create(begun.path, begun.data);
  });
  return begun;
}

/** @throws ApiError UNAUTHENTICATED for a wrong, used or expired code */
function byCode(call: WriteCall<Call>, code: string, readOnly: boolean): Promise<NewSession> {
  return call.store.transact(async (tx) => {
    const { purpose, take } = await findLinkCode(tx, code, call.now());
    const { workspaceId = "" } = purpose ?? {};
    const workspace = workspaceId === "" ? undefined : await findWorkspace(tx, workspaceId);
    if (!workspace)
      throw new ApiError(
        "UNAUTHENTICATED",
        "This link is not valid: a link works once, for 5 minutes. `npx atrium console` prints a new one.",
      );
    const begun = newSession(call, workspaceId, workspace, readOnly || purpose?.readOnly === true);
    nameTarget(tx, { workspaceId, sessionId: begun.sessionId });
    take();
    tx.create(begun.path, begun.data);
    return begun;
  });
}

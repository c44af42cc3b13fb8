import { createPublicClient, workspaceClient } from "./clients.ts";
import type { Login } from "./credentials.ts";

/** The server's description of a session. */
interface Begun {
  workspaceId: string;
  csrfToken: string;
  readOnly: boolean;
  expiresAt: number;
}

/**
 * Exchanges the code of a link for a server session.
 * @throws AtriumError UNAUTHENTICATED if the code is used or expired.
 */
export async function beginSession(code: string): Promise<Login> {
  return asLogin((await createPublicClient().workspace.sessions.create({ code })).data);
}

/**
 * Joins the session that another tab of this browser has begun.
 * @throws AtriumError UNAUTHENTICATED if it has ended.
 */
export async function joinSession(): Promise<Login> {
  const anyToken = asLogin({ workspaceId: "", csrfToken: "-", readOnly: true, expiresAt: 0 });
  const { csrfToken, expiresAt, ...others } = (await workspaceClient(anyToken).workspace.sessions.get()).data;
  if (csrfToken === undefined || expiresAt === undefined) throw new Error("There is no session.");
  return asLogin({ ...others, csrfToken, expiresAt });
}

function asLogin({ workspaceId, csrfToken, readOnly, expiresAt }: Begun): Login {
  return { kind: "session", workspaceId, csrfToken, isReadOnly: readOnly, expiresAt };
}

import type { AtriumError } from "@atrium/client";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Client, keyClient, type RefusedCalls, workspaceClient } from "./clients.ts";
import { forgetLogin, keepLogin, type Login, readLogin, watchSessionEnd } from "./credentials.ts";
import { NoAuthToken } from "./no-auth-token.ts";

/** The login, the client of the workspace, and the state of the session. */
interface Session {
  login: Login;
  client: Client;
  /** The calls that were refused. */
  refusedCalls: RefusedCalls;
  /** Whether the session is read-only; controls that write are then left out. */
  isReadOnly: boolean;
  logOut(): void;
  /** Whether a call was refused because the session has ended. */
  hasEnded: boolean;
  /**
   * Records that the session has ended, until somebody logs in again.
   * @param error the refusal that says so; it does not end a later session, however late it arrives or long it remains.
   */
  noteEnd(error?: Error): void;
  /** Whether a refused call was made by an earlier session that has since been resumed. */
  isOfEarlier(error: Error): boolean;
  /** Resumes with another login to the same workspace; what is shown and typed is kept. */
  resume(next: Login): Promise<void>;
}

interface Sessions {
  session: Session | undefined;
  logIn(login: Login): void;
}

const SessionContext = createContext<Sessions | undefined>(undefined);

/** Provides the login of this tab. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [login, setLogin] = useState(readLogin);
  const [hasEnded, setEnded] = useState(false);
  const [refusedCalls] = useState<RefusedCalls>(() => new Map());
  const queries = useQueryClient();
  const logIn = useCallback(
    (next: Login) => {
      keepLogin(next);
      // The cache contains clients of the earlier login.
      queries.clear();
      setEnded(false);
      setLogin(next);
    },
    [queries],
  );
  const resume = useCallback(
    async (next: Login) => {
      await renewClients(queries, next, refusedCalls);
      keepLogin(next);
      setEnded(false);
      setLogin(next);
    },
    [queries, refusedCalls],
  );
  useResumedQueries(login);
  const logOut = useCallback(() => {
    // If this tab's session has ended, the others may be using a newer one, which must not be ended.
    const endsSession = login?.kind === "session" && !hasEnded;
    // If the server can't be reached, the session expires by itself.
    if (endsSession)
      workspaceClient(login)
        .workspace.sessions.revoke()
        .catch(() => undefined);
    forgetLogin(endsSession);
    queries.clear();
    setEnded(false);
    setLogin(undefined);
  }, [queries, login, hasEnded]);
  const isOfEarlier = useCallback(
    (error: Error) => {
      const caller = refusedCalls.get((error as AtriumError).requestId ?? "");
      return caller !== undefined && caller !== login;
    },
    [refusedCalls, login],
  );
  const noteEnd = useCallback(
    (error?: Error) => {
      if (!error || !isOfEarlier(error)) setEnded(true);
    },
    [isOfEarlier],
  );
  const hasServerSession = login?.kind === "session";
  // After a logout in another tab, this tab must not go on showing data as if nothing had happened.
  useEffect(() => (hasServerSession ? watchSessionEnd(() => noteEnd()) : undefined), [hasServerSession, noteEnd]);
  const client = useMemo(() => login && workspaceClient(login, refusedCalls), [login, refusedCalls]);
  const value = useMemo<Sessions>(() => {
    const isReadOnly = login?.kind === "session" && login.isReadOnly;
    const ending = { logOut, hasEnded, noteEnd, isOfEarlier, resume };
    return { session: login && client && { login, client, refusedCalls, isReadOnly, ...ending }, logIn };
  }, [login, client, refusedCalls, logIn, logOut, hasEnded, isOfEarlier, noteEnd, resume]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** Recreates the clients of the API keys for another login, so that they change together with it. */
async function renewClients(queries: QueryClient, login: Login, refusedCalls: RefusedCalls): Promise<void> {
  const session = { login, client: workspaceClient(login, refusedCalls), refusedCalls };
  const cached = queries.getQueryCache().findAll({ queryKey: clientKey(login) });
  const { signal } = new AbortController();
  await Promise.all(
    cached.map(async ({ queryKey }) => {
      try {
        queries.setQueryData(queryKey, await clientOfKey(session, String(queryKey.at(-1)), signal));
      } catch {
        // The page shows the error when it requests the client itself.
        queries.removeQueries({ queryKey, exact: true });
      }
    }),
  );
}

/** Repeats refused reads once the page has the clients of another login. Data that was read stays meanwhile. */
function useResumedQueries(login: Login | undefined): void {
  const queries = useQueryClient();
  const before = useRef(login);
  useEffect(() => {
    const isResumed = login && before.current && login !== before.current;
    before.current = login;
    if (isResumed) void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== "client" });
  }, [login, queries]);
}

/** Query key prefix of the API keys' clients, each under the id of its key. */
const clientKey = ({ workspaceId }: Login) => [workspaceId, "client"];

/** The session, if somebody is logged in, and a function to log in. */
export function useSessions(): Sessions {
  const sessions = use(SessionContext);
  if (!sessions) throw new Error("There is no SessionProvider around this component.");
  return sessions;
}

/** The session. @throws Error if nobody is logged in, as on the login page. */
export function useSession(): Session {
  const { session } = useSessions();
  if (!session) throw new Error("Nobody is logged in.");
  return session;
}

/** Queries all API keys of the workspace. */
export function useApiKeys() {
  const { client, login } = useSession();
  return useQuery({
    queryKey: [login.workspaceId, "keys"],
    queryFn: async ({ signal }) => {
      const pages = client.workspace.apikeys.get.pages({ pageSize: 100 }, { signal });
      return (await Array.fromAsync(pages, ({ data }) => data)).flat();
    },
  });
}

/** Queries the client of an API key; `data` is undefined until its token has been fetched, if the login needs one. */
export function useKeyClient(apiKey: string | undefined) {
  const session = useSession();
  return useQuery({
    queryKey: [...clientKey(session.login), apiKey],
    enabled: apiKey !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    queryFn: ({ signal }) => clientOfKey(session, apiKey ?? "", signal),
  });
}

/**
 * Creates the client of an API key. A login with a workspace token first reads a token of the key.
 * @throws NoAuthToken if the key has none.
 */
export async function clientOfKey(
  { login, client, refusedCalls }: Pick<Session, "login" | "client" | "refusedCalls">,
  apiKey: string,
  signal: AbortSignal,
): Promise<Client> {
  if (login.kind === "session") return keyClient(login, apiKey, undefined, refusedCalls);
  const { authTokens } = (await client.workspace.authtokens.get({ apiKey }, { signal })).data;
  const [token] = authTokens;
  if (!token) throw new NoAuthToken(apiKey);
  return keyClient(login, apiKey, token.token, refusedCalls);
}

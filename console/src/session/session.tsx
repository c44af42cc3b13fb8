import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Client, keyClient, workspaceClient } from "./clients.ts";
import { forgetLogin, keepLogin, type Login, readLogin, watchSessionEnd } from "./credentials.ts";
import { NoAuthToken } from "./no-auth-token.ts";

/** Who is logged in, and the client of the workspace. */
interface Session {
  login: Login;
  client: Client;
  /** Whether the session may only read: what writes is then left out. */
  isReadOnly: boolean;
  logOut(): void;
  /** Whether a call was refused because the session has ended. */
  hasEnded: boolean;
  /**
   * Notes that the session has ended, which holds until somebody logs in.
   * @param error the refusal that says so, which ends no later session however long it is shown.
   */
  noteEnd(error?: Error): void;
  /** Whether a refusal is that of an earlier session, after which this one goes on. */
  isOfEarlier(error: Error): boolean;
  /** Goes on with another login to the same workspace; what is shown and typed stays. */
  resume(next: Login): Promise<void>;
}

interface Sessions {
  session: Session | undefined;
  logIn(login: Login): void;
}

const SessionContext = createContext<Sessions | undefined>(undefined);

/** Keeps the login of this tab. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [login, setLogin] = useState(readLogin);
  const [hasEnded, setEnded] = useState(false);
  const [noted] = useState(() => new WeakSet<Error>());
  const queries = useQueryClient();
  const logIn = useCallback(
    (next: Login) => {
      keepLogin(next);
      // Clients of an earlier login are among what is kept.
      queries.clear();
      setEnded(false);
      setLogin(next);
    },
    [queries],
  );
  const resume = useCallback(
    async (next: Login) => {
      await renewClients(queries, next);
      keepLogin(next);
      setEnded(false);
      setLogin(next);
    },
    [queries],
  );
  useResumedQueries(login);
  const logOut = useCallback(() => {
    // Other tabs may go on with one that began after that of this tab has ended.
    const endsSession = login?.kind === "session" && !hasEnded;
    // The server's session ends by itself where it can't be told.
    if (endsSession)
      workspaceClient(login)
        .workspace.sessions.revoke()
        .catch(() => undefined);
    forgetLogin(endsSession);
    queries.clear();
    setEnded(false);
    setLogin(undefined);
  }, [queries, login, hasEnded]);
  const noteEnd = useCallback(
    (error?: Error) => {
      if (error && noted.has(error)) return;
      if (error) noted.add(error);
      setEnded(true);
    },
    [noted],
  );
  const hasServerSession = login?.kind === "session";
  // Who logs out in another tab must not leave data in this one as if nothing had happened.
  useEffect(() => (hasServerSession ? watchSessionEnd(() => noteEnd()) : undefined), [hasServerSession, noteEnd]);
  const client = useMemo(() => login && workspaceClient(login), [login]);
  const value = useMemo<Sessions>(() => {
    const isReadOnly = login?.kind === "session" && login.isReadOnly;
    const isOfEarlier = (error: Error) => !hasEnded && noted.has(error);
    const ending = { logOut, hasEnded, noteEnd, isOfEarlier, resume };
    return { session: login && client && { login, client, isReadOnly, ...ending }, logIn };
  }, [login, client, logIn, logOut, hasEnded, noted, noteEnd, resume]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** Makes the clients of the API keys anew for another login, so that they change together with it. */
async function renewClients(queries: QueryClient, login: Login): Promise<void> {
  const cached = queries.getQueryCache().findAll({ queryKey: clientKey(login) });
  const { signal } = new AbortController();
  await Promise.all(
    cached.map(async ({ queryKey }) => {
      try {
        queries.setQueryData(
          queryKey,
          await clientOfKey(login, workspaceClient(login), String(queryKey.at(-1)), signal),
        );
      } catch {
        // Its page says why, once it asks for the client itself.
        queries.removeQueries({ queryKey, exact: true });
      }
    }),
  );
}

/** Reads again, once the page has the clients of another login, what was refused. Meanwhile what was read stays. */
function useResumedQueries(login: Login | undefined): void {
  const queries = useQueryClient();
  const before = useRef(login);
  useEffect(() => {
    const isResumed = login && before.current && login !== before.current;
    before.current = login;
    if (isResumed) void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== "client" });
  }, [login, queries]);
}

/** Where the clients of API keys are kept, each below the id of its key. */
const clientKey = ({ workspaceId }: Login) => [workspaceId, "client"];

/** The session, if somebody is logged in, and how to log in. */
export function useSessions(): Sessions {
  const sessions = use(SessionContext);
  if (!sessions) throw new Error("There is no SessionProvider around this component.");
  return sessions;
}

/** The session. @throws Error on the page on which one logs in. */
export function useSession(): Session {
  const { session } = useSessions();
  if (!session) throw new Error("Nobody is logged in.");
  return session;
}

/** All API keys of the workspace. */
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

/** The client of an API key; `data` is missing until its token has been fetched, where the login needs one. */
export function useKeyClient(apiKey: string | undefined) {
  const { client, login } = useSession();
  return useQuery({
    queryKey: [...clientKey(login), apiKey],
    enabled: apiKey !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    queryFn: ({ signal }) => clientOfKey(login, client, apiKey ?? "", signal),
  });
}

/**
 * Makes the client of an API key, for which a login with the token of the workspace reads a token of the key.
 * @throws NoAuthToken where the key has none.
 */
export async function clientOfKey(login: Login, client: Client, apiKey: string, signal: AbortSignal): Promise<Client> {
  if (login.kind === "session") return keyClient(login, apiKey, undefined);
  const { authTokens } = (await client.workspace.authtokens.get({ apiKey }, { signal })).data;
  const [token] = authTokens;
  if (!token) throw new NoAuthToken(apiKey);
  return keyClient(login, apiKey, token.token);
}

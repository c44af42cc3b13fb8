import { SESSION_IDLE_TTL, SESSION_TTL, type Session } from "#domain/sessions/session";
import { credentials } from "#domain/workspaces/store/credentials";
import type { StoredWorkspace } from "#domain/workspaces/store/workspaces";
import { randomBase62, toBase62 } from "#platform/crypto/base62";
import { derivedKey, hashSecret, matchesHash, newSecret } from "#platform/crypto/secrets";
import { ApiError } from "#platform/error";
import { type CacheSurroundings, type TtlCache, ttlCache } from "#platform/ttl-cache";
import type { CallSession } from "#src/call";
import { type Context, processPart, type ReadContext } from "#src/context";
import { toPath } from "#store/paths";
import type { DocData, DocRef, StoreReader } from "#store/port";

/** Stored form of a session. */
export interface StoredSession extends DocData {
  /** SHA-256 of its secret, in hex. */
  hash: string;
  /** Hash of the workspace's token when the session started: the session ends when the token changes. */
  workspaceTokenHash: string;
  readOnly: boolean;
  /** In ms since 1970. */
  createdAt: number;
  /** In ms since 1970, at most `USE_NOTED_EVERY` too early. */
  usedAt: number;
  /** When it ends unless it is used. */
  deleteAt: Date;
}

/** Minimum interval between two writes of a session's last use, in ms. */
const USE_NOTED_EVERY = 5 * 60_000;

/** The path of a session. */
export function sessionPath(workspaceId: string, sessionId: string): DocRef<StoredSession> {
  return toPath("workspaces", workspaceId, "sessions", sessionId);
}

/**
 * Creates a session without storing it.
 * @returns also `secret`, the value of its cookie, which is not stored anywhere.
 */
export function newSession(
  { now }: Pick<Context, "now">,
  workspaceId: string,
  { tokenHash }: Pick<StoredWorkspace, "tokenHash">,
  readOnly: boolean,
): { sessionId: string; path: DocRef<StoredSession>; data: StoredSession; secret: string; session: Session } {
  const sessionId = `ses_${randomBase62()}`;
  const secret = `${workspaceId}.${sessionId}.${newSecret("st")}`;
  const times = { createdAt: now(), usedAt: now() };
  const data = {
    hash: hashSecret(secret),
    workspaceTokenHash: tokenHash,
    readOnly,
    ...times,
    deleteAt: new Date(endOf(times)),
  };
  const session = { workspaceId, readOnly, expiresAt: endOf(times), csrfToken: csrfTokenOf(secret) };
  return { sessionId, path: sessionPath(workspaceId, sessionId), data, secret, session };
}

/** When a session ends unless it is used, in ms since 1970. */
function endOf({ createdAt, usedAt }: Pick<StoredSession, "createdAt" | "usedAt">): number {
  return Math.min(createdAt + SESSION_TTL, usedAt + SESSION_IDLE_TTL);
}

/** The CSRF token of a session, from which the secret can't be derived. */
function csrfTokenOf(secret: string): string {
  return `csrf_${toBase62(derivedKey(Buffer.from(secret), "csrf"), 43)}`;
}

/**
 * Finds the session of a secret and notes that it is used.
 * @throws ApiError UNAUTHENTICATED if it has ended or never existed.
 */
export async function useSession(
  context: Context,
  reader: StoreReader,
  secret: string,
): Promise<CallSession & { workspaceId: string }> {
  const [, workspaceId, sessionId] = /^(ws_\w{1,60})\.(ses_\w{22})\.\w+$/.exec(secret) ?? [];
  if (workspaceId === undefined || sessionId === undefined) throw sessionEnded();
  const session = await sessions(context).find(reader, sessionPath(workspaceId, sessionId));
  if (!session || !matchesHash(secret, session.hash)) throw sessionEnded();
  const now = context.now();
  if (now >= endOf(session) || now < session.createdAt) throw sessionEnded();
  const workspace = await credentials(context).workspace(reader, workspaceId);
  if (workspace?.tokenHash !== session.workspaceTokenHash) throw sessionEnded();
  if (now - session.usedAt >= USE_NOTED_EVERY)
    await sessions(context).noteUse(context, workspaceId, sessionId, session);
  return {
    workspaceId,
    sessionId,
    readOnly: session.readOnly,
    expiresAt: endOf({ ...session, usedAt: now }),
    csrfToken: csrfTokenOf(secret),
  };
}

/** The error of calls by a session that is over. */
export function sessionEnded(): ApiError {
  return new ApiError("UNAUTHENTICATED", "The session has ended.", {
    hint: "Log in again, with the workspace's token or with a new link, which `npx atrium console` prints on the server's machine.",
  });
}

/** How long a process caches a session, in ms: this limits how long a session outlives its end on other machines. */
const TTL = 60_000;
const CAPACITY = 1000;

class SessionCache {
  readonly #entries: TtlCache<Promise<StoredSession | undefined>>;

  constructor(process: CacheSurroundings) {
    this.#entries = ttlCache(process, { name: "sessions", max: CAPACITY, ttl: TTL });
  }

  /** The session at a path, if it exists. */
  find(reader: StoreReader, path: DocRef<StoredSession>): Promise<StoredSession | undefined> {
    const cached = this.#entries.get(path);
    if (cached) return cached;
    const reading = reader.get(path).then((doc) => doc?.data);
    this.#entries.set(path, reading);
    const drop = () => void this.#entries.delete(path);
    reading.then((session) => session ?? drop(), drop);
    return reading;
  }

  /** Writes that a session is being used. @throws ApiError UNAUTHENTICATED if it has ended meanwhile. */
  async noteUse(context: Context, workspaceId: string, sessionId: string, session: StoredSession): Promise<void> {
    const path = sessionPath(workspaceId, sessionId);
    const usedAt = context.now();
    const changes = { usedAt, deleteAt: new Date(endOf({ ...session, usedAt })) };
    // Cached before it is written, so that concurrent requests do not write it too.
    this.#entries.set(path, Promise.resolve({ ...session, ...changes }));
    const isThere = await context.store.transact(async (tx) => {
      if (!(await tx.get(path))) return false;
      tx.update(path, changes);
      return true;
    });
    if (isThere) return;
    this.#entries.delete(path);
    throw sessionEnded();
  }

  /** Drops an ended session from the caches of all processes of the machine. */
  forget(path: DocRef<StoredSession>): void {
    this.#entries.deleteEverywhere([path]);
  }
}

/** The session cache of the process. */
export const sessions = processPart((context: ReadContext) => new SessionCache(context));

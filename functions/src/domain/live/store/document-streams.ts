import { permissionProviders } from "#domain/access/store/permission-providers";
import { documentPath } from "#domain/organizations/store/organizations";
import { hostTimer, type SetTimer } from "#platform/async/timer";
import type { StreamCall, StreamEvents, UserCall } from "#src/call";
import type { Context } from "#src/context";
import { type StreamAccess, type StreamPlace, streamAccess } from "./access.ts";
import { DocumentFeed } from "./document-feed.ts";
import { EditorEvents } from "./editor-events.ts";
import { type CheckedAccess, type SessionHost, type SessionParts, StreamSession } from "./session.ts";
import { organizationsOf } from "./view.ts";

const DAY = 86_400_000;
/**
 * How long the feed of a document is kept up to date after its last stream has ended, in ms: a client may reconnect.
 */
const LINGER = 10_000;

/** What a stream follows. */
export interface StreamInput extends StreamPlace {
  /** Ids of editors whose updates it sends. */
  editors?: readonly string[] | undefined;
}

/** The caller that reads for streams, without the user and the cost of a request. */
function callerOf({ requestId, apiKey }: UserCall) {
  return { requestId, apiKey };
}

/** The document streams that are open in one process. They share what is read of each document. */
export class DocumentStreams {
  readonly #context: Context;
  readonly #timer: SetTimer;
  readonly #feeds = new Map<string, DocumentFeed>();
  readonly #sessions = new Set<StreamSession>();
  #isClosed = false;

  constructor(context: Context, timer: SetTimer = hostTimer) {
    this.#context = context;
    this.#timer = timer;
  }

  /** @throws ApiError PERMISSION_DENIED with its explanation, NOT_FOUND. */
  authorize(call: UserCall, place: StreamPlace): Promise<StreamAccess> {
    return streamAccess(call, place, []);
  }

  /** Opens a stream of the document. @throws ApiError as `authorize` does, based on what has been read meanwhile. */
  async open(
    call: StreamCall,
    { editors: editorIds = [], ...place }: StreamInput,
    access: StreamAccess,
  ): Promise<StreamEvents> {
    const [key, feed] = this.#feed(call, place);
    const release = feed.hold();
    const [mark, ...positions] = call.lastEventId?.split(";") ?? [];
    const editors: EditorEvents[] = [];
    try {
      for (const [i, editorId] of editorIds.entries()) {
        const position = positions.length === editorIds.length ? positions[i] : undefined;
        editors.push(new EditorEvents({ ...this.#context, ...callerOf(call) }, { ...place, editorId }, position));
      }
      await Promise.all([feed.whenRead, ...editors.map(({ whenRead }) => whenRead)]);
      const organizationIds = organizationsOf(feed);
      const { members } = organizationIds.size > 0 ? await streamAccess(call, place, organizationIds) : access;
      return this.#session(call, { key, feed, place, mark, editors, access: { ...access, members } }).events;
    } catch (error) {
      for (const editor of editors) editor.stop();
      throw error;
    } finally {
      release();
      // A feed that is held does not count as left.
      this.#leave(key, feed);
    }
  }

  /** Ends all streams and asks their clients to reconnect. */
  close(): void {
    this.#isClosed = true;
    for (const session of [...this.#sessions]) session.end("shutdown");
    for (const feed of this.#feeds.values()) feed.stop();
    this.#feeds.clear();
  }

  #session(
    call: StreamCall,
    { key, access, ...parts }: Omit<SessionParts, "host"> & { key: string; access: StreamAccess },
  ): StreamSession {
    const { feed, place } = parts;
    // A session may end while it is being created.
    let session: StreamSession | undefined;
    let stopWatching: () => void = () => undefined;
    const host: SessionHost = {
      timer: this.#timer,
      check: async (organizationIds, earlier) => {
        const checked = await call.authenticateAgain();
        const holds = earlier && organizationIds.length === 0 && (await isStillDecided(earlier, checked));
        return { call: checked, access: holds ? earlier.access : await streamAccess(checked, place, organizationIds) };
      },
      onEnd: (reason) => {
        if (session) this.#sessions.delete(session);
        stopWatching();
        this.#leave(key, feed);
        call.onEnd(reason);
      },
    };
    // Reads from now on do not count as a cost of the request.
    const own = { call: { ...call, store: this.#context.store }, access };
    session = new StreamSession(own, { ...parts, host });
    if (session.isOver) return session;
    this.#sessions.add(session);
    stopWatching = call.onDoubt(() => session?.checkSoon());
    // The process may have begun to shut down while the stream was being opened.
    if (this.#isClosed) session.end("shutdown");
    return session;
  }

  /** The feed of a document, for all its streams. Each day begins a new one, so that what a feed keeps is bounded. */
  #feed(call: UserCall, place: StreamPlace): [key: string, DocumentFeed] {
    const since = (Math.floor(call.now() / DAY) - 1) * DAY;
    const key = `${documentPath(call, place.organizationId, place.documentId)} ${since}`;
    let feed = this.#feeds.get(key);
    if (!feed) {
      // Reads without the request that happens to come first, because the feed serves all streams.
      feed = new DocumentFeed({ ...this.#context, ...callerOf(call) }, { ...place, since }, this.#timer);
      this.#feeds.set(key, feed);
      const failed = feed;
      void feed.whenFailed.then(() => this.#feeds.get(key) === failed && this.#feeds.delete(key));
    }
    return [key, feed];
  }

  #leave(key: string, feed: DocumentFeed): void {
    if (!feed.isEmpty) return;
    this.#timer(LINGER, () => {
      if (!feed.isEmpty) return;
      feed.stop();
      if (this.#feeds.get(key) === feed) this.#feeds.delete(key);
    });
  }
}

/**
 * Whether a decision still holds for a call of the same user, if nothing that is watched has changed: places, folders,
 * and revocations, which are written whenever a role ends. Compares the facts in the call, which are not watched. A
 * permission provider must always be asked.
 */
async function isStillDecided({ call: before }: CheckedAccess, call: UserCall): Promise<boolean> {
  if (await permissionProviders(call).find(call)) return false;
  const facts = ({ user, apiKey }: UserCall) =>
    JSON.stringify([user.isAdmin, user.resources, apiKey.config.defaultDocumentAccessType]);
  return facts(call) === facts(before);
}

import type { UserCall, WriteCall } from "@atrium/functions/call";
import { toStoredPresence } from "@atrium/functions/domain/presence/store/presence";
import { writePresence } from "@atrium/functions/domain/presence/store/presence-changes";

/** Status of a user who has an editor open and has set none. */
const ONLINE = "online";
/** Pause between two signs of life of a user, ms: an entry expires after a minute. */
const REFRESH = 30_000;

/** A user who has editors of a document open. */
interface Entry {
  call: WriteCall<UserCall>;
  place: { organizationId: string; documentId: string };
  connections: number;
  writtenAt: number;
}

/** Shows who has editors open in the presence of their documents. Who leaves expires there. */
export class Online {
  readonly #entries = new Map<string, Entry>();

  /** @returns what has to be called when the connection is closed. */
  enter(call: WriteCall<UserCall>, { organizationId, documentId }: Entry["place"]): () => void {
    const place = { organizationId, documentId };
    const key = JSON.stringify([call.apiKey.apiKeyId, organizationId, documentId, call.user.userId]);
    const entry = this.#entries.get(key) ?? { call, place, connections: 0, writtenAt: Number.NEGATIVE_INFINITY };
    entry.connections++;
    entry.call = call;
    this.#entries.set(key, entry);
    this.#write(entry);
    return () => {
      entry.connections--;
      if (entry.connections === 0) this.#entries.delete(key);
    };
  }

  /** Writes what would expire otherwise. */
  refresh(): void {
    for (const entry of this.#entries.values()) this.#write(entry);
  }

  #write(entry: Entry): void {
    const { call, place } = entry;
    if (call.monotonic() - entry.writtenAt < REFRESH) return;
    entry.writtenAt = call.monotonic();
    const { userId, name, email } = call.user;
    void writePresence(call, place, [{ userId, name, email }], (user, before) =>
      toStoredPresence(call, { ...user, status: before?.status ?? ONLINE }, before),
    ).catch((error: unknown) => call.log.warn({ err: error }, "presence of a connected user could not be written"));
  }
}

import type { UserCall, WriteCall } from "@atrium/functions/call";
import { showOnline } from "@atrium/functions/domain/presence/store/online";
import { ApiError } from "@atrium/functions/platform/error";

/** A user who has editors of a document open. */
interface Entry {
  call: WriteCall<UserCall>;
  place: { organizationId: string; documentId: string };
  connections: number;
}

/** Shows users with open editors in the presence of their documents. A user who leaves expires there. */
export class Online {
  readonly #entries = new Map<string, Entry>();

  /** @returns a function to call when the connection is closed. */
  enter(call: WriteCall<UserCall>, { organizationId, documentId }: Entry["place"]): () => void {
    const place = { organizationId, documentId };
    const key = JSON.stringify([call.apiKey.apiKeyId, organizationId, documentId, call.user.userId]);
    const entry = this.#entries.get(key) ?? { call, place, connections: 0 };
    entry.connections++;
    entry.call = call;
    this.#entries.set(key, entry);
    this.#show(entry, entry.connections === 1);
    return () => {
      entry.connections--;
      if (entry.connections === 0) this.#entries.delete(key);
    };
  }

  /** Writes the entries again, which would expire otherwise. */
  refresh(): void {
    for (const entry of this.#entries.values()) this.#show(entry, false);
  }

  #show({ call, place }: Entry, isOpening: boolean): void {
    void showOnline(call, place, { isOpening }).catch((error: unknown) => {
      // A document that is being migrated, or is gone, shows nobody.
      if (error instanceof ApiError && (error.code === "ABORTED" || error.code === "NOT_FOUND")) return;
      call.log.warn({ err: error }, "presence of a connected user could not be written");
    });
  }
}
